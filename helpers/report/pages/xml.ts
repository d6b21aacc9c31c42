import { escapeMarkup } from '../../core/text.ts';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: readonly Element[] | string;
}

const renderAttribute = ([name, value]: readonly [string, string | number]): string =>
  ` ${name}="${escapeMarkup(String(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`;

function renderElement({ name, attributes, content }: Element, depth: number): string {
  const indent = '  '.repeat(depth);
  const open = `${indent}<${name}${Object.entries(attributes).map(renderAttribute).join('')}`;
  if (content.length === 0) return `${open}/>\n`;
  if (typeof content === 'string') return `${open}>${escapeMarkup(content)}</${name}>\n`;
  return `${open}>\n${content.map((child) => renderElement(child, depth + 1)).join('')}${indent}</${name}>\n`;
}

export const element = (name: string, attributes: Element['attributes'] = {}, content: Element['content'] = ''): Element => ({
  name,
  attributes,
  content,
});

export const renderXmlDocument = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${renderElement(root, 0)}`;
