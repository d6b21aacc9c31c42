import { createHash } from 'node:crypto';
import type { OpenAPI } from 'openapi-types';
import { member, recordMember } from '../../core/json.ts';
import { sha256 } from '../../core/sha256.ts';
import { shorten } from '../../core/text.ts';
import { resolveReference } from '../read/reference.ts';
import { longestPath } from '../read/walk.ts';
import type { LiveDocument } from './find.ts';

/** Larger documents are not validated: some rules compare every pair of list members. */
const limits = { values: 15_000, list: 500, depth: 64, name: longestPath };
const longestText = 100;

const mostDefects = 5;
const longestFact = 300;

class TooLarge extends Error {}

/** Shortens a text that no rule reads, so that no pattern searches it for long. */
const shortenLongText = (text: string): string =>
  text.length <= longestText ? text : `${text.slice(0, longestText / 2)} ${createHash('md5').update(text).digest('hex')}`;

interface ValidationCopy {
  readonly document: unknown;
  /** False when a parameter reference leads nowhere: the validator would then report missing parameters wrongly. */
  readonly isWhole: boolean;
}

/** A copy without parameter references, because the validator follows no reference. */
function copyForValidation(document: unknown): ValidationCopy {
  let left = limits.values;
  let isWhole = true;
  const resolveParameter = (spelled: unknown): unknown => {
    const { value } = resolveReference(document, spelled);
    isWhole &&= value !== null;
    return value ?? spelled;
  };
  const resolveMembers = (value: object): (readonly [string, unknown])[] =>
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      if (name.length > limits.name) throw new TooLarge();
      return [name, name === 'parameters' && Array.isArray(inner) ? inner.map(resolveParameter) : inner];
    });
  const copy = (value: unknown, depth: number): unknown => {
    left -= 1;
    if (left < 0 || depth > limits.depth) throw new TooLarge();
    if (typeof value === 'string') return shortenLongText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (!Array.isArray(value)) return Object.fromEntries(resolveMembers(value).map(([name, inner]) => [name, copy(inner, depth + 1)]));
    if (value.length > limits.list) throw new TooLarge();
    return value.map((item) => copy(item, depth + 1));
  };
  return { document: copy(document, 1), isWhole };
}

const isVersionTwo = (document: unknown): document is OpenAPI.Document =>
  ['2.0', 2].some((version) => recordMember(document, 'swagger') === version);

/** The path and its ancestors: for `/a/b` also `/a`. */
const listAncestorPaths = (path: string): readonly string[] =>
  path.split('/').flatMap((_part, index, parts) => (index === 0 ? [] : [parts.slice(0, index + 1).join('/')]));

/**
 * Errors against the schema of OpenAPI 2.0. Where a value fits none of several forms, the errors of each form say little, so one error
 * stands for all.
 */
function schemaDefects(details: readonly unknown[]): readonly string[] {
  const errors = details.map((error) => ({
    path: String(member(error, 'instancePath')),
    message: String(member(error, 'message')),
    ofForms: ['oneOf', 'anyOf'].includes(String(member(error, 'keyword'))),
  }));
  const formless = new Set(errors.filter(({ ofForms }) => ofForms).map(({ path }) => path));
  const shown = errors.flatMap(({ path, message }) => {
    const outermost = listAncestorPaths(path).find((place) => formless.has(place));
    return outermost === undefined ? `${path || '/'} ${message}` : `${outermost} fits none of the allowed forms`;
  });
  return [...new Set(shown)].sort();
}

/** The validator throws its findings; any other error says nothing about the document. */
function defectsIn(error: unknown): readonly string[] {
  const details = member(error, 'details');
  if (Array.isArray(details)) return schemaDefects(details);
  const message = error instanceof SyntaxError ? error.message : '';
  const found = /Validation failed\. (?<defect>.+)|(?<version>.*version number must be a string.*)/s.exec(message)?.groups;
  return [found?.['defect'] ?? found?.['version'] ?? 'the validator failed on the document'];
}

const resolveNothing = {
  resolve: { external: false, file: false, http: false },
  dereference: { excludedPathMatcher: () => true },
} as const;

async function runValidator(document: OpenAPI.Document, isWhole: boolean): Promise<readonly string[]> {
  // Loaded here because most commands read no description.
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  try {
    await SwaggerParser.validate(document, { ...resolveNothing, validate: { schema: true, spec: isWhole } });
    return [];
  } catch (error) {
    return defectsIn(error);
  }
}

const defectCache = new Map<string, Promise<readonly string[]>>();
const mostKnown = 32;

/** Two documents that differ only in a plain host have the same defects, and validation is slow, so they share a key. */
function hashDocument(document: OpenAPI.Document): string {
  const host = recordMember(document, 'host');
  const isPlain = typeof host === 'string' && /^[\w.-]+(:\d+)?$/.test(host);
  return sha256(JSON.stringify(isPlain ? { ...document, host: 'host' } : document));
}

function findDefects(document: unknown): Promise<readonly string[]> {
  const copy = copyForValidation(document);
  if (!isVersionTwo(copy.document)) return Promise.resolve([]);
  const key = hashDocument(copy.document);
  const found = defectCache.get(key) ?? runValidator(copy.document, copy.isWhole);
  if (defectCache.size >= mostKnown) defectCache.clear();
  defectCache.set(key, found);
  return found;
}

async function describeDefects(document: unknown, source: string): Promise<readonly string[]> {
  try {
    const defects = await findDefects(document);
    const rest = defects.length - mostDefects;
    const shown = [...defects.slice(0, mostDefects), ...(rest > 0 ? [`and ${rest} more`] : [])];
    return shown.map((defect) => shorten(`not valid OpenAPI 2.0${source}: ${defect}`, longestFact));
  } catch (error) {
    if (error instanceof TooLarge) return [`not validated as OpenAPI 2.0${source}: it is too large`];
    throw error;
  }
}

/** The validator's findings, in words: observations next to those of the comparison. */
export async function collectValidationFacts(documents: readonly LiveDocument[]): Promise<readonly string[]> {
  const facts: string[] = [];
  for (const { source, document } of documents) {
    facts.push(...(await describeDefects(document, documents.length > 1 ? ` (${source})` : '')));
  }
  return facts;
}
