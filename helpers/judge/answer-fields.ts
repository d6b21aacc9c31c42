import { isContainer } from '../core/container.ts';
import { fieldSortByName } from '../core/secret-fields.ts';

/** One field of an answer, wherever it stands. */
export interface AnswerField {
  readonly name: string;
  /** `result.beneficiaries[].note` */
  readonly place: string;
  /** Undefined for an object or an array, whose fields follow on their own. */
  readonly text: string | undefined;
}

/** Their contents are open, so nothing in them is more or less known. */
const openMaps: ReadonlySet<string> = new Set(['limitleft', 'limits', 'counters']);

/** A hostile target may nest without end. */
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

/** The fields of a parsed body, outer ones first. */
export function collectAnswerFields(body: unknown): readonly AnswerField[] {
  const fields: AnswerField[] = [];
  if (isContainer(body)) collectFields(body, '', 0, fields);
  return fields;
}

/** A field that the document shows nowhere in an answer; one it shows in another answer counts as known. */
export const isExtraField = ({ name }: AnswerField): boolean => ['free', 'code', 'secret'].includes(fieldSortByName(name));
