import { classifyAnswer } from '../../helpers/core/records/deviation.ts';
import { isListedStatus } from '../../specs/codes.ts';
import { operations } from '../../specs/operations.ts';
import { isOfStatedPath, isTruncated, describeAnswer, formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { member } from '../../helpers/core/json.ts';
import { describeValue } from '../../helpers/core/describe.ts';
import { rule, type Suite } from '../../helpers/runner/check.ts';
import { type Judgement } from '../../helpers/core/records/judgement.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import { preparedRefusal } from '../support/refusal.ts';

interface RefusalRule {
  readonly clause: ClauseId;
  readonly way: string;
  readonly fact: string;
  readonly judge: (reply: Reply) => Judgement | null;
}

/** An envelope has an object `status`. Its code is populated when it is present and not null (reading 7). */
function judgeCode(reply: Reply): Judgement | null {
  if (reply.status === null || reply.status === 200 || isTruncated(reply.exchange)) return null;
  const code = member(member(reply.body, 'status'), 'code');
  if (code === undefined || code === null) return { held: true };
  return { held: false, expected: 'no status.code', received: describeValue(code), place: formatPlace(reply, 'status.code') };
}

/** HTTP 501 fits a verb that HTTP does not know, and no other verb (reading 6). */
const isUnknownVerbRefusal = (status: number, method: string): boolean => status === 501 && !knownVerbs.has(method);

const knownVerbs = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);

/** What other verbs lead to is left open, and so is a wrong verb on OP-12 (reading 4). */
const isOfStatedMethod = ({ operation, exchange: { request } }: Reply): boolean =>
  request.method === operation.method || (operation.method !== 'PUT' && ['GET', 'POST'].includes(request.method));

/** The campaign judges the status of an odd call itself, and shows what was odd. */
const isFuzzed = ({ exchange }: Reply): boolean => exchange.purpose === 'fuzz';

/** `OPn-SERVED` accuses the refusal of a documented call. */
function judgeStatus(holds: (status: number, method: string) => boolean, expected: string): RefusalRule['judge'] {
  return (reply) => {
    if (reply.documented || reply.status === null) return null;
    return holds(reply.status, reply.exchange.request.method)
      ? { held: true }
      : { held: false, expected, received: describeAnswer(reply), place: formatPlace(reply), deviation: classifyAnswer(reply) };
  };
}

const refusalRules: readonly RefusalRule[] = [
  { clause: 'CODE-ONLY-WITH-200', way: 'other-status', fact: 'fills status.code with HTTP 200 alone', judge: judgeCode },
  {
    clause: 'HTTP-NO-5XX',
    way: 'refusal',
    fact: 'refuses without a server error',
    judge: (reply) =>
      isFuzzed(reply)
        ? null
        : judgeStatus((status, method) => status < 500 || isUnknownVerbRefusal(status, method), 'no server error')(reply),
  },
  {
    clause: 'HTTP-LISTED',
    way: 'refusal',
    fact: 'refuses with a listed HTTP status',
    judge: (reply) =>
      isOfStatedMethod(reply) && isOfStatedPath(reply) && !isFuzzed(reply)
        ? judgeStatus(
            (status, method) => isListedStatus(status) || (status >= 500 && !isUnknownVerbRefusal(status, method)),
            'HTTP 200, 400, 401, 403 or 415',
          )(reply)
        : null,
  },
];

export const refusals: Suite = {
  name: 'Refusals',
  area: 'Contract',
  checks: operations.flatMap((operation) =>
    refusalRules.map(({ clause, way, fact, judge }) => {
      return rule(clause, `${way}-${operation.id}`, `${operation.id} ${fact}`, {
        operation: operation.id,
        exercise: ({ use, journey }) => use(preparedRefusal(journey.withoutToken, operation)),
        judge,
      });
    }),
  ),
};
