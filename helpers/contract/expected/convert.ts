import { clauseOf, isClauseId } from '../../../specs/clauses.ts';
import { isRecord, type Json } from '../../core/json.ts';

/*
 * Draft 2020-12 as OpenAPI 2.0 says it. What OpenAPI 2.0 cannot say is left out, so that the contract never asks for more:
 * several types of one value (null alone has `x-nullable`), a rule that depends on another value (`if`; the two forms of an eKYC
 * request), the calendar of a timestamp, and lists that merely begin with an example.
 */
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A list whose clause merely gives an example closes nothing. */
function isClosed(clause: unknown): boolean {
  return typeof clause !== 'string' || !isClauseId(clause) || clauseOf(clause).certainty !== 'exemplified';
}

/** One type is told; of several, only that null is among them. */
function typeOf(value: unknown): Json {
  const types = typeof value === 'string' ? [value] : listOf(value);
  const others = types.filter((type) => type !== 'null');
  return {
    ...(others.length === 1 ? { type: others[0] } : {}),
    ...(types.includes('null') ? { 'x-nullable': true } : {}),
  };
}

const properties = (value: unknown): Json => ({
  properties: Object.fromEntries(Object.entries(isRecord(value) ? value : {}).map(([name, schema]) => [name, convert(schema)])),
});

/** `then` beside an `if` about the type closes the list of values; one about another field cannot be told. */
function thenOf(value: unknown): Json {
  if (!isRecord(value) || !Array.isArray(value['enum'])) return {};
  const values: unknown = value['enum'];
  return isClosed(value['clause']) ? { enum: values } : { 'x-examples': values };
}

/** Parts that hold in any case and for certain. */
function partsOf(value: unknown): Json {
  const parts = listOf(value).filter((part): part is Json => isRecord(part) && part['if'] === undefined && isClosed(part['clause']));
  return Object.assign({}, ...parts.map((part) => convert({ ...part, clause: undefined }))) as Json;
}

const timestamp = '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$';

const same =
  (name: string) =>
  (value: unknown): Json => ({ [name]: value });

/** What becomes of each keyword; one without a row says nothing in OpenAPI 2.0. */
const rows: Readonly<Record<string, (value: unknown) => Json>> = {
  title: same('description'),
  clause: same('x-clause'),
  type: typeOf,
  enum: same('enum'),
  const: (value) => ({ enum: [value] }),
  required: same('required'),
  properties,
  additionalProperties: (value) => ({ additionalProperties: isRecord(value) ? convert(value) : value }),
  items: (value) => ({ items: convert(value) }),
  pattern: same('pattern'),
  format: (value) => (value === 'timestamp' ? { pattern: timestamp } : { format: value }),
  minLength: same('minLength'),
  maxLength: same('maxLength'),
  minimum: same('minimum'),
  minItems: same('minItems'),
  then: thenOf,
  allOf: partsOf,
};

/** A schema of `schemas/` as a schema object of OpenAPI 2.0. */
export function convert(schema: unknown): Json {
  if (!isRecord(schema)) return {};
  const present = Object.entries(schema).filter(([, value]) => value !== undefined);
  return Object.assign({}, ...present.map(([keyword, value]) => rows[keyword]?.(value) ?? {})) as Json;
}
