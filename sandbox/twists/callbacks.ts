import type { CallbackTwist, Delivery } from '../service/callbacks.ts';
import { field, isObject, parse, type Json, type JsonObject } from '../http/json.ts';

/** Building blocks for wrong and different callbacks. */

export type Kind = 'customer' | 'subAgent';
export type About = Parameters<CallbackTwist>[1];

/** Changes what leaves about one kind of user, or about both. */
export const about =
  (kind: Kind | 'both', change: (right: Delivery, onboarding: About) => Delivery[]): CallbackTwist =>
  (right, onboarding) =>
    kind === 'both' || onboarding.userType === kind ? change(right, onboarding) : [right];

const parseBody = ({ body }: Delivery): JsonObject => {
  const parsed = parse(Buffer.from(body));
  return !parsed.broken && isObject(parsed.body) ? parsed.body : {};
};

const withBody = (right: Delivery, change: (body: JsonObject) => Json): Delivery => ({
  ...right,
  body: JSON.stringify(change(parseBody(right))),
});

export const withResult = (right: Delivery, change: (result: JsonObject) => Json): Delivery =>
  withBody(right, (body) => {
    const result = field(body, 'result');
    return { ...body, result: change(isObject(result) ? result : {}) };
  });

export const body = (kind: Kind | 'both', change: (body: JsonObject) => Json): CallbackTwist =>
  about(kind, (right) => [withBody(right, change)]);

export const result = (kind: Kind | 'both', change: (result: JsonObject, onboarding: About) => Json): CallbackTwist =>
  about(kind, (right, onboarding) => [withResult(right, (found) => change(found, onboarding))]);

export const headers = (change: Record<string, string>): CallbackTwist =>
  about('both', (right) => [{ ...right, headers: { ...right.headers, ...change } }]);
