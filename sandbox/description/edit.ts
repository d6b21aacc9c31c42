import type { Answer, Ask, Twist } from '../http/exchange.ts';
import { field, isObject, type Json, type JsonObject } from '../http/json.ts';
import { answering, without, type When } from '../twists/twists.ts';

/** Pieces that make the served description another one. */

export type Change = (value: Json | undefined) => Json | undefined;

export const isDocument: When = ({ path }) => path === '/v2/api-docs';

/** Another document wherever one is served. */
export const described = (change: (document: JsonObject, ask: Ask) => Json): Twist =>
  answering(isDocument, (answer, ask) => rewritten(answer, (document) => change(document, ask)));

const rewritten = (answer: Answer, change: (document: JsonObject) => Json): Answer =>
  answer.status === 200 && isObject(answer.json) ? { ...answer, json: change(answer.json) } : answer;

/** The value at this place made another one, or removed where the change yields none; a place whose surroundings are missing stays so. */
export function edit(value: JsonObject, [name, ...rest]: string[], change: Change): JsonObject {
  if (name === undefined) return value;
  const inner = field(value, name);
  if (rest.length > 0) return isObject(inner) ? { ...value, [name]: edit(inner, rest, change) } : value;
  const next = change(inner);
  return next === undefined ? without(value, name) : { ...value, [name]: next };
}

/** Several places changed, one after the other. */
export const edited = (...places: [place: string[], change: Change][]): Twist =>
  described((document) => places.reduce((changed, [place, change]) => edit(changed, place, change), document));

export const gone: Change = () => undefined;
export const set =
  (value: Json): Change =>
  () =>
    value;

/** Several places filled with other values. */
export const putting = (...places: (readonly [place: readonly string[], value: Json])[]): Twist =>
  edited(...places.map(([place, value]): [string[], Change] => [[...place], set(value)]));

/** Every method and path the document describes. */
export const everyOperation = (document: JsonObject, change: (operation: JsonObject, path: string, method: string) => Json): JsonObject =>
  edit(document, ['paths'], (paths) =>
    mapped(paths, (item, path) => mapped(item, (operation, method) => (isObject(operation) ? change(operation, path, method) : operation))),
  );

/** Names and values of an object; none where there is no object. */
export const entriesOf = (value: Json | undefined): [name: string, inner: Json][] => Object.entries(isObject(value) ? value : {});

/** The same object with each value made another one. */
export const mapped = (value: Json | undefined, change: (inner: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(entriesOf(value).map(([name, inner]) => [name, change(inner, name)]));

/** The same object under other names. */
export const renamed =
  (rename: (name: string) => string): Change =>
  (value) =>
    Object.fromEntries(entriesOf(value).map(([name, inner]) => [rename(name), inner]));

/** Every text in the document, names of fields aside. */
export function everyText(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((inner) => everyText(inner, change));
  return isObject(value) ? mapped(value, (inner) => everyText(inner, change)) : value;
}

/** Every schema, parameter and response, deepest first. */
export function everyObject(value: Json, change: (object: JsonObject) => Json): Json {
  if (Array.isArray(value)) return value.map((inner) => everyObject(inner, change));
  return isObject(value) ? change(mapped(value, (inner) => everyObject(inner, change))) : value;
}

export const parameter = (place: string, name: string): JsonObject => ({ name, in: place, required: true, type: 'string' });

/** A parameter of this name in another location; added where it was not declared. */
export const moved =
  (name: string, place: string): Change =>
  (parameters) => {
    const listed = Array.isArray(parameters) ? parameters : [];
    const there = listed.some((one) => field(one, 'name') === name);
    return there
      ? listed.map((one) => (field(one, 'name') === name ? parameter(place, name) : one))
      : appended(listed, parameter(place, name));
  };

export const operationAt = (method: string, path: string, ...inside: string[]): string[] => [
  'paths',
  path,
  method.toLowerCase(),
  ...inside,
];

export const resultOf = (method: string, path: string): string[] => operationAt(method, path, 'responses', '200', 'schema');

/** A field of a model. */
export const property = (model: string, name: string): string[] => ['definitions', model, 'properties', name];

export const appended = (value: Json | undefined, ...more: Json[]): Json => [...(Array.isArray(value) ? value : []), ...more];

export const everywhere = (change: (operation: JsonObject, path: string, method: string) => JsonObject): Twist =>
  described((document) => everyOperation(document, change));
