import { plain, refused, text } from '../../http/responses.ts';
import { as, consented, firstAgent, headerOf } from '../../twists/requests.ts';
import type { Fault } from '../../catalog.ts';
import type { Ask, Handler, Twist } from '../../http/exchange.ts';
import { answering, both, business, everyNth, instead, on } from '../../twists/twists.ts';

type When = (ask: Ask) => boolean;

const unknown: When = (ask) => business(ask) && ask.agent === undefined;
const missing: When = (ask) => unknown(ask) && !('authorization' in ask.headers);
const unknownOn =
  (...operations: string[]): When =>
  (ask) =>
    unknown(ask) && on(...operations)(ask);

/** Serves an ask without a good token as if the first agent had sent it. */
const lettingIn =
  (when: When): Twist =>
  (right) =>
  (ask) =>
    right(when(ask) ? as(ask, firstAgent(ask)) : ask);

const tokenOf = (ask: Ask): string => /^Bearer (\S+)$/.exec(headerOf(ask, 'authorization'))?.[1] ?? '';

/** Takes a token never issued for one that it resembles. */
const resembling = (alike: (sent: string, issued: string) => boolean): Twist =>
  lettingIn((ask) => unknown(ask) && tokenOf(ask) !== '' && [...ask.bank.tokens.keys()].some((issued) => alike(tokenOf(ask), issued)));

const page = { status: 302, headers: { location: '/login' } };

/** Does what was asked, and only then looks at the token. */
const actingFirst =
  (operation: string): Twist =>
  (right) =>
  async (ask) => {
    if (!unknownOn(operation)(ask)) return right(ask);
    await right(consented(as(ask, firstAgent(ask))));
    return plain(ask, 401);
  };

/** The refusal carries the very answer, code included. */
const answeringAnyway =
  (right: Handler): Handler =>
  async (ask) =>
    unknownOn('OP-15')(ask) ? { ...(await right(as(ask, firstAgent(ask)))), status: 401 } : right(ask);

const openOperations: Fault[] = Array.from({ length: 16 }, (_, at) => at + 1).map((number) => ({
  id: number === 15 ? 'token-not-needed-for-balance' : `token-not-needed-op-${number}`,
  story: `OP-${number} answers without a token.`,
  breaks: ['AUTH-401'],
  twist: lettingIn(unknownOn(`OP-${number}`)),
}));

/** A missing or unknown token that lets the caller in, or is refused otherwise than with 401. */
export const accessFaults: Fault[] = [
  ...openOperations,
  {
    id: 'empty-token-taken',
    story: 'An Authorization header without a token in it opens every operation.',
    breaks: ['AUTH-401'],
    twist: lettingIn((ask) => unknown(ask) && /^(Bearer)?\s*$/.test(headerOf(ask, 'authorization')) && !missing(ask)),
  },
  {
    id: 'any-token-taken',
    story: 'OP-5 takes any token, as long as there is one.',
    breaks: ['AUTH-401'],
    twist: lettingIn((ask) => unknownOn('OP-5')(ask) && tokenOf(ask) !== ''),
  },
  {
    id: 'token-prefix-taken',
    story: 'The first characters of a token are enough.',
    breaks: ['AUTH-401'],
    twist: resembling((sent, issued) => sent.length >= 4 && issued.startsWith(sent)),
  },
  {
    id: 'token-end-not-read',
    story: 'Only the first half of a token is compared.',
    breaks: ['AUTH-401'],
    twist: resembling((sent, issued) => sent.startsWith(issued.slice(0, issued.length / 2))),
  },
  {
    id: 'basic-in-place-of-token',
    story: 'Any Basic credentials open every operation.',
    breaks: ['AUTH-401'],
    twist: lettingIn((ask) => unknown(ask) && headerOf(ask, 'authorization').startsWith('Basic ')),
  },
  {
    id: 'token-not-looked-at-sometimes',
    story: 'Every third call without a token is served.',
    breaks: ['AUTH-401'],
    twist: everyNth(3, missing, lettingIn(missing)),
  },
  {
    id: 'missing-token-is-403',
    story: 'A missing token is HTTP 403.',
    breaks: ['AUTH-401'],
    twist: instead(missing, (ask) => plain(ask, 403)),
  },
  {
    id: 'unknown-token-is-403',
    story: 'A token never issued is HTTP 403 on OP-10.',
    breaks: ['AUTH-401'],
    twist: instead(
      (ask) => unknownOn('OP-10')(ask) && !missing(ask),
      (ask) => plain(ask, 403),
    ),
  },
  {
    id: 'missing-token-is-302',
    story: 'Without a token OP-6 sends the caller to a login page.',
    breaks: ['AUTH-401'],
    warns: ['HTTP-LISTED'],
    twist: instead(unknownOn('OP-6'), () => page),
  },
  {
    id: 'missing-token-is-4001',
    story: 'A missing token is HTTP 200 with code 4001.',
    breaks: ['AUTH-401'],
    twist: instead(missing, (ask) => refused(ask, 4001, 'not.authorized')),
  },
  {
    id: 'unknown-token-is-4001',
    story: 'OP-8 answers a token never issued with code 4001.',
    breaks: ['AUTH-401'],
    twist: instead(
      (ask) => unknownOn('OP-8')(ask) && !missing(ask),
      (ask) => refused(ask, 4001, 'not.authorized'),
    ),
  },
  {
    id: 'missing-token-is-400',
    story: 'OP-16 calls a missing token a bad request.',
    breaks: ['AUTH-401'],
    twist: instead(unknownOn('OP-16'), (ask) => plain(ask, 400)),
  },
  {
    id: 'missing-token-is-404',
    story: 'Without a token OP-13 is hidden behind HTTP 404.',
    breaks: ['AUTH-401'],
    warns: ['HTTP-LISTED'],
    twist: instead(unknownOn('OP-13'), (ask) => plain(ask, 404)),
  },
  {
    id: 'missing-token-is-500',
    story: 'OP-2 stumbles over a missing token.',
    breaks: ['AUTH-401', 'HTTP-NO-5XX'],
    twist: instead(unknownOn('OP-2'), (ask) => plain(ask, 500)),
  },
  {
    id: 'unauthorized-with-code',
    story: 'The 401 of OP-3 carries code 4001.',
    breaks: ['CODE-ONLY-WITH-200'],
    twist: both(
      instead(unknownOn('OP-3'), (ask) => refused(ask, 4001, 'not.authorized')),
      answering(unknownOn('OP-3'), (answer) => ({ ...answer, status: 401 })),
    ),
  },
  {
    id: 'unauthorized-with-result',
    story: 'OP-15 says 401 to a caller without a token and answers all the same, code and result.',
    breaks: ['CODE-ONLY-WITH-200'],
    twist: answeringAnyway,
  },
  {
    id: 'beneficiary-added-without-token',
    story: 'OP-7 adds the beneficiary and then answers a missing token with 401.',
    breaks: ['REFUSAL-NOTHING-CHANGED'],
    twist: actingFirst('OP-7'),
  },
  {
    id: 'beneficiary-activated-without-token',
    story: 'OP-13 activates the beneficiary and then answers a missing token with 401.',
    breaks: ['REFUSAL-NOTHING-CHANGED'],
    twist: actingFirst('OP-13'),
  },
  {
    id: 'endless-without-token',
    story: 'OP-2 answers whoever has no token with HTTP 200 and more than anybody reads.',
    breaks: ['AUTH-401'],
    twist: instead(unknownOn('OP-2'), () => text(200, 'application/json', ' '.repeat(600 * 1024))),
  },
  {
    id: 'paid-without-token',
    story: 'OP-9 moves the money and then answers a missing token with 401.',
    breaks: ['OP9-REFUSED-NOTHING-MOVED', 'REFUSAL-NOTHING-CHANGED'],
    twist: actingFirst('OP-9'),
  },
];
