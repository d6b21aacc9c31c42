import { isContainer } from '../core/depth-limit.ts';
import { member } from '../core/json.ts';
import type { HeaderList } from '../core/exchange.ts';
import { fieldSortByName } from '../core/secret-fields.ts';
import { operations } from '../../specs/operations.ts';
import { resolveRef, schemaByName } from './schema/schemas.ts';

export interface AnswerField {
  readonly name: string;
  /** `result.beneficiaries[].note` */
  readonly place: string;
  /** Undefined for an object or an array, whose fields follow separately. */
  readonly text: string | undefined;
  /** A counter or an amount, which may equal a code by chance. */
  readonly isCount?: boolean;
}

/** The document leaves their content open, so no field in them is an extra one. */
const openMaps: ReadonlySet<string> = new Set(['limitleft', 'limits', 'counters']);

/** A hostile target may nest endlessly. */
const maxDepth = 12;
const maxFields = 500;

const nameAt = (place: string): string => (place.split('.').at(-1) ?? '').replaceAll('[]', '');

/** A list of plain values has the name of its field. */
function collectItems(name: string, items: readonly unknown[], place: string, depth: number, into: AnswerField[]): void {
  for (const item of items) {
    if (into.length >= maxFields) return;
    if (isContainer(item)) collectFields(item, place, depth, into);
    else into.push({ name, place, text: String(item) });
  }
}

function collectFields(value: object, place: string, depth: number, into: AnswerField[]): void {
  if (depth > maxDepth) return;
  if (Array.isArray(value)) {
    collectItems(nameAt(place), value, `${place}[]`, depth + 1, into);
    return;
  }
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    if (into.length >= maxFields) return;
    const where = place === '' ? name : `${place}.${name}`;
    into.push({ name, place: where, text: isContainer(inner) ? undefined : String(inner) });
    if (isContainer(inner) && !openMaps.has(name.toLowerCase())) collectFields(inner, where, depth + 1, into);
  }
}

const isNumeric = ({ text }: AnswerField): boolean => text !== undefined && !Number.isNaN(Number(text));

/** What stands in the open maps of an answer: the document knows none of it. */
export function collectOpenFields(body: unknown): readonly AnswerField[] {
  const fields: AnswerField[] = [];
  const result = member(body, 'result');
  if (!isContainer(result)) return fields;
  for (const [name, inner] of Object.entries(result) as [string, unknown][])
    if (isContainer(inner) && openMaps.has(name.toLowerCase())) collectFields(inner, `result.${name}`, 0, fields);
  return fields.map((field) => ({ ...field, isCount: isNumeric(field) }));
}

export function collectAnswerFields(body: unknown): readonly AnswerField[] {
  const fields: AnswerField[] = [];
  if (isContainer(body)) collectFields(body, '', 0, fields);
  return fields;
}

const collectNames = (schema: unknown, base: string): readonly string[] =>
  isContainer(schema)
    ? Object.entries(schema).flatMap(([key, value]: [string, unknown]) => [
        ...(key === 'properties' && isContainer(value) ? Object.keys(value) : []),
        ...(key === '$ref' && typeof value === 'string' ? collectNames(resolveRef(value, base), base) : collectNames(value, base)),
      ])
    : [];

const collectSchemaNames = (name: Parameters<typeof schemaByName>[0]): readonly string[] => {
  const schema = schemaByName(name);
  return collectNames(schema, String(schema.$id)).map((each) => each.toLowerCase());
};

/** The names of all fields that the result of an operation, or a callback, may have, in small letters. */
const resultNames: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...operations.map(({ id, result }) => [id, new Set(collectSchemaNames(result))] as const),
  ['CALLBACK', new Set([...collectSchemaNames('callback-customer'), ...collectSchemaNames('callback-sub-agent')])] as const,
]);

const envelopePlaces: ReadonlySet<string> = new Set(['status', 'status.code', 'status.message', 'result', 'result[]']);

const freeTexts: ReadonlySet<string> = new Set(['message', 'remark', 'onboardingRemark']);

/** Texts for people, whose words the document leaves open. */
export const isFreeText = ({ name }: AnswerField): boolean => freeTexts.has(name);

/** A field that the document does not show in this answer. Of answers other than those of an operation, only names are known. */
export function isExtraField({ name, place }: AnswerField, operation: string | null): boolean {
  const names = resultNames.get(operation ?? '');
  if (['free', 'code', 'secret'].includes(fieldSortByName(name))) return true;
  return names !== undefined && !envelopePlaces.has(place.toLowerCase()) && !names.has(name.toLowerCase());
}

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
