import { API_CODES } from '../../http/codes.ts';
import { firstAgent, asAgent } from '../../twists/agents.ts';
import { faultTable } from '../table.ts';
import { httpError, refusal, text } from '../../http/responses.ts';
import { withValidConsent, headerText } from '../../twists/requests.ts';
import type { ServiceRequest, Handler, Twist } from '../../http/exchange.ts';
import { changeResponse, combine, isBusiness, everyNth, respondWith, on, type When } from '../../twists/twists.ts';

const unknown: When = (request) => isBusiness(request) && request.agent === undefined;
const missing: When = (request) => unknown(request) && !('authorization' in request.headers);
const unknownOn =
  (...operations: string[]): When =>
  (request) =>
    unknown(request) && on(...operations)(request);

/** Serves an ask without a good token as if the first agent had sent it. */
const lettingIn =
  (when: When): Twist =>
  (right) =>
  (request) =>
    right(when(request) ? asAgent(request, firstAgent(request.store)) : request);

const tokenOf = (request: ServiceRequest): string => /^Bearer (\S+)$/.exec(headerText(request, 'authorization'))?.[1] ?? '';

/** Takes a token never issued for one that it resembles. */
const resembling = (alike: (sent: string, issued: string) => boolean): Twist =>
  lettingIn(
    (request) =>
      unknown(request) && tokenOf(request) !== '' && [...request.store.tokens.keys()].some((issued) => alike(tokenOf(request), issued)),
  );

const page = { status: 302, headers: { location: '/login' } };

/** Does what was asked, and only then looks at the token. */
const actingFirst =
  (operation: string): Twist =>
  (right) =>
  async (request) => {
    if (!unknownOn(operation)(request)) return right(request);
    await right(withValidConsent(asAgent(request, firstAgent(request.store))));
    return httpError(request, 401);
  };

/** The refusal carries the very answer, code included. */
const answeringAnyway =
  (right: Handler): Handler =>
  async (request) =>
    unknownOn('OP-15')(request) ? { ...(await right(asAgent(request, firstAgent(request.store)))), status: 401 } : right(request);

const openOperations = faultTable(
  { breaks: ['AUTH-401'] },
  Array.from({ length: 16 }, (_, at) => at + 1).map((number) => ({
    id: number === 15 ? 'token-not-needed-for-balance' : `token-not-needed-op-${number}`,
    does: `OP-${number} answers without a token.`,
    twist: lettingIn(unknownOn(`OP-${number}`)),
  })),
);

/** A missing or unknown token that lets the caller in, or is refused otherwise than with 401. */
export const accessFaults = [
  ...openOperations,
  ...faultTable({ breaks: ['AUTH-401'] }, [
    {
      id: 'empty-token-taken',
      does: 'An Authorization header without a token in it opens every operation.',
      twist: lettingIn((request) => unknown(request) && /^(Bearer)?\s*$/.test(headerText(request, 'authorization')) && !missing(request)),
    },
    {
      id: 'any-token-taken',
      does: 'OP-5 takes any token, as long as there is one.',
      twist: lettingIn((request) => unknownOn('OP-5')(request) && tokenOf(request) !== ''),
    },
    {
      id: 'token-prefix-taken',
      does: 'The first characters of a token are enough.',
      twist: resembling((sent, issued) => sent.length >= 4 && issued.startsWith(sent)),
    },
    {
      id: 'token-end-not-read',
      does: 'Only the first half of a token is compared.',
      twist: resembling((sent, issued) => sent.startsWith(issued.slice(0, issued.length / 2))),
    },
    {
      id: 'basic-in-place-of-token',
      does: 'Any Basic credentials open every operation.',
      twist: lettingIn((request) => unknown(request) && headerText(request, 'authorization').startsWith('Basic ')),
    },
    {
      id: 'token-not-looked-at-sometimes',
      does: 'Every third call without a token is served.',
      twist: everyNth(3, missing, lettingIn(missing)),
    },
    { id: 'missing-token-is-403', does: 'A missing token is HTTP 403.', twist: respondWith(missing, (request) => httpError(request, 403)) },
    {
      id: 'unknown-token-is-403',
      does: 'A token never issued is HTTP 403 on OP-10.',
      twist: respondWith(
        (request) => unknownOn('OP-10')(request) && !missing(request),
        (request) => httpError(request, 403),
      ),
    },
    {
      id: 'missing-token-is-4001',
      does: 'A missing token is HTTP 200 with code 4001.',
      twist: respondWith(missing, (request) => refusal(request, API_CODES.notAuthorized, 'not.authorized')),
    },
    {
      id: 'unknown-token-is-4001',
      does: 'OP-8 answers a token never issued with code 4001.',
      twist: respondWith(
        (request) => unknownOn('OP-8')(request) && !missing(request),
        (request) => refusal(request, API_CODES.notAuthorized, 'not.authorized'),
      ),
    },
    {
      id: 'missing-token-is-400',
      does: 'OP-16 calls a missing token a bad request.',
      twist: respondWith(unknownOn('OP-16'), (request) => httpError(request, 400)),
    },
    {
      id: 'endless-without-token',
      does: 'OP-2 answers whoever has no token with HTTP 200 and more than anybody reads.',
      twist: respondWith(unknownOn('OP-2'), () => text(200, 'application/json', ' '.repeat(600 * 1024))),
    },
  ]),
  ...faultTable({}, [
    {
      id: 'missing-token-is-302',
      breaks: ['AUTH-401'],
      warns: ['HTTP-LISTED'],
      does: 'Without a token OP-6 sends the caller to a login page.',
      twist: respondWith(unknownOn('OP-6'), () => page),
    },
    {
      id: 'missing-token-is-404',
      breaks: ['AUTH-401'],
      warns: ['HTTP-LISTED'],
      does: 'Without a token OP-13 is hidden behind HTTP 404.',
      twist: respondWith(unknownOn('OP-13'), (request) => httpError(request, 404)),
    },
    {
      id: 'missing-token-is-500',
      breaks: ['AUTH-401', 'HTTP-NO-5XX'],
      does: 'OP-2 stumbles over a missing token.',
      twist: respondWith(unknownOn('OP-2'), (request) => httpError(request, 500)),
    },
    {
      id: 'unauthorized-with-code',
      breaks: ['CODE-ONLY-WITH-200'],
      does: 'The 401 of OP-3 carries code 4001.',
      twist: combine(
        respondWith(unknownOn('OP-3'), (request) => refusal(request, API_CODES.notAuthorized, 'not.authorized')),
        changeResponse(unknownOn('OP-3'), (response) => ({ ...response, status: 401 })),
      ),
    },
    {
      id: 'unauthorized-with-result',
      breaks: ['CODE-ONLY-WITH-200'],
      does: 'OP-15 says 401 to a caller without a token and answers all the same, code and result.',
      twist: answeringAnyway,
    },
    {
      id: 'beneficiary-added-without-token',
      breaks: ['REFUSAL-NOTHING-CHANGED'],
      does: 'OP-7 adds the beneficiary and then answers a missing token with 401.',
      twist: actingFirst('OP-7'),
    },
    {
      id: 'beneficiary-activated-without-token',
      breaks: ['REFUSAL-NOTHING-CHANGED'],
      does: 'OP-13 activates the beneficiary and then answers a missing token with 401.',
      twist: actingFirst('OP-13'),
    },
    {
      id: 'paid-without-token',
      breaks: ['OP9-REFUSED-NOTHING-MOVED', 'REFUSAL-NOTHING-CHANGED'],
      does: 'OP-9 moves the money and then answers a missing token with 401.',
      twist: actingFirst('OP-9'),
    },
  ]),
];
