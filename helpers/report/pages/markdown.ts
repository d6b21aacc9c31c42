import { escapeMarkdown } from '../../core/text.ts';

type Line = string;

/** A bar ends a cell, even in code. */
const cell = (content: Line): Line => content.replaceAll(/(?<!\\)\|/g, '\\|');

const row = (cells: readonly Line[]): Line => `| ${cells.map(cell).join(' | ')} |`;

const separatorRow = (columns: number): Line => `| ${Array.from({ length: columns }, () => '---').join(' | ')} |`;

export const table = (head: readonly string[], rows: readonly (readonly Line[])[]): readonly Line[] => [
  row(head),
  separatorRow(head.length),
  ...rows.map(row),
];

/** A row with null content is left out. */
export type FactRow = readonly [name: string, content: Line | null];

export function factTable(rows: readonly FactRow[]): readonly Line[] {
  const known = rows.flatMap(([name, content]) => (content === null ? [] : [row([escapeMarkdown(name), content])]));
  return ['| | |', separatorRow(2), ...known];
}

export const bullet = (content: Line): Line => `- ${content}`;

export const cutList = (items: readonly Line[], most: number, rest = ''): readonly Line[] =>
  items.length <= most ? items : [...items.slice(0, most), bullet(`… and ${items.length - most} more${rest}`)];

export const section = (depth: 1 | 2 | 3, title: Line, body: readonly Line[]): readonly Line[] => [
  '',
  `${'#'.repeat(depth)} ${title}`,
  '',
  ...body,
];
