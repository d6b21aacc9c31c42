import type { ServiceResponse, Twist } from '../http/exchange.ts';
import { isObject, type Json } from '../http/json.ts';
import { changeResponse, on, apiResult, succeeded, omit } from './twists.ts';

/** Removes the field. */
export const missingField = Symbol('gone');

/** Writes the right value in another type; `example` only names the fault. */
export class Retyped {
  readonly example: Json;
  readonly write: (right: Json) => Json;

  constructor(example: Json, write: (right: Json) => Json) {
    this.example = example;
    this.write = write;
  }
}

export type WrongValue = Json | typeof missingField | Retyped;

function withValueInObject(value: Json, [name = '', ...rest]: readonly string[], bad: WrongValue): Json {
  if (Array.isArray(value) && name === '[]') return value.map((item) => withValueAt(item, rest, bad));
  if (!isObject(value)) return value;
  if (rest.length === 0 && bad === missingField) return omit(value, name);
  return { ...value, [name]: withValueAt(value[name] ?? null, rest, bad) };
}

/** Puts a wrong value at a place: `['beneficiaries', '[]', 'status']` changes every item. */
function withValueAt(value: Json, path: readonly string[], bad: WrongValue): Json {
  if (path.length > 0) return withValueInObject(value, path, bad);
  if (bad instanceof Retyped) return bad.write(value);
  return bad === missingField ? value : bad;
}

const splitPlace = (place: string): string[] => place.split(/\.|(?=\[\])/).filter((part) => part !== '');

/** Puts a wrong value into every successful result. An empty place is the result itself. */
export const wrongResult = (operation: string, place: string, bad: WrongValue): Twist =>
  changeResponse(on(operation), (response) => withWrongValue(response, place, bad));

export function withWrongValue(response: ServiceResponse, place: string, bad: WrongValue): ServiceResponse {
  const result = apiResult(response);
  if (!succeeded(response) || !isObject(response.json) || result === undefined) return response;
  return { ...response, json: { ...response.json, result: withValueAt(result, splitPlace(place), bad) } };
}

/** Other values than text become JSON. */
export const asText = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

export const withJson = (response: ServiceResponse, json: Json): ServiceResponse => ({ ...response, json });
