import { API_CODES } from '../http/codes.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { httpError, json, text } from '../http/responses.ts';
import { field } from '../http/json.ts';
import { headerText, lastSegment, sentOtp } from '../twists/requests.ts';
import { envelopeResponse } from '../twists/responses.ts';
import { asText } from '../twists/results.ts';
import type { Variant } from '../catalog.ts';
import type { Twist } from '../http/exchange.ts';
import { acceptSimilarToken } from '../faults/access/tokens.ts';
import { failLater } from '../faults/access/second-agent.ts';
import { apiResult, changeResponse, on, isBusinessPath, respondWith, type When } from '../twists/twists.ts';

/** Delays of token answers in turn, in milliseconds. Answers to requests sent at once then arrive in another order. */
const delaysMs = [40, 0, 20];

const letAnswersCross: Twist = (right) => {
  let asked = 0;
  return async (request) => {
    const response = await right(request);
    if (on('TOKEN')(request)) await pause(delaysMs[asked++ % delaysMs.length]);
    return response;
  };
};

const sendsFirstToken: When = (request) => {
  const [first = ''] = request.store.tokens.keys();
  return isBusinessPath(request) && headerText(request, 'authorization') === `Bearer ${first}`;
};

const sessionFields = ['fundtransferSessionId', 'getBalanceSessionId'] as const;

/** A session serves under the token alone that asked for it. */
const sessionsOfOneToken: Twist = (right) => {
  const tokens = new Map<string, string>();
  return async (request) => {
    const token = headerText(request, 'authorization');
    const named = on('OP-9')(request) ? (request.query.get('sessionId') ?? lastSegment(request)) : request.query.get('sessionId');
    const owner = tokens.get(named ?? '');
    if (request.agent !== undefined && owner !== undefined && owner !== token)
      return envelopeResponse(API_CODES.validationFailed, 'session.of.another.token');
    const response = await right(request);
    const sessions = on('OP-6')(request) ? field(apiResult(response), 'sessionId') : undefined;
    for (const name of sessionFields) tokens.set(asText(field(sessions, name)), token);
    return response;
  };
};

/** A code takes its time, so the token may be another one when it is sent. */
const codeDelayMs = 1100;

const challengesOfOneToken: Twist = (right) => {
  const tokens = new Map<string, string>();
  return async (request) => {
    const token = headerText(request, 'authorization');
    const owner = tokens.get(sentOtp(request)?.state ?? '');
    if (request.agent !== undefined && owner !== undefined && owner !== token)
      return envelopeResponse(API_CODES.wrongOtpOrMpin, 'otp.of.another.token');
    const response = await right(request);
    if (!on('OP-3')(request)) return response;
    tokens.set(asText(field(apiResult(response), 'state')), token);
    await pause(codeDelayMs);
    return response;
  };
};

const callsOfToken = 30;

const endTokenAfterCalls: Twist = (right) => {
  const uses = new Map<string, number>();
  return async (request) => {
    const token = headerText(request, 'authorization');
    if (!isBusinessPath(request) || request.agent === undefined) return right(request);
    const used = (uses.get(token) ?? 0) + 1;
    uses.set(token, used);
    return used > callsOfToken ? httpError(request, 401) : right(request);
  };
};

export const accessVariants: Variant[] = [
  { id: 'second-agent-fails-later', does: 'A transfer of a second agent is accepted and then fails.', twist: failLater },
  { id: 'minimal-token', does: 'The token answer holds the token and nothing else.', policy: { token: { answer: 'minimal' } } },
  {
    id: 'sessions-of-one-token',
    does: 'A session serves under the token alone that asked for it, and no lifetime of a token is told.',
    policy: { token: { answer: 'minimal' } },
    twist: sessionsOfOneToken,
    mayBlock: 'token-of-session',
  },
  {
    id: 'challenges-of-one-token',
    does: 'A challenge serves under the token alone that asked for it, no lifetime of a token is told, and codes come late.',
    policy: { token: { answer: 'minimal' } },
    checks: ['OP4-SERVED', 'OP12-SERVED'],
    ends: 'blocked',
    cause: { name: 'token-of-challenge', owner: 'environment' },
    twist: challengesOfOneToken,
  },
  { id: 'rich-token', does: 'The token answer also holds scope and refresh token.', policy: { token: { answer: 'rich' } } },
  {
    id: 'hex-token-in-any-case',
    does: 'Tokens are hexadecimal numbers, which are read in either letter case.',
    policy: { token: { letters: 'hex' } },
    twist: acceptSimilarToken((sent, issued) => sent.toLowerCase() === issued.toLowerCase()),
  },
  { id: 'token-reused', does: 'Asking again yields the same token.', policy: { token: { reuse: true } } },
  { id: 'token-newest-only', does: 'A new token ends the one before.', policy: { token: { newestOnly: true } } },
  {
    id: 'token-newest-only-untold',
    does: 'A new token ends the one before, its lifetime is not told, and token answers take their time.',
    policy: { token: { newestOnly: true, answer: 'minimal' } },
    twist: letAnswersCross,
  },
  {
    id: 'token-forgotten-once',
    does: 'The first token is forgotten before it is used, as by a restart.',
    twist: respondWith(sendsFirstToken, (request) => httpError(request, 401)),
  },
  { id: 'short-token', does: 'A token lives two seconds and says so.', policy: { token: { lifetimeSeconds: 2 } } },
  {
    id: 'short-token-untold',
    does: 'A token lives two seconds and does not say so.',
    policy: { token: { lifetimeSeconds: 2, answer: 'minimal' } },
  },
  { id: 'token-of-thirty-calls', does: 'A token serves thirty calls, and ends before its told life.', twist: endTokenAfterCalls },
  {
    id: 'token-of-thirty-calls-untold',
    does: 'A token serves thirty calls, and its lifetime is not told.',
    policy: { token: { answer: 'minimal' } },
    twist: endTokenAfterCalls,
  },
  { id: 'grant-refused-401', does: 'A wrong agent password is 401.', policy: { token: { refusedGrant: 401 } } },
  { id: 'agent-locks-after-two', does: 'Two wrong passwords in a row lock an agent.', policy: { token: { locksAfter: 2 } } },
  {
    id: 'agent-locks-at-once',
    does: 'One wrong password locks an agent.',
    policy: { token: { locksAfter: 1 } },
    ends: 'blocked',
    cause: { name: 'agent-locked', owner: 'test-data' },
  },
  { id: 'method-first', does: 'A wrong method is noticed before a missing token.', policy: { access: { first: 'method' } } },
  { id: 'other-verbs-405', does: 'Verbs beyond GET and POST are 405.', policy: { access: { otherVerb: 405 } } },
  { id: 'request-time-ignored', does: 'The request-time header is not looked at.', policy: { access: { requestTime: 'ignored' } } },
  { id: 'foreign-400', does: "Another agent's ids are HTTP 400.", policy: { refusals: { foreignId: 'http-400' } } },
  { id: 'foreign-4001', does: "Another agent's ids are code 4001.", policy: { refusals: { foreignId: API_CODES.notAuthorized } } },
  { id: 'foreign-4040', does: "Another agent's ids are code 4040.", policy: { refusals: { foreignId: API_CODES.notFound } } },
  { id: 'foreign-4160', does: "Another agent's ids are code 4160.", policy: { refusals: { foreignId: API_CODES.validationFailed } } },
  {
    id: 'bad-values-400',
    does: 'Invalid values are HTTP 400.',
    policy: { refusals: { invalidValue: 'http-400', badConsent: 'http-400' } },
  },
  { id: 'bad-values-4001', does: 'Invalid values are code 4001.', policy: { refusals: { invalidValue: API_CODES.notAuthorized } } },
  { id: 'bad-values-4040', does: 'Invalid values are code 4040.', policy: { refusals: { invalidValue: API_CODES.notFound } } },
  {
    id: 'unknown-4001',
    does: 'Ids never issued are code 4001.',
    policy: { refusals: { unknownId: API_CODES.notAuthorized, badSession: API_CODES.notAuthorized } },
  },
  {
    id: 'unknown-4160',
    does: 'Ids never issued are code 4160.',
    policy: { refusals: { unknownId: API_CODES.validationFailed, badSession: API_CODES.validationFailed } },
  },
  { id: 'unknown-400', does: 'Ids never issued are HTTP 400.', policy: { refusals: { unknownId: 'http-400', badSession: 'http-400' } } },
  { id: 'unknown-403', does: 'Ids never issued are HTTP 403.', policy: { refusals: { unknownId: 'http-403', badSession: 'http-403' } } },
  {
    id: 'unauthorized-page',
    does: 'A missing or unknown token is 401 with a login page.',
    twist: changeResponse(
      () => true,
      (response) =>
        response.status === 401 ? text(401, 'text/html', '<!doctype html><title>Login</title><form action="/login"></form>') : response,
    ),
  },
  {
    id: 'unauthorized-oauth',
    does: 'A missing or unknown token is 401 in the words of OAuth.',
    twist: changeResponse(isBusinessPath, (response) =>
      response.status === 401 ? json(401, { error: 'invalid_token', error_description: 'Full authentication is required' }) : response,
    ),
  },
  {
    id: 'grant-refused-200',
    does: 'A wrong agent password is HTTP 200 with an error and no token.',
    twist: changeResponse(on('TOKEN'), (response) => (response.status === 400 ? { ...response, status: 200 } : response)),
  },
];
