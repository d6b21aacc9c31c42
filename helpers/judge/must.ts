import type { ClauseId } from '../../specs/clauses.ts';
import { describeValue } from '../core/describe.ts';
import { classifyAnswer, type Deviation } from '../core/records/deviation.ts';
import { validValueAt } from './fields.ts';
import { describeAnswer, formatPlace, type Reply } from './reply.ts';
import { violation, createViolationStop, type Stop } from './stop.ts';

interface Breach {
  readonly expected: string;
  readonly received: string;
  /** `POST /wallet/… › result.invoiceId` */
  readonly place?: string | null;
  /** The exchange that decided, if one did. */
  readonly exchange?: string | null;
  readonly deviation?: Deviation | undefined;
  /** The field, when the place does not name it. */
  readonly field?: string | null;
  readonly effect?: string | null;
  readonly atMost?: 'warn' | undefined;
}

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
  violation(clause, expected, describeAnswer(reply), formatPlace(reply), reply.exchange.id, null, classifyAnswer(reply));

function createBreachViolation(
  clause: ClauseId,
  { expected, received, place = null, exchange = null, effect = null, deviation, field, atMost }: Breach,
): Stop {
  const stop = violation(clause, expected, received, place, exchange, effect, deviation);
  if (stop.why.kind !== 'violation' || (field === undefined && atMost === undefined)) return stop;
  return createViolationStop({ ...stop.why, ...(field !== undefined && { field }), ...(atMost !== undefined && { atMost }) });
}

const isSame = (one: string, other: string, ignoreCase: boolean): boolean =>
  ignoreCase ? one.toLowerCase() === other.toLowerCase() : one === other;

/** A check has the assertions of its own clause in its context. */
export function createMust(clause: ClauseId): Must {
  const hold: Must['hold'] = (condition, breach) => {
    if (!condition) throw createBreachViolation(clause, breach);
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
    violation: (breach) => createBreachViolation(clause, breach),
    answerViolation: (expected, reply) => createAnswerViolation(clause, expected, reply),
  };
}
