import type { Effect } from '../../../specs/operation.ts';
import type { ClauseId } from '../../../specs/clauses.ts';

export interface Evidence {
  /** Exchange ids, in the order they were made. */
  readonly exchanges: Set<string>;
  readonly facts: Set<string>;
  /** Exchanges that sent an OTP or asked for money, including those of awaited steps: the cost of repeating the check. */
  readonly effects: Map<string, Effect>;
  /** Clauses broken by values that the check used anyway. A later failure is blocked by such a clause, never accused. */
  readonly doubts: Set<ClauseId>;
}

export const createEvidence = (): Evidence => ({ exchanges: new Set(), facts: new Set(), effects: new Map(), doubts: new Set() });

export function mergeEffects(into: Evidence, from: Evidence): void {
  for (const [id, effect] of from.effects) into.effects.set(id, effect);
}

export function mergeEvidence(into: Evidence, from: Evidence): void {
  mergeEffects(into, from);
  for (const id of from.exchanges) into.exchanges.add(id);
  for (const fact of from.facts) into.facts.add(fact);
  for (const clause of from.doubts) into.doubts.add(clause);
}
