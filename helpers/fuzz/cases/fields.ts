import type { Operation } from '../../../specs/operation.ts';
import { member } from '../../core/json.ts';
import { schemaByName } from '../../judge/schema/schemas.ts';

export interface Field {
  readonly path: readonly string[];
  readonly types: readonly string[];
}

const readTypes = (schema: unknown): readonly string[] => {
  const type = member(schema, 'type');
  return Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : [];
};

function listFieldsUnder(schema: unknown, path: readonly string[]): readonly Field[] {
  const properties = member(schema, 'properties');
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).flatMap(([name, inner]: [string, unknown]) => [
    { path: [...path, name], types: readTypes(inner) },
    ...listFieldsUnder(inner, [...path, name]),
  ]);
}

/** Every field of the operation's payload, nested ones included. */
export const listFields = ({ payload }: Operation): readonly Field[] =>
  payload === null ? [] : listFieldsUnder(schemaByName(payload), []);
