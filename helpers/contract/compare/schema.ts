import type { Difference, SchemaKinds } from './difference.ts';
import type { Schema } from '../read/model.ts';
import { joinMemberPath } from '../read/walk.ts';

/** Pairs of schemas that agree, and how many more pairs may be compared. One per comparison of descriptions. */
export interface ComparisonMemory {
  readonly agreeing: Map<SchemaKinds, Map<Schema, Set<Schema>>>;
  left: number;
}

/** The limit keeps a hostile description from stalling the comparison. */
export const createComparisonMemory = (): ComparisonMemory => ({ agreeing: new Map(), left: 2_000_000 });

interface SchemaPair {
  readonly expected: Schema;
  readonly live: Schema;
  readonly path: string;
}

const formatType = ({ type, format }: Schema): string => (format === null ? (type ?? 'any type') : `${type ?? 'any type'} (${format})`);

const subtractSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): readonly string[] =>
  [...one].filter((value) => !other.has(value));

/** A type that one side omits is no contradiction. */
function compareTypes({ type: expected }: Schema, { type: live }: Schema, kinds: SchemaKinds): Difference['kind'] | null {
  if (expected === null || live === null || expected === live) return null;
  if (expected === 'number' && live === 'integer') return null;
  return expected === 'integer' && live === 'number' ? kinds.number : kinds.type;
}

function compareFormats({ expected, live, path }: SchemaPair, kinds: SchemaKinds): readonly Difference[] {
  const differs =
    expected.type === live.type &&
    expected.format !== null &&
    live.format !== null &&
    expected.format.toLowerCase() !== live.format.toLowerCase();
  return differs ? [{ kind: kinds.format, place: path, expected: formatType(expected), live: formatType(live) }] : [];
}

/** More values to send, or fewer to receive, harm no partner. */
function compareValues({ expected, live, path }: SchemaPair, kinds: SchemaKinds): readonly Difference[] {
  if (expected.values === null || live.values === null) return [];
  const lacking = subtractSet(expected.values, live.values);
  const added = subtractSet(live.values, expected.values);
  if (lacking.length === 0 && added.length === 0) return [];
  const harms = kinds.isSent ? lacking.length > 0 : added.length > 0;
  const listed = (values: ReadonlySet<string>): string => `one of ${[...values].sort().join(', ')}`;
  return [{ kind: harms ? kinds.values : 'values-differ', place: path, expected: listed(expected.values), live: listed(live.values) }];
}

function compareRequired({ expected, live, path }: SchemaPair, kinds: SchemaKinds): readonly Difference[] {
  if (kinds.isSent) {
    return subtractSet(live.required, expected.required).map((name) => ({
      kind: 'field-required',
      place: joinMemberPath(path, name),
      expected: expected.properties.has(name) ? 'optional' : 'not there',
      live: 'required',
    }));
  }
  // An absent list says nothing; a present one promises the fields it names.
  if (live.required.size === 0) return [];
  const optional = subtractSet(expected.required, live.required).filter((name) => live.properties.has(name));
  return optional.map((name) => ({
    kind: 'response-field-optional',
    place: joinMemberPath(path, name),
    expected: 'required',
    live: 'optional',
  }));
}

/** Fields of the contract that a live object with other listed fields lacks. A bare object or a map may hold anything. */
function findMissingFields({ expected, live, path }: SchemaPair, kinds: SchemaKinds): readonly Difference[] {
  if (live.properties.size === 0 || live.additional !== null) return [];
  const names = [...expected.properties.keys()].filter((name) => !live.properties.has(name));
  return names.map((name) => {
    const schema = expected.properties.get(name)?.();
    return {
      kind: kinds.missing,
      place: joinMemberPath(path, name),
      expected: schema === undefined ? 'there' : formatType(schema),
      live: 'not there',
    };
  });
}

function findClosedObject({ expected, live, path }: SchemaPair, kinds: SchemaKinds): readonly Difference[] {
  const isClosed = kinds.isSent && live.additional === 'none' && expected.additional !== null && expected.additional !== 'none';
  return isClosed ? [{ kind: 'request-closed', place: path, expected: 'further fields', live: 'no further fields' }] : [];
}

/** The next pairs of schemas. A live map may hold the expected fields, so its values are compared with them. */
function collectPairsBelow({ expected, live, path }: SchemaPair): readonly SchemaPair[] {
  const values = live.additional === 'none' ? null : live.additional;
  const pairs: SchemaPair[] = [];
  for (const [name, later] of expected.properties) {
    const other = live.properties.get(name) ?? values;
    if (other !== null) pairs.push({ expected: later(), live: other(), path: joinMemberPath(path, name) });
  }
  if (expected.items !== null && live.items !== null)
    pairs.push({ expected: expected.items(), live: live.items(), path: joinMemberPath(path, '[]') });
  if (expected.additional !== null && expected.additional !== 'none' && values !== null)
    pairs.push({ expected: expected.additional(), live: values(), path: joinMemberPath(path, '*') });
  return pairs;
}

function comparePair(pair: SchemaPair, kinds: SchemaKinds): { readonly found: readonly Difference[]; readonly leadsOn: boolean } {
  const kind = compareTypes(pair.expected, pair.live, kinds);
  if (kind !== null)
    return {
      found: [{ kind, place: pair.path, expected: formatType(pair.expected), live: formatType(pair.live) }],
      leadsOn: kind === kinds.number,
    };
  const rules = [compareFormats, compareValues, compareRequired, findMissingFields, findClosedObject];
  return { found: rules.flatMap((rule) => rule(pair, kinds)), leadsOn: true };
}

/** True when the pair is new; adds it. */
function addPair(pairs: Map<Schema, Set<Schema>>, { expected, live }: SchemaPair): boolean {
  const others = pairs.get(expected) ?? new Set<Schema>();
  if (others.has(live)) return false;
  pairs.set(expected, others.add(live));
  return true;
}

/** Contradictions of two schemas. Each pair is compared once, nearest first, so that schemas may be recursive. */
export function compareSchemas(expected: Schema, live: Schema, kinds: SchemaKinds, memory: ComparisonMemory): readonly Difference[] {
  const agreeing = memory.agreeing.get(kinds) ?? new Map<Schema, Set<Schema>>();
  memory.agreeing.set(kinds, agreeing);
  const isKnown = (pair: SchemaPair): boolean => agreeing.get(pair.expected)?.has(pair.live) === true;
  const seen = new Map<Schema, Set<Schema>>();
  const found: Difference[] = [];
  const pairs: SchemaPair[] = [{ expected, live, path: '' }];
  for (const pair of pairs) {
    if (isKnown(pair) || !addPair(seen, pair)) continue;
    if (memory.left-- <= 0) break;
    const here = comparePair(pair, kinds);
    for (const one of here.found) found.push(one);
    if (here.leadsOn) for (const next of collectPairsBelow(pair)) pairs.push(next);
  }
  // No difference below: these pairs agree wherever they appear again.
  if (found.length === 0) for (const pair of pairs) addPair(agreeing, pair);
  return found;
}
