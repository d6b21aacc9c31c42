import type { ClauseId } from '../../specs/clauses.ts';
import { describe } from '../core/describe.ts';
import { deviationOf, type Deviation } from '../core/records/deviation.ts';
import { sure } from './fields.ts';
import { outcomeOf, placeOf, type Reply } from './reply.ts';
import { violation, violationOf, type Stop } from './stop.ts';

/** How an answer broke a clause: what the clause asks for, what came instead, and where. */
export interface Breach {
  readonly expected: string;
  readonly received: string;
  /** `POST /wallet/… › result.invoiceId` */
  readonly place?: string | null;
  /** Id of the exchange that decided, where one did. */
  readonly exchange?: string | null;
  readonly deviation?: Deviation | undefined;
  /** The field, where the place does not name it. */
  readonly field?: string | null;
  /** What it means to a partner, where the clause alone does not say. */
  readonly effect?: string | null;
}

/** The assertions of one clause: each ends the check with a violation of that clause unless it holds. */
export interface Must {
  readonly hold: (condition: boolean, breach: Breach) => void;
  /** The whole answer is as expected. */
  readonly answer: (condition: boolean, expected: string, reply: Reply) => void;
  /** A value of an answer is the one given; ids are compared as text, UUIDs ignoring case (reading 10). */
  readonly equal: (reply: Reply, place: string, expected: string | boolean, how?: { readonly ignoreCase: boolean }) => void;
  /** The violation itself, for a check that throws it. */
  readonly violation: (breach: Breach) => Stop;
  /** The violation of a whole answer: its status and code say what sort it is. */
  readonly answered: (expected: string, reply: Reply) => Stop;
}

export const answered = (clause: ClauseId, expected: string, reply: Reply): Stop =>
  violation(clause, expected, outcomeOf(reply), placeOf(reply), reply.exchange.id, null, deviationOf(reply));

function violationBy(
  clause: ClauseId,
  { expected, received, place = null, exchange = null, effect = null, deviation, field }: Breach,
): Stop {
  const stop = violation(clause, expected, received, place, exchange, effect, deviation);
  return field === undefined || stop.why.kind !== 'violation' ? stop : violationOf({ ...stop.why, field });
}

const isSame = (one: string, other: string, ignoreCase: boolean): boolean =>
  ignoreCase ? one.toLowerCase() === other.toLowerCase() : one === other;

/** The assertions of a clause. A check has those of its own clause in its context. */
export function mustOf(clause: ClauseId): Must {
  const hold: Must['hold'] = (condition, breach) => {
    if (!condition) throw violationBy(clause, breach);
  };
  return {
    hold,
    answer: (condition, expected, reply) => {
      if (!condition) throw answered(clause, expected, reply);
    },
    equal: (reply, place, expected, { ignoreCase } = { ignoreCase: false }) => {
      const value = sure(reply, place);
      const breach = { expected: describe(expected), received: describe(value), place: placeOf(reply, place), exchange: reply.exchange.id };
      hold(isSame(String(value), String(expected), ignoreCase), breach);
    },
    violation: (breach) => violationBy(clause, breach),
    answered: (expected, reply) => answered(clause, expected, reply),
  };
}
