import { isRecord } from '../../core/json.ts';
import type { AnySchemaObject } from 'ajv/dist/2020.js';
import { resolveRef } from './schemas.ts';

/** A place of a value that a clause speaks of. */
export interface Annotation {
  /** JSON pointer. */
  readonly pointer: string;
  readonly clause: string;
  readonly way: string;
}

interface AnnotatedValue {
  readonly schema: AnySchemaObject;
  readonly value: unknown;
  readonly pointer: string;
  /** The `$id` that relative references are resolved against. */
  readonly base: string;
}

interface Property {
  readonly key: string;
  /** What it adds to the pointer of its object. */
  readonly step: string;
  readonly schema: AnySchemaObject;
  readonly required: boolean;
}

/** A schema with everything looked up that does not depend on the value. */
interface Node {
  readonly annotation: { readonly clause: string; readonly way: string } | null;
  /** Schemas that speak of the same value. */
  readonly same: readonly { readonly schema: AnySchemaObject; readonly base: string }[];
  readonly properties: readonly Property[];
  readonly known: ReadonlySet<string>;
  readonly rest: AnySchemaObject | null;
  readonly items: AnySchemaObject | null;
}

const isSchema = (value: unknown): value is AnySchemaObject => isRecord(value);
const entries = (value: unknown): (readonly [string, unknown])[] => (isRecord(value) ? Object.entries(value) : []);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const stepTo = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
export const pointerTo = (pointer: string, key: string): string => pointer + stepTo(key);

function annotationOf(schema: AnySchemaObject): Node['annotation'] {
  const clause: unknown = schema['clause'];
  const way: unknown = schema['way'];
  return typeof clause === 'string' ? { clause, way: typeof way === 'string' ? way : 'present' } : null;
}

function sameOf(schema: AnySchemaObject, base: string): Node['same'] {
  const ref: unknown = schema['$ref'];
  const resolved = typeof ref === 'string' ? resolveRef(ref, base) : undefined;
  const target = resolved === undefined || typeof ref !== 'string' ? [] : [{ schema: resolved, base: new URL(ref, base).href }];
  const parts = [...list(schema['allOf']), ...list(schema['anyOf']), ...list(schema['oneOf']), schema['then']];
  return [...target, ...parts.filter(isSchema).map((part) => ({ schema: part, base }))];
}

function read(schema: AnySchemaObject, base: string): Node {
  const required = list(schema['required']);
  const properties = entries(schema['properties']).flatMap(([key, part]) =>
    isSchema(part) ? [{ key, step: stepTo(key), schema: part, required: required.includes(key) }] : [],
  );
  const rest: unknown = schema['additionalProperties'];
  const items: unknown = schema['items'];
  return {
    annotation: annotationOf(schema),
    same: sameOf(schema, base),
    properties,
    known: new Set(properties.map(({ key }) => key)),
    rest: isSchema(rest) ? rest : null,
    items: isSchema(items) ? items : null,
  };
}

/** Schemas do not change, and every answer is judged by them. */
const nodes = new WeakMap<AnySchemaObject, Node>();

function nodeOf(schema: AnySchemaObject, base: string): Node {
  const found = nodes.get(schema);
  if (found !== undefined) return found;
  const made = read(schema, base);
  nodes.set(schema, made);
  return made;
}

function collectMembers({ properties, known, rest }: Node, visit: AnnotatedValue, into: Annotation[]): void {
  const { value, pointer, base } = visit;
  if (!isRecord(value)) return;
  for (const { key, step, schema, required } of properties) {
    if (required || Object.hasOwn(value, key)) collect({ schema, value: value[key], pointer: pointer + step, base }, into);
  }
  if (rest === null) return;
  for (const key of Object.keys(value)) {
    if (!known.has(key)) collect({ schema: rest, value: value[key], pointer: pointerTo(pointer, key), base }, into);
  }
}

function collect(visit: AnnotatedValue, into: Annotation[]): void {
  const { schema, value, pointer, base } = visit;
  const node = nodeOf(schema, base);
  if (node.annotation !== null) into.push({ pointer, ...node.annotation });
  for (const same of node.same) collect({ ...same, value, pointer }, into);
  collectMembers(node, visit, into);
  if (node.items === null) return;
  for (const [index, item] of list(value).entries())
    collect({ schema: node.items, value: item, pointer: `${pointer}/${index}`, base }, into);
}

/** Every place of the value that the schema judges, with the clause each leads to; outer places first. */
export function annotate(visit: AnnotatedValue): Annotation[] {
  const found: Annotation[] = [];
  collect(visit, found);
  return found;
}

/** A place that a schema speaks of, whatever the value: `result.beneficiaries[].status`. */
export interface Declared {
  readonly place: string;
  readonly clause: string;
  readonly way: string;
}

/** Every clause a schema leads to, with the place it is about; outer places first. */
export function declared(schema: AnySchemaObject, place: string, base: string): Declared[] {
  const { annotation, same, properties, rest, items } = nodeOf(schema, base);
  return [
    ...(annotation === null ? [] : [{ place, ...annotation }]),
    ...same.flatMap((part) => declared(part.schema, place, part.base)),
    ...properties.flatMap(({ key, schema: part }) => declared(part, `${place}.${key}`, base)),
    ...(rest === null ? [] : declared(rest, `${place}.*`, base)),
    ...(items === null ? [] : declared(items, `${place}[]`, base)),
  ];
}
