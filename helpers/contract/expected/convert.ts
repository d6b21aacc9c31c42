import { clauseById, isClauseId } from '../../../specs/clauses.ts';
import { isRecord, toList, type Json } from '../../core/json.ts';

/*
 * Draft 2020-12 as OpenAPI 2.0 says it. What OpenAPI 2.0 cannot say is left out, so that the contract never asks for more:
 * several types of one value (null alone has `x-nullable`), a rule that depends on another value (`if`; the two forms of an eKYC
 * request), the calendar of a timestamp, and lists that merely begin with an example.
 */

/** A list whose clause merely gives an example closes nothing. */
function isClosed(clause: unknown): boolean {
  return typeof clause !== 'string' || !isClauseId(clause) || clauseById(clause).certainty !== 'exemplified';
}

/** One type is told; of several, only that null is among them. */
function convertType(value: unknown): Json {
  const types = typeof value === 'string' ? [value] : toList(value);
  const others = types.filter((type) => type !== 'null');
  return {
    ...(others.length === 1 ? { type: others[0] } : {}),
    ...(types.includes('null') ? { 'x-nullable': true } : {}),
  };
}

const convertProperties = (value: unknown): Json => ({
  properties: Object.fromEntries(Object.entries(isRecord(value) ? value : {}).map(([name, schema]) => [name, convertSchema(schema)])),
});

/** `then` beside an `if` about the type closes the list of values; one about another field cannot be told. */
function convertThen(value: unknown): Json {
  if (!isRecord(value) || !Array.isArray(value['enum'])) return {};
  const values: unknown = value['enum'];
  return isClosed(value['clause']) ? { enum: values } : { 'x-examples': values };
}

/** Parts that hold in any case and for certain. */
function convertParts(value: unknown): Json {
  const parts = toList(value).filter((part): part is Json => isRecord(part) && part['if'] === undefined && isClosed(part['clause']));
  return Object.assign({}, ...parts.map((part) => convertSchema({ ...part, clause: undefined }))) as Json;
}

const timestamp = '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$';

const copyKeyword =
  (name: string) =>
  (value: unknown): Json => ({ [name]: value });

/** What becomes of each keyword; one without a row says nothing in OpenAPI 2.0. */
const converterByKeyword: Readonly<Record<string, (value: unknown) => Json>> = {
  title: copyKeyword('description'),
  clause: copyKeyword('x-clause'),
  type: convertType,
  enum: copyKeyword('enum'),
  const: (value) => ({ enum: [value] }),
  required: copyKeyword('required'),
  properties: convertProperties,
  additionalProperties: (value) => ({ additionalProperties: isRecord(value) ? convertSchema(value) : value }),
  items: (value) => ({ items: convertSchema(value) }),
  pattern: copyKeyword('pattern'),
  format: (value) => (value === 'timestamp' ? { pattern: timestamp } : { format: value }),
  minLength: copyKeyword('minLength'),
  maxLength: copyKeyword('maxLength'),
  minimum: copyKeyword('minimum'),
  minItems: copyKeyword('minItems'),
  then: convertThen,
  allOf: convertParts,
};

/** A schema of `schemas/` as a schema object of OpenAPI 2.0. */
export function convertSchema(schema: unknown): Json {
  if (!isRecord(schema)) return {};
  const present = Object.entries(schema).filter(([, value]) => value !== undefined);
  return Object.assign({}, ...present.map(([keyword, value]) => converterByKeyword[keyword]?.(value) ?? {})) as Json;
}
