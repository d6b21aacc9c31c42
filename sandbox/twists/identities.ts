import { consentHeader, lastSegment, withBody } from './requests.ts';
import type { ServiceRequest, Twist } from '../http/exchange.ts';
import { field, type Json } from '../http/json.ts';
import { changeResponse, changeRequest, combine, isBusiness, on, apiResult, withResult } from './twists.ts';
import { wrongResult, asText, withWrongValue } from './results.ts';

/** OP-4 answers a new tag in each call. All of them are valid. */
export const newTagEachTime: Twist = changeResponse(on('OP-4'), (response, { store }) =>
  withResult(response, (result) => {
    const user = store.users.get(asText(result['tagId']).toLowerCase());
    const tagId = store.uuid();
    if (user !== undefined) store.users.set(tagId, user);
    return { ...result, tagId };
  }),
);

const withConsent = (request: ServiceRequest, consent: string): ServiceRequest =>
  consent === '' ? request : { ...request, headers: { ...request.headers, consent } };

/** OP-3 answers one state for several challenges, so the sandbox finds a challenge by its code where a state was given at all. */
const withSharedStates =
  (states: Twist): Twist =>
  (right) => {
    /** By mobile. */
    const given = new Map<string, Set<string>>();
    const findOwn = ({ store }: ServiceRequest, code: Json | undefined, state: string): string | undefined =>
      [...store.challenges.values()].find((each) => each.code === code && given.get(each.mobile)?.has(state.toLowerCase()))?.state;
    return combine(
      changeRequest(isBusiness, (request) => {
        const [, code = '', state = ''] = /^OTP (\S+) ([^\s,]+)/.exec(consentHeader(request)) ?? [];
        const own = findOwn(request, code, state);
        return withConsent(request, own === undefined ? consentHeader(request) : `OTP ${code} ${own}`);
      }),
      changeRequest(on('OP-12'), (request) =>
        withBody(request, (payload) => ({
          ...payload,
          state: findOwn(request, payload['otp'], asText(payload['state'])) ?? payload['state'] ?? null,
        })),
      ),
      changeRequest(on('PHONE'), (request) => ({
        ...request,
        query: new URLSearchParams([...request.query].filter(([name]) => name !== 'state')),
      })),
      states,
      changeResponse(on('OP-3'), (response, { body }) => {
        const mobile = asText(field(body, 'object'));
        const state = asText(field(apiResult(response), 'state')).toLowerCase();
        given.set(mobile, (given.get(mobile) ?? new Set<string>()).add(state));
        return response;
      }),
    )(right);
  };

export const oneState: Twist = withSharedStates(wrongResult('OP-3', 'state', '5f0c7a52-1111-4abc-8def-0123456789ab'));

/** Each mobile always gets the state of its first challenge. */
export const oneStateEach: Twist = withSharedStates((right) => {
  const first = new Map<string, Json>();
  return changeResponse(on('OP-3'), (response, request) =>
    withResult(response, (result) => {
      const mobile = asText(field(request.body, 'object'));
      const state = first.get(mobile) ?? result['state'] ?? null;
      first.set(mobile, state);
      return { ...result, state };
    }),
  )(right);
});

/** Every nth challenge of a mobile has the state of the one before, which its new code answers. */
export const repeatedState =
  (nth: number): Twist =>
  (right) => {
    const asked = new Map<string, string[]>();
    return changeResponse(on('OP-3'), (response, { body, store }) =>
      withResult(response, (result) => {
        const mobile = asText(field(body, 'object'));
        const state = asText(result['state']);
        const before = asked.get(mobile) ?? [];
        asked.set(mobile, [...before, state]);
        const last = before.at(-1);
        const fresh = store.challenges.get(state.toLowerCase());
        if (before.length % nth !== nth - 1 || last === undefined || fresh === undefined) return result;
        store.challenges.delete(state.toLowerCase());
        store.challenges.set(last.toLowerCase(), { ...fresh, state: last });
        return { ...result, state: last };
      }),
    )(right);
  };

/** Accepts any code: replaces it by the right code of that state. */
export const acceptAnyOtp = (operation: string): Twist =>
  changeRequest(on(operation), (request) => {
    const [, , state = ''] = /^OTP (\S+) ([^\s,]+)/.exec(consentHeader(request)) ?? [];
    const code = request.store.challenges.get(state.toLowerCase())?.code;
    return withConsent(request, code === undefined ? consentHeader(request) : consentHeader(request).replace(/^OTP \S+/, `OTP ${code}`));
  });

interface SharedSession {
  readonly name: 'fundtransferSessionId' | 'getBalanceSessionId';
  readonly usedBy: string;
  readonly readSender: (request: ServiceRequest) => string;
}

/** Gives every sender the same session, and replaces it by the sender's own where it is used. */
function shareSession({ name, usedBy, readSender }: SharedSession): Twist {
  const own = new Map<string, string>();
  const shared = '5f0c7a52-2222-4abc-8def-0123456789ab';
  const sessionFor = (request: ServiceRequest): string => own.get(readSender(request)) ?? shared;
  return combine(
    changeRequest(on(usedBy), (request) => ({
      ...request,
      path: request.path.replace(shared, sessionFor(request)),
      query: new URLSearchParams(request.query.toString().replace(shared, sessionFor(request))),
    })),
    changeResponse(on('OP-6'), (response, request) => {
      const session = field(field(apiResult(response), 'sessionId'), name);
      if (typeof session === 'string') own.set(lastSegment(request), session);
      return withWrongValue(response, `sessionId.${name}`, shared);
    }),
  );
}

export const oneSession = (): Twist =>
  shareSession({ name: 'fundtransferSessionId', usedBy: 'OP-9', readSender: (request) => asText(field(request.body, 'from')) });

export const oneBalanceSession = (): Twist => shareSession({ name: 'getBalanceSessionId', usedBy: 'OP-14', readSender: lastSegment });
