import { API_CODES } from '../../http/codes.ts';
import { firstAgent, asAgent } from '../../twists/agents.ts';
import { faultTable } from '../table.ts';
import { httpError, refusalResponse, text } from '../../http/responses.ts';
import { findSentChallenge, headerText, sentOtp, withValidConsent } from '../../twists/requests.ts';
import type { ServiceRequest, Handler, Twist } from '../../http/exchange.ts';
import { changeResponse, combine, isBusiness, everyNth, respondWith, on, type When } from '../../twists/twists.ts';

export const hasNoValidToken: When = (request) => isBusiness(request) && request.agent === undefined;
const hasNoToken: When = (request) => hasNoValidToken(request) && !('authorization' in request.headers);
const isWithoutTokenOn =
  (...operations: string[]): When =>
  (request) =>
    hasNoValidToken(request) && on(...operations)(request);

export const acceptWithoutToken =
  (when: When): Twist =>
  (right) =>
  (request) =>
    right(when(request) ? asAgent(request, firstAgent(request.store)) : request);

const sentToken = (request: ServiceRequest): string => /^Bearer (\S+)$/.exec(headerText(request, 'authorization'))?.[1] ?? '';

/** Accepts a token that was never issued but resembles an issued one. */
export const acceptSimilarToken = (alike: (sent: string, issued: string) => boolean): Twist =>
  acceptWithoutToken(
    (request) =>
      hasNoValidToken(request) &&
      sentToken(request) !== '' &&
      [...request.store.tokens.keys()].some((issued) => alike(sentToken(request), issued)),
  );

const loginPage = { status: 302, headers: { location: '/login' } };

/** Does what the request says, and only then checks the token. */
const actBeforeChecking =
  (operation: string): Twist =>
  (right) =>
  async (request) => {
    if (!isWithoutTokenOn(operation)(request)) return right(request);
    await right(withValidConsent(asAgent(request, firstAgent(request.store))));
    return httpError(request, 401);
  };

const isExpiredOn =
  (when: When): When =>
  (request) =>
    when(request) && (request.store.tokens.get(sentToken(request))?.expiresAt ?? Infinity) <= request.clock.now();

/** An expired token lives on from the moment it is sent. */
const reviveToken =
  (when: When): Twist =>
  (right) =>
  (request) => {
    const token = request.store.tokens.get(sentToken(request));
    if (token !== undefined && isExpiredOn(when)(request)) token.expiresAt = Infinity;
    return right(request);
  };

/** The 401 carries the whole successful answer, its code included. */
const showResultWith401 =
  (right: Handler): Handler =>
  async (request) =>
    isWithoutTokenOn('OP-15')(request) ? { ...(await right(asAgent(request, firstAgent(request.store)))), status: 401 } : right(request);

const openOperationFaults = faultTable(
  { breaks: ['AUTH-401'] },
  Array.from({ length: 16 }, (_, at) => at + 1).map((number) => ({
    id: number === 15 ? 'token-not-needed-for-balance' : `token-not-needed-op-${number}`,
    does: `OP-${number} answers without a token.`,
    twist: acceptWithoutToken(isWithoutTokenOn(`OP-${number}`)),
  })),
);

const hasRightConsent: When = (request) => {
  const challenge = findSentChallenge(request);
  return challenge !== undefined && challenge.code === sentOtp(request)?.otp;
};

const consentFaults = faultTable(
  { breaks: ['AUTH-401'] },
  ['OP-6', 'OP-7'].map((operation) => ({
    id: `a-right-consent-is-as-good-as-a-token-on-${operation.toLowerCase()}`,
    does: `${operation} without a token is served where the consent is right.`,
    twist: acceptWithoutToken((request) => isWithoutTokenOn(operation)(request) && hasRightConsent(request)),
  })),
);

export const tokenFaults = [
  ...openOperationFaults,
  ...consentFaults,
  ...faultTable({ breaks: ['AUTH-401'] }, [
    {
      id: 'empty-token-taken',
      does: 'An Authorization header without a token in it opens every operation.',
      twist: acceptWithoutToken(
        (request) => hasNoValidToken(request) && /^(Bearer)?\s*$/.test(headerText(request, 'authorization')) && !hasNoToken(request),
      ),
    },
    {
      id: 'any-token-taken',
      does: 'OP-5 takes any token, as long as there is one.',
      twist: acceptWithoutToken((request) => isWithoutTokenOn('OP-5')(request) && sentToken(request) !== ''),
    },
    {
      id: 'token-prefix-taken',
      does: 'The first characters of a token are enough.',
      twist: acceptSimilarToken((sent, issued) => sent.length >= 4 && issued.startsWith(sent)),
    },
    {
      id: 'token-end-not-read',
      does: 'Only the first half of a token is compared.',
      twist: acceptSimilarToken((sent, issued) => sent.startsWith(issued.slice(0, issued.length / 2))),
    },
    {
      id: 'basic-in-place-of-token',
      does: 'Any Basic credentials open every operation.',
      twist: acceptWithoutToken((request) => hasNoValidToken(request) && headerText(request, 'authorization').startsWith('Basic ')),
    },
    {
      id: 'token-not-looked-at-sometimes',
      does: 'Every third call without a token is served.',
      twist: everyNth(3, hasNoToken, acceptWithoutToken(hasNoToken)),
    },
    {
      id: 'missing-token-is-403',
      does: 'A missing token is HTTP 403.',
      twist: respondWith(hasNoToken, (request) => httpError(request, 403)),
    },
    {
      id: 'unknown-token-is-403',
      does: 'A token never issued is HTTP 403 on OP-10.',
      twist: respondWith(
        (request) => isWithoutTokenOn('OP-10')(request) && !hasNoToken(request),
        (request) => httpError(request, 403),
      ),
    },
    {
      id: 'missing-token-is-4001',
      does: 'A missing token is HTTP 200 with code 4001.',
      twist: respondWith(hasNoToken, (request) => refusalResponse(request, API_CODES.notAuthorized, 'not.authorized')),
    },
    {
      id: 'unknown-token-is-4001',
      does: 'OP-8 answers a token never issued with code 4001.',
      twist: respondWith(
        (request) => isWithoutTokenOn('OP-8')(request) && !hasNoToken(request),
        (request) => refusalResponse(request, API_CODES.notAuthorized, 'not.authorized'),
      ),
    },
    {
      id: 'missing-token-is-400',
      does: 'OP-16 calls a missing token a bad request.',
      twist: respondWith(isWithoutTokenOn('OP-16'), (request) => httpError(request, 400)),
    },
    {
      id: 'endless-without-token',
      does: 'OP-2 answers whoever has no token with HTTP 200 and more than anybody reads.',
      twist: respondWith(isWithoutTokenOn('OP-2'), () => text(200, 'application/json', ' '.repeat(600 * 1024))),
    },
  ]),
  ...faultTable({ breaks: ['AUTH-401'], way: 'expired-token', policy: { token: { lifetimeSeconds: 2 } } }, [
    { does: 'An expired token goes on opening every operation.', twist: reviveToken(isBusiness) },
    { does: 'OP-11 does not look at the age of a token.', twist: reviveToken(on('OP-11')) },
  ]),
  ...faultTable({}, [
    {
      id: 'missing-token-is-302',
      breaks: ['AUTH-401'],
      warns: ['HTTP-LISTED'],
      does: 'Without a token OP-6 sends the caller to a login page.',
      twist: respondWith(isWithoutTokenOn('OP-6'), () => loginPage),
    },
    {
      id: 'missing-token-is-404',
      breaks: ['AUTH-401'],
      warns: ['HTTP-LISTED'],
      does: 'Without a token OP-13 is hidden behind HTTP 404.',
      twist: respondWith(isWithoutTokenOn('OP-13'), (request) => httpError(request, 404)),
    },
    {
      id: 'missing-consent-before-token',
      breaks: ['AUTH-401'],
      does: 'OP-6 misses the consent before it misses the token.',
      twist: respondWith(
        (request) => isWithoutTokenOn('OP-6')(request) && !('consent' in request.headers),
        (request) => httpError(request, 400),
      ),
    },
    {
      id: 'missing-token-is-500',
      breaks: ['AUTH-401', 'HTTP-NO-5XX'],
      does: 'OP-2 stumbles over a missing token.',
      twist: respondWith(isWithoutTokenOn('OP-2'), (request) => httpError(request, 500)),
    },
    {
      id: 'unauthorized-with-code',
      breaks: ['CODE-ONLY-WITH-200'],
      does: 'The 401 of OP-3 carries code 4001.',
      twist: combine(
        respondWith(isWithoutTokenOn('OP-3'), (request) => refusalResponse(request, API_CODES.notAuthorized, 'not.authorized')),
        changeResponse(isWithoutTokenOn('OP-3'), (response) => ({ ...response, status: 401 })),
      ),
    },
    {
      id: 'unauthorized-with-result',
      breaks: ['CODE-ONLY-WITH-200', 'REFUSAL-SHOWS-NOTHING'],
      does: 'OP-15 says 401 to a caller without a token and answers all the same, code and result.',
      twist: showResultWith401,
    },
    {
      id: 'beneficiary-added-without-token',
      breaks: ['REFUSAL-NOTHING-CHANGED'],
      does: 'OP-7 adds the beneficiary and then answers a missing token with 401.',
      twist: actBeforeChecking('OP-7'),
    },
    {
      id: 'beneficiary-activated-without-token',
      breaks: ['REFUSAL-NOTHING-CHANGED'],
      does: 'OP-13 activates the beneficiary and then answers a missing token with 401.',
      twist: actBeforeChecking('OP-13'),
    },
    {
      id: 'paid-without-token',
      breaks: ['OP9-REFUSED-NOTHING-MOVED', 'REFUSAL-NOTHING-CHANGED'],
      does: 'OP-9 moves the money and then answers a missing token with 401.',
      twist: actBeforeChecking('OP-9'),
    },
  ]),
];
