import type { CallbackTwist, Delivery } from '../service/callbacks.ts';
import { field, isObject, parseJson, type Json, type JsonObject } from '../http/json.ts';

export type CallbackKind = 'customer' | 'subAgent';
export type CallbackSubject = Parameters<CallbackTwist>[1];

/** Changes the callbacks of one kind of user, or of both. */
export const changeDeliveries =
  (kind: CallbackKind | 'both', change: (right: Delivery, onboarding: CallbackSubject) => Delivery[]): CallbackTwist =>
  (right, onboarding) =>
    kind === 'both' || onboarding.userType === kind ? change(right, onboarding) : [right];

const parseBody = ({ body }: Delivery): JsonObject => {
  const parsed = parseJson(Buffer.from(body));
  return !parsed.broken && isObject(parsed.body) ? parsed.body : {};
};

const withCallbackBody = (right: Delivery, change: (body: JsonObject) => Json): Delivery => ({
  ...right,
  body: JSON.stringify(change(parseBody(right))),
});

export const withCallbackResult = (right: Delivery, change: (result: JsonObject) => Json): Delivery =>
  withCallbackBody(right, (body) => {
    const result = field(body, 'result');
    return { ...body, result: change(isObject(result) ? result : {}) };
  });

export const changeCallbackBody = (kind: CallbackKind | 'both', change: (body: JsonObject) => Json): CallbackTwist =>
  changeDeliveries(kind, (right) => [withCallbackBody(right, change)]);

export const changeCallbackResult = (
  kind: CallbackKind | 'both',
  change: (result: JsonObject, onboarding: CallbackSubject) => Json,
): CallbackTwist => changeDeliveries(kind, (right, onboarding) => [withCallbackResult(right, (found) => change(found, onboarding))]);

export const changeCallbackHeaders = (change: Record<string, string>): CallbackTwist =>
  changeDeliveries('both', (right) => [{ ...right, headers: { ...right.headers, ...change } }]);
