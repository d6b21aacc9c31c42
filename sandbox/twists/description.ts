import type { Answer, Ask, Twist } from '../exchange.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { answering } from '../twists.ts';
import { gone, type Bad } from './damage.ts';

/** A place in a document: `['paths', '/error', 'patch']`. */
export type Place = readonly string[];

function put(value: Json, [name = '', ...rest]: Place, bad: Bad): Json {
  if (!isObject(value)) return value;
  if (rest.length > 0) return { ...value, [name]: put(value[name] ?? {}, rest, bad) };
  const others = Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  return bad === gone ? others : { ...others, [name]: bad };
}

/** Another live description than the honest one. */
export const describedAs = (change: (document: JsonObject) => Json): Twist =>
  answering(
    ({ path }: Ask) => path === '/v2/api-docs',
    (answer: Answer) => (isObject(answer.json) ? { ...answer, json: change(answer.json) } : answer),
  );

/** The live description with something bad at some places. */
export const describedWith = (...changes: readonly (readonly [place: Place, bad: Bad])[]): Twist =>
  describedAs((document) => changes.reduce<Json>((changed, [place, bad]) => put(changed, place, bad), document));

/** Every operation under a path prefix, changed. */
export const everyOperation = (prefix: string, change: (operation: JsonObject) => JsonObject): Twist =>
  describedAs((document) => {
    const paths = Object.entries(isObject(document['paths']) ? document['paths'] : {}).map(([path, item]) => {
      if (!path.startsWith(prefix) || !isObject(item)) return [path, item] as const;
      const operations = Object.entries(item).map(([method, operation]) => [method, isObject(operation) ? change(operation) : operation]);
      return [path, Object.fromEntries(operations) as Json] as const;
    });
    return { ...document, paths: Object.fromEntries(paths) };
  });
