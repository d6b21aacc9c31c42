import { escapeMarkdown } from '../../core/text.ts';

/** One line of a page of Markdown, made of escaped text. */
type Line = string;

/** A bar ends a cell, even inside code. */
const cell = (content: Line): Line => content.replaceAll(/(?<!\\)\|/g, '\\|');

const row = (cells: readonly Line[]): Line => `| ${cells.map(cell).join(' | ')} |`;

const separatorRow = (columns: number): Line => `| ${Array.from({ length: columns }, () => '---').join(' | ')} |`;

export const table = (head: readonly string[], rows: readonly (readonly Line[])[]): readonly Line[] => [
  row(head),
  separatorRow(head.length),
  ...rows.map(row),
];

/** A name and what it is; a row without content is left out. */
export type FactRow = readonly [name: string, content: Line | null];

export function factTable(rows: readonly FactRow[]): readonly Line[] {
  const known = rows.flatMap(([name, content]) => (content === null ? [] : [row([escapeMarkdown(name), content])]));
  return ['| | |', separatorRow(2), ...known];
}

/** An item that begins with a name: `- name: what it is`. */
export const bullet = (content: Line): Line => `- ${content}`;

/** The first items of a list, and how many more there are. */
export const cutList = (items: readonly Line[], most: number, rest = ''): readonly Line[] =>
  items.length <= most ? items : [...items.slice(0, most), bullet(`… and ${items.length - most} more${rest}`)];

/** A title with what follows it, set off by blank lines. */
export const section = (depth: 1 | 2 | 3, title: Line, body: readonly Line[]): readonly Line[] => [
  '',
  `${'#'.repeat(depth)} ${title}`,
  '',
  ...body,
];
