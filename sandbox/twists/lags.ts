import { API_CODES } from '../http/codes.ts';
import type { ServiceRequest, ServiceResponse, Twist } from '../http/exchange.ts';
import { field, type Json } from '../http/json.ts';
import type { User } from '../state/store.ts';
import { findCustomer } from './history.ts';
import { isWellFormed, lastSegment, requestedSession } from './requests.ts';
import { envelopeResponse } from './responses.ts';
import { asText, withWrongValue } from './results.ts';
import { apiResult, on, succeeded } from './twists.ts';

/** One look at what was just written finds nothing, or the state before: the first, or the second where every other read comes from a copy. */
const lateForOneLook =
  (
    operation: string,
    keyOf: (request: ServiceRequest) => string,
    late: (response: ServiceResponse) => ServiceResponse,
    lateLook: 1 | 2 = 1,
  ): Twist =>
  (right) => {
    const looks = new Map<string, number>();
    return async (request) => {
      const response = await right(request);
      if (!on(operation)(request) || !succeeded(response)) return response;
      const look = (looks.get(keyOf(request)) ?? 0) + 1;
      looks.set(keyOf(request), look);
      return look === lateLook ? late(response) : response;
    };
  };

/** The first look is not permitted, as if another agent had written it. */
export const forbiddenAtFirst = (operation: string): Twist => lateForOneLook(operation, lastSegment, () => ({ status: 403, headers: {} }));

export const refusedBySecondCopy = (operation: string): Twist =>
  lateForOneLook(operation, lastSegment, () => envelopeResponse(API_CODES.notFound, 'not.known'), 2);

/** Each session is unknown to OP-14 at the first look. */
export const sessionsKnownLate: Twist = lateForOneLook('OP-14', requestedSession, () =>
  envelopeResponse(API_CODES.notFound, 'session.not.known'),
);

export const refusedAtFirst = (operation: string, code: number = API_CODES.notFound): Twist =>
  lateForOneLook(operation, lastSegment, () => envelopeResponse(code, 'not.known'));

/** Once any mobile has a code, the next two that each mobile asks for come too soon. */
export const codesOneByOne: Twist = (right) => {
  let hasServed = false;
  const refused = new Map<string, number>();
  return async (request) => {
    if (!on('OP-3')(request) || !isWellFormed(request)) return right(request);
    const mobile = asText(field(request.body, 'object'));
    const times = refused.get(mobile) ?? 0;
    if (hasServed && times < 2) {
      refused.set(mobile, times + 1);
      return envelopeResponse(API_CODES.validationFailed, 'otp.too.soon');
    }
    const response = await right(request);
    hasServed ||= succeeded(response);
    return response;
  };
};

/** The next code of anybody. */
const codePauseMs = 60;

export const codesPaced: Twist = (right) => {
  let sentAt = 0;
  return async (request) => {
    if (!on('OP-3')(request) || !isWellFormed(request)) return right(request);
    if (request.clock.now() < sentAt + codePauseMs) return envelopeResponse(API_CODES.validationFailed, 'otp.too.soon');
    const response = await right(request);
    if (succeeded(response)) sentAt = request.clock.now();
    return response;
  };
};

/** After such writes, a look at OP-6 shows a field as it was: the first look, or the second one, as where every other read comes from a copy. */
const staleDetail =
  (name: 'beneficiaries' | 'limitLeft', staleLook: 1 | 2, ...writes: readonly string[]): Twist =>
  (right) => {
    const shown = new Map<User, Json>();
    const stale = new Map<User, { readonly before: Json | undefined; looks: number }>();
    return async (request) => {
      const response = await right(request);
      const sender = findCustomer(request);
      if (sender === undefined || !succeeded(response)) return response;
      if (on(...writes)(request)) stale.set(sender, { before: shown.get(sender) ?? (name === 'beneficiaries' ? [] : undefined), looks: 0 });
      if (!on('OP-6')(request)) return response;
      shown.set(sender, field(apiResult(response), name) ?? []);
      const late = stale.get(sender);
      if (late !== undefined) late.looks += 1;
      return late?.before !== undefined && late.looks === staleLook ? withWrongValue(response, name, late.before) : response;
    };
  };

export const staleList: Twist = staleDetail('beneficiaries', 1, 'OP-7', 'OP-13');
export const listOfCopy: Twist = staleDetail('beneficiaries', 2, 'OP-7', 'OP-13');
export const staleLimits: Twist = staleDetail('limitLeft', 1, 'OP-9');

const showNew = (response: ServiceResponse): ServiceResponse => withWrongValue(response, 'isOldUser', 'false');

/** OP-1 calls a user new once more after the tag, or does not know it: at the first look, or at the second one. */
const newAtLook =
  (staleLook: 1 | 2, late = showNew): Twist =>
  (right) => {
    const looks = new Map<string, number>();
    const keyOf = ({ agent, path }: ServiceRequest): string => [agent?.id, ...path.split('/').slice(-2)].join(' ');
    return async (request) => {
      const response = await right(request);
      const key = keyOf(request);
      const isServed = succeeded(response);
      if (on('OP-4')(request) && field(apiResult(response), 'remark') === 'Registered now') looks.set(key, 0);
      if (on('OP-1')(request) && isServed) looks.set(key, (looks.get(key) ?? Infinity) + 1);
      return on('OP-1')(request) && isServed && looks.get(key) === staleLook ? late(response) : response;
    };
  };

export const lateOldUser: Twist = newAtLook(1);
export const oldUserOfCopy: Twist = newAtLook(2);
export const unknownBehindTag: Twist = newAtLook(1, () => envelopeResponse(API_CODES.notFound, 'user.unknown'));

/** Who was tagged in this run is old once the eKYC is complete, and so many looks later. */
export const oldOnceVerified =
  (lag = 0): Twist =>
  (right) => {
    let before: ReadonlySet<string> | undefined;
    const looks = new Map<string, number>();
    const isShown = (user: string): boolean => {
      const seen = looks.get(user) ?? 0;
      looks.set(user, seen + 1);
      return seen >= lag;
    };
    return async (request) => {
      before ??= new Set([...request.store.users.values()].map(({ userType, mobile }) => `${userType} ${mobile}`));
      const response = await right(request);
      const [userType = '', mobile = ''] = request.path.split('/').slice(-2);
      const isVerified = [...request.store.onboardings.values()].some(
        (one) => one.completed && one.agent === request.agent && one.userType === userType && one.mobile === mobile,
      );
      const user = `${userType} ${mobile}`;
      const isNew = on('OP-1')(request) && !before.has(user) && !(isVerified && isShown(user));
      return isNew ? withWrongValue(response, 'isOldUser', 'false') : response;
    };
  };
