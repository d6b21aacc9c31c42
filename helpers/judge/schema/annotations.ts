import { isRecord, toList } from '../../core/json.ts';
import type { AnySchemaObject } from 'ajv/dist/2020.js';
import { resolveRef } from './schemas.ts';

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
  /** The `$id` that resolves relative references. */
  readonly base: string;
}

interface Property {
  readonly key: string;
  readonly step: string;
  readonly schema: AnySchemaObject;
  readonly required: boolean;
}

/** A schema with everything resolved that does not depend on the value. */
interface SchemaNode {
  readonly annotation: { readonly clause: string; readonly way: string } | null;
  readonly same: readonly { readonly schema: AnySchemaObject; readonly base: string }[];
  readonly properties: readonly Property[];
  readonly known: ReadonlySet<string>;
  readonly rest: AnySchemaObject | null;
  readonly items: AnySchemaObject | null;
}

const isSchema = (value: unknown): value is AnySchemaObject => isRecord(value);
const recordEntries = (value: unknown): (readonly [string, unknown])[] => (isRecord(value) ? Object.entries(value) : []);

const toPointerStep = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
export const extendPointer = (pointer: string, key: string): string => pointer + toPointerStep(key);

function readAnnotation(schema: AnySchemaObject): SchemaNode['annotation'] {
  const clause: unknown = schema['clause'];
  const way: unknown = schema['way'];
  return typeof clause === 'string' ? { clause, way: typeof way === 'string' ? way : 'present' } : null;
}

function collectSameValueSchemas(schema: AnySchemaObject, base: string): SchemaNode['same'] {
  const ref: unknown = schema['$ref'];
  const resolved = typeof ref === 'string' ? resolveRef(ref, base) : undefined;
  const target = resolved === undefined || typeof ref !== 'string' ? [] : [{ schema: resolved, base: new URL(ref, base).href }];
  const parts = [...toList(schema['allOf']), ...toList(schema['anyOf']), ...toList(schema['oneOf']), schema['then']];
  return [...target, ...parts.filter(isSchema).map((part) => ({ schema: part, base }))];
}

function readNode(schema: AnySchemaObject, base: string): SchemaNode {
  const required = toList(schema['required']);
  const properties = recordEntries(schema['properties']).flatMap(([key, part]) =>
    isSchema(part) ? [{ key, step: toPointerStep(key), schema: part, required: required.includes(key) }] : [],
  );
  const rest: unknown = schema['additionalProperties'];
  const items: unknown = schema['items'];
  return {
    annotation: readAnnotation(schema),
    same: collectSameValueSchemas(schema, base),
    properties,
    known: new Set(properties.map(({ key }) => key)),
    rest: isSchema(rest) ? rest : null,
    items: isSchema(items) ? items : null,
  };
}

/** A cache: schemas never change, and they judge every answer. */
const nodeCache = new WeakMap<AnySchemaObject, SchemaNode>();

function readNodeOnce(schema: AnySchemaObject, base: string): SchemaNode {
  const found = nodeCache.get(schema);
  if (found !== undefined) return found;
  const made = readNode(schema, base);
  nodeCache.set(schema, made);
  return made;
}

function collectMembers({ properties, known, rest }: SchemaNode, visit: AnnotatedValue, into: Annotation[]): void {
  const { value, pointer, base } = visit;
  if (!isRecord(value)) return;
  for (const { key, step, schema, required } of properties) {
    if (required || Object.hasOwn(value, key)) collectAnnotations({ schema, value: value[key], pointer: pointer + step, base }, into);
  }
  if (rest === null) return;
  for (const key of Object.keys(value)) {
    if (!known.has(key)) collectAnnotations({ schema: rest, value: value[key], pointer: extendPointer(pointer, key), base }, into);
  }
}

function collectAnnotations(visit: AnnotatedValue, into: Annotation[]): void {
  const { schema, value, pointer, base } = visit;
  const node = readNodeOnce(schema, base);
  if (node.annotation !== null) into.push({ pointer, ...node.annotation });
  for (const same of node.same) collectAnnotations({ ...same, value, pointer }, into);
  collectMembers(node, visit, into);
  if (node.items === null) return;
  for (const [index, item] of toList(value).entries())
    collectAnnotations({ schema: node.items, value: item, pointer: `${pointer}/${index}`, base }, into);
}

/** Every place that the schema judges, with its clause; outer places first. */
export function annotateValue(visit: AnnotatedValue): Annotation[] {
  const found: Annotation[] = [];
  collectAnnotations(visit, found);
  return found;
}

/** A place that a schema describes, independent of the value: `result.beneficiaries[].status`. */
export interface DeclaredPlace {
  readonly place: string;
  readonly clause: string;
  readonly way: string;
}

export function collectDeclaredPlaces(schema: AnySchemaObject, place: string, base: string): DeclaredPlace[] {
  const { annotation, same, properties, rest, items } = readNodeOnce(schema, base);
  return [
    ...(annotation === null ? [] : [{ place, ...annotation }]),
    ...same.flatMap((part) => collectDeclaredPlaces(part.schema, place, part.base)),
    ...properties.flatMap(({ key, schema: part }) => collectDeclaredPlaces(part, `${place}.${key}`, base)),
    ...(rest === null ? [] : collectDeclaredPlaces(rest, `${place}.*`, base)),
    ...(items === null ? [] : collectDeclaredPlaces(items, `${place}[]`, base)),
  ];
}
