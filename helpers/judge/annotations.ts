import type { AnySchemaObject } from 'ajv/dist/2020.js';
import { resolveRef } from './schemas.ts';

/** A place of a value that a clause speaks of. */
export interface Annotation {
  /** JSON pointer. */
  readonly pointer: string;
  readonly clause: string;
  readonly way: string;
}

interface Visit {
  readonly schema: AnySchemaObject;
  readonly value: unknown;
  readonly pointer: string;
  /** The `$id` that relative references are resolved against. */
  readonly base: string;
}

const isSchema = (value: unknown): value is AnySchemaObject => typeof value === 'object' && value !== null && !Array.isArray(value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => isSchema(value);
const entries = (value: unknown): (readonly [string, unknown])[] => (isObject(value) ? Object.entries(value) : []);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const pointerTo = (pointer: string, key: string): string => `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

function ownAnnotation({ schema, pointer }: Visit): Annotation[] {
  const clause: unknown = schema['clause'];
  const way: unknown = schema['way'];
  return typeof clause === 'string' ? [{ pointer, clause, way: typeof way === 'string' ? way : 'present' }] : [];
}

function propertiesOf(visit: Visit): Visit[] {
  const { value } = visit;
  if (!isObject(value)) return [];
  const required = list(visit.schema['required']);
  const declared = entries(visit.schema['properties']);
  const known = new Set(declared.map(([key]) => key));
  const extra: unknown = visit.schema['additionalProperties'];
  const rest = isSchema(extra) ? Object.keys(value).filter((key) => !known.has(key)) : [];
  return [
    ...declared.filter(([key]) => Object.hasOwn(value, key) || required.includes(key)),
    ...rest.map((key): readonly [string, unknown] => [key, extra]),
  ].flatMap(([key, schema]) => (isSchema(schema) ? [{ ...visit, schema, value: value[key], pointer: pointerTo(visit.pointer, key) }] : []));
}

function itemsOf(visit: Visit): Visit[] {
  const schema: unknown = visit.schema['items'];
  if (!isSchema(schema)) return [];
  return list(visit.value).map((value, index) => ({ ...visit, schema, value, pointer: `${visit.pointer}/${index}` }));
}

/** Schemas that speak of the same value. */
function alternativesOf(visit: Visit): Visit[] {
  const ref: unknown = visit.schema['$ref'];
  const resolved = typeof ref === 'string' ? resolveRef(ref, visit.base) : undefined;
  const target: Visit[] = resolved === undefined || typeof ref !== 'string' ? [] : [{ ...visit, schema: resolved, base: new URL(ref, visit.base).href }];
  const parts = [...list(visit.schema['allOf']), ...list(visit.schema['anyOf']), ...list(visit.schema['oneOf']), visit.schema['then']];
  return [...target, ...parts.flatMap((schema) => (isSchema(schema) ? [{ ...visit, schema }] : []))];
}

/** Every place of the value that the schema judges, with the clause each leads to; outer places first. */
export function annotate(visit: Visit): Annotation[] {
  return [...ownAnnotation(visit), ...[...alternativesOf(visit), ...propertiesOf(visit), ...itemsOf(visit)].flatMap(annotate)];
}

/** A place that a schema speaks of, whatever the value: `result.beneficiaries[].status`. */
export interface Declared {
  readonly place: string;
  readonly clause: string;
  readonly way: string;
}

/** Every clause a schema leads to, with the place it is about; outer places first. */
export function declared(schema: AnySchemaObject, place: string, base: string): Declared[] {
  const inner = (part: unknown, where: string, from: string = base): Declared[] => (isSchema(part) ? declared(part, where, from) : []);
  const own = ownAnnotation({ schema, value: undefined, pointer: '', base }).map(({ clause, way }) => ({ place, clause, way }));
  const ref: unknown = schema['$ref'];
  const parts = [...list(schema['allOf']), ...list(schema['anyOf']), ...list(schema['oneOf']), schema['then']];
  return [
    ...own,
    ...(typeof ref === 'string' ? inner(resolveRef(ref, base), place, new URL(ref, base).href) : []),
    ...parts.flatMap((part) => inner(part, place)),
    ...entries(schema['properties']).flatMap(([key, part]) => inner(part, `${place}.${key}`)),
    ...inner(schema['additionalProperties'], `${place}.*`),
    ...inner(schema['items'], `${place}[]`),
  ];
}
