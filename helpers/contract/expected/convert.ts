import { clauseById, isClauseId } from '../../../specs/clauses.ts';
import { isRecord, toList, type Json } from '../../core/json.ts';

/*
 * Converts draft 2020-12 to OpenAPI 2.0. What OpenAPI 2.0 cannot express is left out, so that the contract never requires more: several
 * types of one value (null alone has `x-nullable`), a rule that depends on another value (`if`; the two forms of an eKYC request), the
 * calendar of a timestamp, and lists that only begin with an example.
 */

/** A list is open when its clause only gives an example. */
function isClosed(clause: unknown): boolean {
  return typeof clause !== 'string' || !isClauseId(clause) || clauseById(clause).certainty !== 'exemplified';
}

/** OpenAPI 2.0 knows one type. Of several types only null is kept, as `x-nullable`. */
function convertType(value: unknown): Json {
  const types = typeof value === 'string' ? [value] : toList(value);
  const others = types.filter((type) => type !== 'null');
  return {
    ...(others.length === 1 ? { type: others[0] } : {}),
    ...(types.includes('null') ? { 'x-nullable': true } : {}),
  };
}

/** Of two with one name, the later counts. */
const mergeAll = (parts: readonly Json[]): Json => Object.fromEntries(parts.flatMap((part) => Object.entries(part)));

const convertProperties = (value: unknown): Json => ({
  properties: Object.fromEntries(Object.entries(isRecord(value) ? value : {}).map(([name, schema]) => [name, convertSchema(schema)])),
});

/** `then` after an `if` about the type closes the list of values. An `if` about another field cannot be expressed. */
function convertThen(value: unknown): Json {
  if (!isRecord(value) || !Array.isArray(value['enum'])) return {};
  const values: unknown = value['enum'];
  return isClosed(value['clause']) ? { enum: values } : { 'x-examples': values };
}

/** Parts without a condition whose list is closed. */
function convertParts(value: unknown): Json {
  const parts = toList(value).filter((part): part is Json => isRecord(part) && part['if'] === undefined && isClosed(part['clause']));
  return mergeAll(parts.map((part) => convertSchema({ ...part, clause: undefined })));
}

const timestamp = '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$';

const copyKeyword =
  (name: string) =>
  (value: unknown): Json => ({ [name]: value });

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

export function convertSchema(schema: unknown): Json {
  if (!isRecord(schema)) return {};
  const present = Object.entries(schema).filter(([, value]) => value !== undefined);
  return mergeAll(present.map(([keyword, value]) => converterByKeyword[keyword]?.(value) ?? {}));
}
