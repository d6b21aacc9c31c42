import { describeValue } from '../../core/describe.ts';
import { errorMessage } from '../../core/text.ts';
import { entriesAt, isRecord, recordMember, textAt } from '../../core/json.ts';
import {
  methods,
  type Defect,
  type DescribedOperation,
  type Description,
  type DescriptionReading,
  type Schema,
  type UnusableDocument,
} from './model.ts';
import { parseTemplate, withoutSlashes } from './path.ts';
import { readOperation, type RawOperation } from './operation.ts';
import { createSchemaReader } from './schema.ts';
import { resolveReference } from './reference.ts';

/** Longer texts are refused: 8 MiB is far above the largest known description. */
const mostCharacters = 8 * 1024 * 1024;
const mostDefects = 1000;

const createUnreadable = (problem: string): UnusableDocument => ({ ok: false, reason: 'unreadable', problems: [problem] });

function findUnusable(document: unknown): UnusableDocument | null {
  if (!isRecord(document)) return createUnreadable(`expected a JSON object, received ${describeValue(document)}`);
  const swagger = recordMember(document, 'swagger');
  const openapi = recordMember(document, 'openapi');
  if (swagger === '2.0' || swagger === 2) {
    return isRecord(recordMember(document, 'paths'))
      ? null
      : createUnreadable(`expected "paths" to be an object, received ${describeValue(recordMember(document, 'paths'))}`);
  }
  if (swagger === undefined && openapi === undefined) {
    return createUnreadable('expected an OpenAPI 2.0 description with "swagger": "2.0", received a JSON object without it');
  }
  const found = openapi === undefined ? `swagger ${describeValue(swagger)}` : `openapi ${describeValue(openapi)}`;
  return { ok: false, reason: 'other-format', problems: [`expected OpenAPI 2.0, "swagger": "2.0", received ${found}`] };
}

/** Sorted by path, so that the order of the document does not matter. */
function collectOperations(document: unknown): { readonly operations: readonly RawOperation[]; readonly defects: Defect[] } {
  const operations: RawOperation[] = [];
  const defects: Defect[] = [];
  for (const [path, spelled] of entriesAt(document, 'paths')) {
    if (path.startsWith('x-')) continue;
    const { value: item, problem } = resolveReference(document, spelled);
    if (problem !== null) defects.push({ place: `paths.${path}`, problem: `the path ${problem}` });
    const template = parseTemplate(path);
    for (const method of methods) {
      const raw = recordMember(item, method.toLowerCase());
      if (isRecord(raw)) operations.push({ method, path, template, item, raw });
      else if (raw !== undefined) defects.push({ place: `${method} ${path}`, problem: 'the operation is not an object' });
    }
  }
  return { operations: operations.sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0)), defects };
}

function readVersion(document: unknown): string | null {
  const version = recordMember(recordMember(document, 'info'), 'version');
  // A JSON reader no longer tells 1.0 from 1.
  if (Number.isInteger(version)) return `${String(version)}.0`;
  return typeof version === 'number' ? String(version) : typeof version === 'string' ? version : null;
}

/** Reads a parsed document, valid or not: every problem becomes a defect, and the rest is read. Never throws, never fetches. */
export function readDescription(document: unknown): DescriptionReading {
  const problem = findUnusable(document);
  if (problem !== null) return problem;
  const readSchema = createSchemaReader(document);
  const seen = new Set<Schema>();
  const { operations: all, defects } = collectOperations(document);
  const unresolved: Defect[] = [];
  const operations = new Map<string, DescribedOperation>();
  for (const one of all) {
    const key = `${one.method} ${one.template.shape}`;
    const isTaken = operations.has(key);
    if (isTaken) defects.push({ place: `${one.method} ${one.path}`, problem: 'the same method and path is described twice' });
    // Patterns such as {id:\d+} may separate the two, so the second keeps its written path.
    const template = isTaken ? { ...one.template, shape: one.path } : one.template;
    const read = readOperation(document, { ...one, template }, readSchema, seen);
    operations.set(isTaken ? `${one.method} ${one.path}` : key, read.operation);
    for (const defect of read.defects) defects.push(defect);
    for (const defect of read.unresolved) unresolved.push(defect);
  }
  const description: Description = {
    version: readVersion(document),
    basePath: withoutSlashes(`/${textAt(document, 'basePath') ?? ''}`),
    operations: [...operations.values()],
    defects: [...defects, ...unresolved].slice(0, mostDefects),
    isWhole: unresolved.length === 0,
  };
  return { ok: true, description };
}

export function parseDescription(text: string): DescriptionReading {
  if (text.length > mostCharacters) return createUnreadable(`expected at most ${mostCharacters} characters, received ${text.length}`);
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    return createUnreadable(`expected JSON, received ${describeValue(text)}: ${errorMessage(error)}`);
  }
  return readDescription(document);
}
