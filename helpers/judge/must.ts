import type { ClauseId } from '../../specs/clauses.ts';
import { describe } from './describe.ts';
import { sure } from './fields.ts';
import { placeOf, type Reply } from './reply.ts';
import { violation } from './stop.ts';

/** Ends a check with a violation of its clause unless the condition holds. */
export function mustHold(
  clause: ClauseId,
  condition: boolean,
  expected: string,
  received: string,
  place: string | null = null,
  at: string | null = null,
): void {
  if (!condition) throw violation(clause, expected, received, place, at);
}

/** A value of an answer is the one given; ids are compared as text, UUIDs ignoring case (reading 10). */
export function mustEqual(clause: ClauseId, reply: Reply, place: string, expected: string | boolean, fold = false): void {
  const value = sure(reply, place);
  const [one, other] = [String(value), String(expected)];
  const same = fold ? one.toLowerCase() === other.toLowerCase() : one === other;
  mustHold(clause, same, describe(expected), describe(value), placeOf(reply, place), reply.exchange.id);
}
