import type { ClauseId } from '../../specs/clauses.ts';
import { describe } from '../core/describe.ts';
import { deviationOf, type Deviation } from '../core/records/deviation.ts';
import { sure } from './fields.ts';
import { outcomeOf, placeOf, type Reply } from './reply.ts';
import { violation, type Stop } from './stop.ts';

/** Ends a check with a violation of its clause unless the condition holds. */
export function mustHold(
  clause: ClauseId,
  condition: boolean,
  expected: string,
  received: string,
  place: string | null = null,
  at: string | null = null,
  deviation: Deviation = 'other',
): void {
  if (!condition) throw violation(clause, expected, received, place, at, null, deviation);
}

/** The violation of a whole answer: its status and code say what sort it is. */
export const answered = (clause: ClauseId, expected: string, reply: Reply): Stop =>
  violation(clause, expected, outcomeOf(reply), placeOf(reply), reply.exchange.id, null, deviationOf(reply));

/** Ends a check with that violation unless the condition holds. */
export function mustAnswer(clause: ClauseId, condition: boolean, expected: string, reply: Reply): void {
  if (!condition) throw answered(clause, expected, reply);
}

/** A value of an answer is the one given; ids are compared as text, UUIDs ignoring case (reading 10). */
export function mustEqual(clause: ClauseId, reply: Reply, place: string, expected: string | boolean, fold = false): void {
  const value = sure(reply, place);
  const [one, other] = [String(value), String(expected)];
  const same = fold ? one.toLowerCase() === other.toLowerCase() : one === other;
  mustHold(clause, same, describe(expected), describe(value), placeOf(reply, place), reply.exchange.id);
}
