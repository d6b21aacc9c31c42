import type { Answer, Ask, Twist } from '../http/exchange.ts';
import { isObject, type Json, type JsonObject } from '../http/json.ts';
import { answering, on, resultOf, succeeded, without } from './twists.ts';

/** In place of a value: the field is left out. */
export const gone = Symbol('gone');

export type Bad = Json | typeof gone;

function inObject(value: Json, [name = '', ...rest]: readonly string[], bad: Bad): Json {
  if (Array.isArray(value) && name === '[]') return value.map((item) => changed(item, rest, bad));
  if (!isObject(value)) return value;
  if (rest.length === 0 && bad === gone) return without(value, name);
  return { ...value, [name]: changed(value[name] ?? null, rest, bad) };
}

/** The value with something bad at a place: `['beneficiaries', '[]', 'status']` is in every item. */
function changed(value: Json, path: readonly string[], bad: Bad): Json {
  if (path.length > 0) return inObject(value, path, bad);
  return bad === gone ? value : bad;
}

const partsOf = (place: string): string[] => place.split(/\.|(?=\[\])/).filter((part) => part !== '');

/** Something bad at a place of every successful result of an operation; an empty place is the result itself. */
export const badResult = (operation: string, place: string, bad: Bad): Twist =>
  answering(on(operation), (answer) => withBad(answer, place, bad));

export function withBad(answer: Answer, place: string, bad: Bad): Answer {
  const result = resultOf(answer);
  if (!succeeded(answer) || !isObject(answer.json) || result === undefined) return answer;
  return { ...answer, json: { ...answer.json, result: changed(result, partsOf(place), bad) } };
}

/** Text as it is, anything else as it is written. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** Another body in place of the envelope. */
export const withBody = (answer: Answer, json: Json): Answer => ({ ...answer, json });

/** Sends the ask on with another JSON payload. */
export const withPayload = (ask: Ask, change: (payload: JsonObject) => Json): Ask =>
  isObject(ask.body) ? { ...ask, body: change(ask.body) } : ask;
