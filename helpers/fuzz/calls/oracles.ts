import { apiCodes } from '../../../specs/codes.ts';
import type { ClauseId } from '../../../specs/clauses.ts';
import { classifyAnswer, type Deviation } from '../../core/records/deviation.ts';
import { describeAnswer, formatPlace, type Reply } from '../../judge/reply.ts';
import { member } from '../../core/json.ts';
import type { Accusation } from '../../session/unrecorded-send.ts';
import { mayBeElsewhere, type Dimension, type Expectation } from '../cases/case.ts';
import type { Values } from '../cases/fill.ts';
import { givenByService } from '../values/bypasses.ts';

export interface Accused {
  readonly clause: ClauseId;
  readonly expected: string;
  readonly received: string;
  readonly place: string;
  /** Needed where the clause can be broken in several ways. */
  readonly deviation?: Deviation;
}

interface Oracle {
  readonly clause: ClauseId;
  readonly expected: string;
  readonly holds: (reply: Reply) => boolean;
}

const noServerError: Oracle = {
  clause: 'HTTP-NO-5XX',
  expected: 'no server error',
  holds: ({ status }) => status === null || status < 500,
};

/** Servers may answer so to what is no HTTP/1.1 (reading 6). */
const unknownToServers: ReadonlySet<number | null> = new Set([501, 505]);

const createRefusalOracle = (clause: ClauseId): Oracle => ({
  clause,
  expected: 'a refusal',
  holds: ({ code }) => code !== apiCodes.success,
});

const hasToken = ({ exchange }: Reply): boolean => exchange.request.headers.some(([name]) => name.toLowerCase() === 'authorization');

/** A result that repeats the caller's value where the service must choose its own. */
function isCallersOwn({ operation, result, code }: Reply): boolean {
  const given = givenByService[operation.id];
  return code === apiCodes.success && given !== undefined && String(member(result, given.name)) === String(JSON.parse(given.text));
}

/** What must hold for every answer to a case, besides the passive checks (readings 5 and 13). */
const oracles: Readonly<Record<Expectation, readonly Oracle[]>> = {
  any: [noServerError],
  elsewhere: [noServerError],
  'broken-json': [noServerError, { clause: 'HTTP-400', expected: 'HTTP 400', holds: ({ status }) => status === 400 }],
  'look-alike-code': [noServerError, createRefusalOracle('CONSENT-LOOK-ALIKE-DIGITS')],
  'malformed-consent': [noServerError, createRefusalOracle('CONSENT-MALFORMED')],
  'no-token': [
    noServerError,
    { clause: 'AUTH-401', expected: 'a refusal', holds: (reply) => reply.code !== apiCodes.success || hasToken(reply) },
  ],
  overridden: [
    noServerError,
    {
      clause: 'HTTP-415',
      expected: 'HTTP 415',
      holds: ({ code, operation, exchange }) => code !== apiCodes.success || exchange.request.method === operation.method,
    },
  ],
  'own-result': [
    noServerError,
    { clause: 'FIELD-RESULT-NOT-CHOSEN', expected: 'a value of the service', holds: (reply) => !isCallersOwn(reply) },
  ],
  'not-http': [{ ...noServerError, holds: (reply) => unknownToServers.has(reply.status) || noServerError.holds(reply) }],
  'other-state': [noServerError, createRefusalOracle('CONSENT-STATE-OTHER-MOBILE')],
};

/** Passive rules to ignore: an odd address may belong to no operation, and an odd header may make another call of it. */
const ignoredClausesByDimension: Readonly<Record<Dimension, readonly string[]>> = {
  payload: [],
  json: [],
  consent: [],
  address: ['HTTP-LISTED'],
  headers: ['HTTP-LISTED', 'ENVELOPE-MEDIA-TYPE'],
  bytes: ['HTTP-LISTED'],
};

/** A code of this length does not appear in an answer by chance. */
const leastCodeLength = 6;

/** The answer holds the code that was sent (reading 22). The answer observer reports it too, once the exchange is recorded. */
function isCodeLeaked({ exchange: { response } }: Reply, { otp = '' }: Values): boolean {
  const text = response?.body.text ?? '';
  return otp.length >= leastCodeLength && text.includes(otp) && new RegExp(`(?<!\\w)${otp}(?!\\w)`).test(text);
}

/** Many servers read no more headers, and close the connection. */
const longestHeaders = 8000;

/** The headers that a case adds are longer than a server has to read: the answer may be that to what is no HTTP/1.1 (reading 6). */
export const hasOversizedHeaders = ({ exchange: { request } }: Reply): boolean =>
  request.headers
    .filter(([name]) => name.toLowerCase() !== 'authorization')
    .reduce((length, [name, value]) => length + name.length + value.length, 0) > longestHeaders;

/** Without a code in the call, no code is written in other digits. */
export const chooseExpectation = (expects: Expectation, { otp = '' }: Values): Expectation =>
  expects === 'look-alike-code' && otp === '' ? 'any' : expects;

/** The first thing wrong: what the case asks of its answer, then what every answer must satisfy. */
export function findAccusation(
  dimension: Dimension,
  expects: Expectation,
  reply: Reply,
  weighed: readonly Accusation[],
  values: Values,
): Accused | null {
  const asked = hasOversizedHeaders(reply) && expects === 'any' ? 'not-http' : chooseExpectation(expects, values);
  const broken = oracles[asked].find(({ holds }) => !holds(reply));
  if (broken !== undefined) {
    const { clause, expected } = broken;
    return { clause, expected, received: describeAnswer(reply), place: formatPlace(reply), deviation: classifyAnswer(reply) };
  }
  if (isCodeLeaked(reply, values))
    return { clause: 'NO-LEAK', expected: 'no secret', received: 'the code that was sent', place: formatPlace(reply) };
  if (mayBeElsewhere(expects)) return null;
  const ignored = ignoredClausesByDimension[hasOversizedHeaders(reply) ? 'bytes' : dimension];
  const [first] = weighed.filter(({ clause }) => !ignored.includes(clause));
  if (first === undefined) return null;
  const { expected, received, place, deviation = 'other' } = first.judgement;
  return { clause: first.clause, expected, received, place: place ?? formatPlace(reply), deviation };
}

/** Refusals that come before odd values are read. A chapter with one of these as its only outcome has tried nothing. */
const vacuousOutcome: Readonly<Record<Dimension, RegExp>> = {
  payload: /^HTTP (401|403|404|405|415|429)|code (4001|4170)/,
  json: /^HTTP (401|403|404|405|415|429)|code (4001|4170)/,
  address: /^HTTP (401|429)/,
  headers: /^HTTP (401|429)/,
  consent: /^HTTP (401|429)/,
  bytes: /^HTTP (401|429)/,
};

/** Why a chapter proves nothing; null when it proves something. */
export function explainVacuity(dimension: Dimension, outcomes: ReadonlyMap<string, number>): string | null {
  const [only, ...others] = outcomes.keys();
  if (only === undefined || others.length > 0 || !vacuousOutcome[dimension].test(only)) return null;
  return `every odd call was answered with ${only}: the service read none of them`;
}
