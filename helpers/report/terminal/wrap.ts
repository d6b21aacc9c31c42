import { stripVTControlCharacters } from 'node:util';

const visibleLength = (text: string): number => stripVTControlCharacters(text).length;

/** A command or an address that is broken at a blank can no longer be copied. */
const isCopied = (line: string): boolean =>
  /^ *(?:(?:report|decision|map|from) |[a-z]+(?: [a-z]+)? {2,}(?:[A-Z_]+=\S+ )*(?:npm run|npx) )/.test(line);

/** A terminal breaks a long line in the middle of a word. This breaks it at blanks and indents what follows; what is copied stays whole. */
export function wrapLine(line: string, width: number, indent = 9): string {
  if (visibleLength(line) <= width || isCopied(line)) return line;
  const margin = ' '.repeat(indent);
  const [start = ''] = /^ */.exec(line) ?? [];
  const rows = [start];
  for (const word of line.slice(start.length).split(/(?<=\S)(?= )/)) {
    const last = rows.at(-1) ?? '';
    if (visibleLength(last + word) <= width || last.trim() === '') rows[rows.length - 1] = last + word;
    else rows.push(margin + word.trimStart());
  }
  return rows.join('\n');
}

/** The longest of several wordings that fits; the shortest is cut at a blank. */
export function pickFitting(wordings: readonly string[], width: number): string {
  const fitting = wordings.find(({ length }) => length <= width);
  const shortest = wordings.at(-1) ?? '';
  return fitting ?? shortest.slice(0, shortest.lastIndexOf(' ', width));
}
