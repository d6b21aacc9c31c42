import type { ClauseId } from '../../specs/clauses.ts';
import { describe } from './describe.ts';
import { sure } from './fields.ts';
import { outcomeOf, placeOf, type Reply } from './reply.ts';
import { violation } from './stop.ts';

/** Ends a check with a violation of its clause unless the condition holds. */
export function mustHold(clause: ClauseId, condition: boolean, expected: string, received: string, place: string | null = null): void {
  if (!condition) throw violation(clause, expected, received, place);
}

/** A value of an answer is the one given; ids are compared as text, UUIDs ignoring case (reading 10). */
export function mustEqual(clause: ClauseId, reply: Reply, place: string, expected: string | boolean, fold = false): void {
  const value = sure(reply, place);
  const [one, other] = [String(value), String(expected)];
  const same = fold ? one.toLowerCase() === other.toLowerCase() : one === other;
  mustHold(clause, same, describe(expected), describe(value), placeOf(reply, place));
}

export function mustHaveStatus(clause: ClauseId, reply: Reply, status: number): void {
  mustHold(clause, reply.status === status, `HTTP ${status}`, outcomeOf(reply), placeOf(reply));
}

export function mustHaveCode(clause: ClauseId, reply: Reply, code: number): void {
  mustHold(clause, reply.status === 200 && reply.code === code, `HTTP 200 with code ${code}`, outcomeOf(reply), placeOf(reply));
}
