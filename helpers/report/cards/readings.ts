import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = join(import.meta.dirname, '../../../docs/decisions/readings');

/** A recorded decision about what the specification leaves open. */
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

/** The text is ours, so removing its emphasis marks is enough. */
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

export const loadReadings = (): readonly Reading[] =>
  readdirSync(folder)
    .filter((name) => /^\d.*\.md$/.test(name))
    .sort()
    .map((name) => parseReading(`docs/decisions/readings/${name}`, readFileSync(join(folder, name), 'utf8')));
