import type { Schema } from '../read/model.ts';
import { anyText, type ShapeMembers, type AnswerShape } from './answer-shape.ts';

interface SchemaMismatch {
  /** `result.invoiceId`, `result[].walletType`; empty for the whole body. */
  readonly place: string;
  readonly described: string;
  readonly answered: string;
}

const isList = (value: AnswerShape): value is readonly AnswerShape[] => Array.isArray(value);

function schemaTypeName(value: Exclude<AnswerShape, null>): string {
  if (isList(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Java's `Object` is described as a bare object and may be anything; octets have no form. */
function isOpenSchema({ type, properties, additional, required, values, unresolved }: Schema): boolean {
  if (unresolved !== null || type === 'file') return true;
  const bare = properties.size === 0 && additional === null && required.size === 0;
  return (type === null || type === 'object') && bare && values === null;
}

const fitsType = (answered: string, type: string | null): boolean =>
  type === null || answered === type || (answered === 'integer' && type === 'number');

const memberPlace = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`);

function findMemberMismatches(value: ShapeMembers, schema: Schema, place: string): SchemaMismatch[] {
  const missing = [...schema.required].filter((name) => !Object.hasOwn(value, name));
  const members = Object.entries(value).flatMap(([name, member]) => {
    const known = schema.properties.get(name);
    if (known !== undefined) return findSchemaMismatches(member, known(), memberPlace(place, name));
    if (schema.additional === 'none') return [{ place: memberPlace(place, name), described: 'no such field', answered: 'a field' }];
    return schema.additional === null ? [] : findSchemaMismatches(member, schema.additional(), memberPlace(place, name));
  });
  return [...missing.map((name) => ({ place: memberPlace(place, name), described: 'a required field', answered: 'nothing' })), ...members];
}

function isUnlistedValue(value: AnswerShape, { values }: Schema): boolean {
  return values !== null && typeof value === 'string' && value !== anyText && !values.has(JSON.stringify(value));
}

/** OpenAPI 2.0 cannot express null, so null fits every schema. Formats and lengths are not compared. */
export function findSchemaMismatches(value: AnswerShape, schema: Schema, place = ''): SchemaMismatch[] {
  if (value === null || isOpenSchema(schema)) return [];
  const answered = schemaTypeName(value);
  if (!fitsType(answered, schema.type)) return [{ place, described: schema.type ?? '', answered }];
  if (isUnlistedValue(value, schema)) {
    const listed = [...(schema.values ?? [])].slice(0, 8).join(', ');
    return [{ place, described: `one of ${listed}`, answered: JSON.stringify(value) }];
  }
  if (isList(value)) {
    const { items } = schema;
    return items === null ? [] : value.flatMap((item) => findSchemaMismatches(item, items(), `${place}[]`));
  }
  return typeof value === 'object' ? findMemberMismatches(value, schema, place) : [];
}
