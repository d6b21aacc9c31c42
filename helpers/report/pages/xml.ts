import { escapeMarkup } from '../../core/text.ts';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: readonly Element[] | string;
}

const renderAttribute = ([name, value]: readonly [string, string | number]): string =>
  ` ${name}="${escapeMarkup(String(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`;

/** One line for each element. In a file with thousands of them, indentation is a tenth of it. */
function renderElement({ name, attributes, content }: Element): string {
  const open = `<${name}${Object.entries(attributes).map(renderAttribute).join('')}`;
  if (content.length === 0) return `${open}/>\n`;
  if (typeof content === 'string') return `${open}>${escapeMarkup(content)}</${name}>\n`;
  return `${open}>\n${content.map(renderElement).join('')}</${name}>\n`;
}

export const element = (name: string, attributes: Element['attributes'] = {}, content: Element['content'] = ''): Element => ({
  name,
  attributes,
  content,
});

export const renderXmlDocument = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${renderElement(root)}`;
