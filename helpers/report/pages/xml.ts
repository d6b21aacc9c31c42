import { markup } from '../../core/text.ts';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: readonly Element[] | string;
}

const attribute = ([name, value]: readonly [string, string | number]): string =>
  ` ${name}="${markup(String(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`;

function render({ name, attributes, content }: Element, depth: number): string {
  const indent = '  '.repeat(depth);
  const open = `${indent}<${name}${Object.entries(attributes).map(attribute).join('')}`;
  if (content.length === 0) return `${open}/>\n`;
  if (typeof content === 'string') return `${open}>${markup(content)}</${name}>\n`;
  return `${open}>\n${content.map((child) => render(child, depth + 1)).join('')}${indent}</${name}>\n`;
}

export const element = (name: string, attributes: Element['attributes'] = {}, content: Element['content'] = ''): Element => ({
  name,
  attributes,
  content,
});

export const xmlDocument = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${render(root, 0)}`;
