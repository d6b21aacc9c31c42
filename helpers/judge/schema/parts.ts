import type { AnySchemaObject } from 'ajv/dist/2020.js';
import { member } from '../../core/json.ts';
import { collectDeclaredPlaces } from './annotations.ts';

/** No list of the interface comes near this. Errors for a hundred thousand items at once would fill the memory. */
const MOST_ITEMS = 1000;

export interface Part {
  readonly value: unknown;
  /** The index of the first item, by the pointer of its list. */
  readonly firstIndexByList: ReadonlyMap<string, number>;
}

type Path = readonly string[];

const listPathsCache = new WeakMap<AnySchemaObject, readonly Path[]>();

/** Places of lists whose items the schema judges, outer lists only. */
function findListPaths(schema: AnySchemaObject): readonly Path[] {
  const known = listPathsCache.get(schema);
  if (known !== undefined) return known;
  const places = collectDeclaredPlaces(schema, '', String(schema.$id)).flatMap(({ place }) =>
    place.includes('[]') ? (place.split('[]')[0] ?? []) : [],
  );
  const made = [...new Set(places)].map((place) => place.split('.').slice(1));
  listPathsCache.set(schema, made);
  return made;
}

const valueAtPath = (value: unknown, path: Path): unknown => path.reduce<unknown>(member, value);

const countParts = (list: unknown): number => (Array.isArray(list) ? Math.ceil(list.length / MOST_ITEMS) : 0);

function replaceAtPath(value: unknown, [key, ...rest]: Path, list: readonly unknown[]): unknown {
  if (key === undefined) return list;
  return typeof value === 'object' ? { ...value, [key]: replaceAtPath(member(value, key), rest, list) } : value;
}

/** Part number `nth`; a list with fewer parts gives its last one. */
function takePart(value: unknown, paths: readonly Path[], nth: number): Part {
  const begins = new Map<string, number>();
  const taken = paths.reduce<unknown>((whole, path) => {
    const list: unknown = valueAtPath(whole, path);
    if (!Array.isArray(list)) return whole;
    const begin = Math.min(nth, countParts(list) - 1) * MOST_ITEMS;
    begins.set(path.map((key) => `/${key}`).join(''), begin);
    return replaceAtPath(whole, path, list.slice(begin, begin + MOST_ITEMS));
  }, value);
  return { value: taken, firstIndexByList: begins };
}

/** The value itself, or its parts when a list is long: a schema judges each item separately. */
export function* splitIntoParts(value: unknown, schema: AnySchemaObject): Generator<Part, void> {
  const long = findListPaths(schema).filter((path) => countParts(valueAtPath(value, path)) > 1);
  const parts = Math.max(1, ...long.map((path) => countParts(valueAtPath(value, path))));
  for (let nth = 0; nth < parts; nth += 1) yield takePart(value, long, nth);
}
