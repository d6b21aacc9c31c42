import type { ClauseId } from '../../specs/clauses.ts';
import { describeValue } from '../core/describe.ts';
import { classifyAnswer } from '../core/records/deviation.ts';
import { validValueAt } from './fields.ts';
import { describeAnswer, formatPlace, type Reply } from './reply.ts';
import { createViolationStop, type Stop, type ViolationDetails } from './stop.ts';

type Breach = Omit<ViolationDetails, 'clause'>;

/** Assertions of one clause. A failed one ends the check with a violation of that clause. */
export interface Must {
  readonly hold: (condition: boolean, breach: Breach) => void;
  readonly answer: (condition: boolean, expected: string, reply: Reply) => void;
  /** Compares a value of an answer; ids are compared as text, UUIDs ignoring case (reading 10). */
  readonly equal: (reply: Reply, place: string, expected: string | boolean, how?: { readonly ignoreCase: boolean }) => void;
  /** Returns the violation, for a check that throws it. */
  readonly violation: (breach: Breach) => Stop;
  /** A violation of the whole answer, classified by its status and code. */
  readonly answerViolation: (expected: string, reply: Reply) => Stop;
}

export const createAnswerViolation = (clause: ClauseId, expected: string, reply: Reply): Stop =>
  createViolationStop({
    clause,
    expected,
    received: describeAnswer(reply),
    place: formatPlace(reply),
    exchange: reply.exchange.id,
    deviation: classifyAnswer(reply),
  });

const isSame = (one: string, other: string, ignoreCase: boolean): boolean =>
  ignoreCase ? one.toLowerCase() === other.toLowerCase() : one === other;

/** A check has the assertions of its own clause in its context. */
export function createMust(clause: ClauseId): Must {
  const hold: Must['hold'] = (condition, breach) => {
    if (!condition) throw createViolationStop({ ...breach, clause });
  };
  return {
    hold,
    answer: (condition, expected, reply) => {
      if (!condition) throw createAnswerViolation(clause, expected, reply);
    },
    equal: (reply, place, expected, { ignoreCase } = { ignoreCase: false }) => {
      const value = validValueAt(reply, place);
      const breach = {
        expected: describeValue(expected),
        received: describeValue(value),
        place: formatPlace(reply, place),
        exchange: reply.exchange.id,
      };
      hold(isSame(String(value), String(expected), ignoreCase), breach);
    },
    violation: (breach) => createViolationStop({ ...breach, clause }),
    answerViolation: (expected, reply) => createAnswerViolation(clause, expected, reply),
  };
}
