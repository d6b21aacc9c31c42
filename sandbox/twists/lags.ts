import { API_CODES } from '../http/codes.ts';
import type { ServiceRequest, ServiceResponse, Twist } from '../http/exchange.ts';
import { field, type Json } from '../http/json.ts';
import type { User } from '../state/store.ts';
import { findCustomer } from './history.ts';
import { lastSegment } from './requests.ts';
import { envelopeResponse } from './responses.ts';
import { withWrongValue } from './results.ts';
import { apiResult, on, succeeded } from './twists.ts';

/** The first look at what was just written finds nothing, or the state before. */
const lateForOneLook = (
  operation: string,
  keyOf: (request: ServiceRequest) => string,
  late: (response: ServiceResponse) => ServiceResponse,
): Twist => {
  return (right) => {
    const seen = new Set<string>();
    return async (request) => {
      const response = await right(request);
      if (!on(operation)(request) || !succeeded(response) || seen.has(keyOf(request))) return response;
      seen.add(keyOf(request));
      return late(response);
    };
  };
};

/** The first look is not permitted, as if another agent had written it. */
export const forbiddenAtFirst = (operation: string): Twist => lateForOneLook(operation, lastSegment, () => ({ status: 403, headers: {} }));

export const refusedAtFirst = (operation: string, code: number = API_CODES.notFound): Twist =>
  lateForOneLook(operation, lastSegment, () => envelopeResponse(code, 'not.known'));

/** After such writes, the next look at OP-6 shows a field as it was. */
const staleDetail =
  (name: 'beneficiaries' | 'limitLeft', ...writes: readonly string[]): Twist =>
  (right) => {
    const shown = new Map<User, Json>();
    const late = new Set<User>();
    return async (request) => {
      const response = await right(request);
      const sender = findCustomer(request);
      if (sender === undefined || !succeeded(response)) return response;
      if (on(...writes)(request)) late.add(sender);
      if (!on('OP-6')(request)) return response;
      const now = field(apiResult(response), name) ?? [];
      const before = shown.get(sender) ?? (name === 'beneficiaries' ? [] : now);
      shown.set(sender, now);
      return late.delete(sender) ? withWrongValue(response, name, before) : response;
    };
  };

export const staleList: Twist = staleDetail('beneficiaries', 'OP-7', 'OP-13');
export const staleLimits: Twist = staleDetail('limitLeft', 'OP-9');

/** OP-1 calls a user new for one more look after the tag. */
export const lateOldUser: Twist = (right) => {
  const fresh = new Set<string>();
  const keyOf = ({ agent, path }: ServiceRequest): string => [agent?.id, ...path.split('/').slice(-2)].join(' ');
  return async (request) => {
    const response = await right(request);
    if (on('OP-4')(request) && field(apiResult(response), 'remark') === 'Registered now') fresh.add(keyOf(request));
    return on('OP-1')(request) && succeeded(response) && fresh.delete(keyOf(request))
      ? withWrongValue(response, 'isOldUser', 'false')
      : response;
  };
};

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
