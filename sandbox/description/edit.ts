import type { ServiceResponse, ServiceRequest, Twist } from '../http/exchange.ts';
import { field, isObject, type Json, type JsonObject } from '../http/json.ts';
import { changeResponse, omit, type When } from '../twists/twists.ts';

export type Change = (value: Json | undefined) => Json | undefined;

export const isDocument: When = ({ path }) => path === '/v2/api-docs';

export const changeDocument = (change: (document: JsonObject, request: ServiceRequest) => Json): Twist =>
  changeResponse(isDocument, (response, request) => rewriteDocument(response, (document) => change(document, request)));

const rewriteDocument = (response: ServiceResponse, change: (document: JsonObject) => Json): ServiceResponse =>
  response.status === 200 && isObject(response.json) ? { ...response, json: change(response.json) } : response;

/** Changes the value at a place, or removes it when the change yields undefined. A place without a parent stays missing. */
export function editAt(value: JsonObject, [name, ...rest]: string[], change: Change): JsonObject {
  if (name === undefined) return value;
  const inner = field(value, name);
  if (rest.length > 0) return isObject(inner) ? { ...value, [name]: editAt(inner, rest, change) } : value;
  const next = change(inner);
  return next === undefined ? omit(value, name) : { ...value, [name]: next };
}

export const editPlaces = (...places: [place: string[], change: Change][]): Twist =>
  changeDocument((document) => places.reduce((changed, [place, change]) => editAt(changed, place, change), document));

export const removeValue: Change = () => undefined;
export const setTo =
  (value: Json): Change =>
  () =>
    value;

export const setPlaces = (...places: (readonly [place: readonly string[], value: Json])[]): Twist =>
  editPlaces(...places.map(([place, value]): [string[], Change] => [[...place], setTo(value)]));

/** Changes every method and path of the document. */
export const mapOperations = (document: JsonObject, change: (operation: JsonObject, path: string, method: string) => Json): JsonObject =>
  editAt(document, ['paths'], (paths) =>
    mapValues(paths, (item, path) =>
      mapValues(item, (operation, method) => (isObject(operation) ? change(operation, path, method) : operation)),
    ),
  );

/** Empty when the value is no object. */
export const listEntries = (value: Json | undefined): [name: string, inner: Json][] => Object.entries(isObject(value) ? value : {});

const mapValues = (value: Json | undefined, change: (inner: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(listEntries(value).map(([name, inner]) => [name, change(inner, name)]));

export const renameKeys =
  (rename: (name: string) => string): Change =>
  (value) =>
    Object.fromEntries(listEntries(value).map(([name, inner]) => [rename(name), inner]));

/** Changes every text of the document except names of fields. */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((inner) => mapTexts(inner, change));
  return isObject(value) ? mapValues(value, (inner) => mapTexts(inner, change)) : value;
}

/** Changes every schema, parameter and response, deepest first. */
export function mapObjects(value: Json, change: (object: JsonObject) => Json): Json {
  if (Array.isArray(value)) return value.map((inner) => mapObjects(inner, change));
  return isObject(value) ? change(mapValues(value, (inner) => mapObjects(inner, change))) : value;
}

export const describeParameter = (place: string, name: string): JsonObject => ({ name, in: place, required: true, type: 'string' });

/** Moves the parameter to another location, or adds it when it was not declared. */
const moveParameter =
  (name: string, place: string): Change =>
  (parameters) => {
    const listed = Array.isArray(parameters) ? parameters : [];
    const there = listed.some((one) => field(one, 'name') === name);
    return there
      ? listed.map((one) => (field(one, 'name') === name ? describeParameter(place, name) : one))
      : append(listed, describeParameter(place, name));
  };

export const displaceParameter = (method: string, path: string, name: string, place: string): Twist =>
  editPlaces([operationPath(method, path, 'parameters'), moveParameter(name, place)]);

export const operationPath = (method: string, path: string, ...inside: string[]): string[] => [
  'paths',
  path,
  method.toLowerCase(),
  ...inside,
];

export const resultPath = (method: string, path: string): string[] => operationPath(method, path, 'responses', '200', 'schema');

export const propertyPath = (model: string, name: string): string[] => ['definitions', model, 'properties', name];

export const append = (value: Json | undefined, ...more: Json[]): Json => [...(Array.isArray(value) ? value : []), ...more];

export const changeOperations = (change: (operation: JsonObject, path: string, method: string) => JsonObject): Twist =>
  changeDocument((document) => mapOperations(document, change));
