import { isContainer } from '../core/container.ts';
import type { HeaderList } from '../core/exchange.ts';
import { fieldSortByName } from '../core/secret-fields.ts';

export interface AnswerField {
  readonly name: string;
  /** `result.beneficiaries[].note` */
  readonly place: string;
  /** Undefined for an object or an array, whose fields follow separately. */
  readonly text: string | undefined;
}

/** The document leaves their content open, so no field in them is an extra one. */
const openMaps: ReadonlySet<string> = new Set(['limitleft', 'limits', 'counters']);

/** A hostile target may nest endlessly. */
const maxDepth = 12;
const maxFields = 500;

function collectFields(value: object, place: string, depth: number, into: AnswerField[]): void {
  if (depth > maxDepth) return;
  if (Array.isArray(value)) {
    for (const item of value) if (isContainer(item)) collectFields(item, `${place}[]`, depth + 1, into);
    return;
  }
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    if (into.length >= maxFields) return;
    const where = place === '' ? name : `${place}.${name}`;
    into.push({ name, place: where, text: isContainer(inner) ? undefined : String(inner) });
    if (isContainer(inner) && !openMaps.has(name.toLowerCase())) collectFields(inner, where, depth + 1, into);
  }
}

export function collectAnswerFields(body: unknown): readonly AnswerField[] {
  const fields: AnswerField[] = [];
  if (isContainer(body)) collectFields(body, '', 0, fields);
  return fields;
}

/** A field that the document shows in no answer at all, or `code` elsewhere than in `status`. */
export const isExtraField = ({ name, place }: AnswerField): boolean =>
  ['free', 'code', 'secret'].includes(fieldSortByName(name)) || (name === 'code' && place !== 'status.code');

/** What every HTTP answer has. */
const usualHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

export const collectHeaderFields = (headers: HeaderList): readonly AnswerField[] =>
  headers.filter(([name]) => !usualHeaders.has(name.toLowerCase())).map(([name, text]) => ({ name, place: `header ${name}`, text }));
