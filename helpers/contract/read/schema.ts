import { entriesAt, isRecord, isText, listAt, recordMember, textAt, type Json } from '../../core/json.ts';
import type { LazySchema, Schema } from './model.ts';
import { resolveReference } from './reference.ts';

export type ReadSchema = (raw: unknown) => Schema;

const types: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'file']);

/** Parts of one `allOf`, nested parts included. */
const mostParts = 64;

/** Properties that all `allOf` parts of a document may add; beyond this limit `allOf` adds nothing. */
const mostJoined = 200_000;

const noNames: ReadonlySet<string> = new Set();
const noProperties: ReadonlyMap<string, LazySchema> = new Map();

const silentSchema: Schema = {
  type: null,
  format: null,
  values: null,
  required: noNames,
  properties: noProperties,
  items: null,
  additional: null,
  unresolved: null,
};

interface Parts {
  readonly parts: readonly Json[];
  readonly problem: string | null;
}

/** The schema and its `allOf` parts, references resolved, each part once. */
function collectParts(document: unknown, raw: unknown, most: number): Parts {
  const parts = new Set<Json>();
  const waiting = [raw];
  let problem: string | null = null;
  while (waiting.length > 0 && parts.size < most) {
    const found = resolveReference(document, waiting.shift());
    if (found.value === null) problem ??= found.problem;
    else if (!parts.has(found.value)) {
      parts.add(found.value);
      waiting.push(...(listAt(found.value, 'allOf') ?? []).slice(0, most));
    }
  }
  return { parts: [...parts], problem };
}

/** Infers a missing type from the other keywords. */
function inferType(parts: readonly Json[]): string | null {
  if (parts.some((part) => entriesAt(part, 'properties').length > 0)) return 'object';
  return parts.some((part) => isRecord(recordMember(part, 'items'))) ? 'array' : null;
}

const readType = (parts: readonly Json[]): string | null =>
  parts.map((part) => textAt(part, 'type')?.toLowerCase()).find((type) => type !== undefined && types.has(type)) ?? inferType(parts);

function findFirst<Value>(parts: readonly Json[], read: (part: Json) => Value | null): Value | null {
  for (const part of parts) {
    const value = read(part);
    if (value !== null) return value;
  }
  return null;
}

function collectRequired(parts: readonly Json[]): ReadonlySet<string> {
  const names = parts.flatMap((part) => (listAt(part, 'required') ?? []).filter(isText));
  return names.length === 0 ? noNames : new Set(names);
}

/** A received JSON value may be too deep for JSON.stringify. */
function stringifySafely(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return 'a value too deep to write';
  }
}

function readEnum(part: Json): ReadonlySet<string> | null {
  const values = listAt(part, 'enum');
  return values === null || values.length === 0 ? null : new Set(values.map(stringifySafely));
}

/** Reads the schemas of one document, each once: a definition is the same object everywhere. */
export function createSchemaReader(document: unknown): ReadSchema {
  const known = new Map<Json, Schema>();
  let joinable = mostJoined;

  const deferRead = (raw: unknown): LazySchema => {
    let schema: Schema | undefined;
    return () => (schema ??= read(raw));
  };

  const readAdditional = (part: Json): LazySchema | 'none' | null => {
    const value = recordMember(part, 'additionalProperties');
    if (value === false) return 'none';
    return isRecord(value) ? deferRead(value) : null;
  };

  const readItems = (part: Json): LazySchema | null => {
    const items = recordMember(part, 'items');
    return isRecord(items) ? deferRead(items) : null;
  };

  function readProperties(parts: readonly Json[]): ReadonlyMap<string, LazySchema> {
    const spelled = new Map<string, unknown>();
    for (const [name, raw] of parts.flatMap((part) => entriesAt(part, 'properties'))) {
      if (spelled.has(name)) spelled.set(name, { allOf: [spelled.get(name), raw] });
      else spelled.set(name, raw);
    }
    if (spelled.size === 0) return noProperties;
    return new Map([...spelled].map(([name, raw]) => [name, deferRead(raw)]));
  }

  function joinParts({ parts, problem }: Parts): Schema {
    return {
      type: readType(parts),
      format: findFirst(parts, (part) => textAt(part, 'format')),
      values: findFirst(parts, readEnum),
      required: collectRequired(parts),
      properties: readProperties(parts),
      items: findFirst(parts, readItems),
      additional: findFirst(parts, readAdditional),
      unresolved: problem,
    };
  }

  function read(raw: unknown): Schema {
    const target = resolveReference(document, raw);
    if (target.value === null) return { ...silentSchema, unresolved: target.problem };
    const seen = known.get(target.value);
    if (seen !== undefined) return seen;
    const parts = collectParts(document, target.value, joinable > 0 ? mostParts : 1);
    const schema = joinParts(parts);
    if (parts.parts.length > 1) joinable -= schema.properties.size + parts.parts.length;
    known.set(target.value, schema);
    return schema;
  }

  return read;
}
