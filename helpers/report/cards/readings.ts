import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = join(import.meta.dirname, '../../../docs/decisions/readings');

/** How the specification was read where it leaves something open, and why. */
export interface Reading {
  /** `docs/decisions/readings/18-transfer-request-forms.md` */
  readonly path: string;
  /** `18. Where OP-9 takes its session, and to whom it pays` */
  readonly title: string;
  readonly reading: string;
  readonly grounds: string;
  readonly clauses: readonly string[];
}

const findParagraph = (text: string, name: string): string => new RegExp(`^\\*\\*${name}\\.\\*\\* (.+)$`, 'm').exec(text)?.[1] ?? '';

/** A record of decision; the words in it are ours, so its marks of emphasis are only taken off. */
export function parseReading(path: string, text: string): Reading {
  const stripMarkup = (words: string): string => words.replaceAll(/[`*]|(?<!\w)_|_(?!\w)/g, '');
  return {
    path,
    title: /^# (.+)$/m.exec(text)?.[1] ?? basename(path),
    reading: stripMarkup(findParagraph(text, 'Reading')),
    grounds: stripMarkup(findParagraph(text, 'Grounds')),
    clauses: [...findParagraph(text, 'Clauses').matchAll(/`([^`]+)`/g)].map(([, id]) => id ?? ''),
  };
}

/** All readings, in their order. */
export const loadReadings = (): readonly Reading[] =>
  globSync('[0-9]*.md', { cwd: folder })
    .sort()
    .map((name) => parseReading(`docs/decisions/readings/${name}`, readFileSync(join(folder, name), 'utf8')));
