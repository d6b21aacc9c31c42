import type { Effect } from '../../../specs/operation.ts';
import type { ClauseId } from '../../../specs/clauses.ts';

/** What a check or a step leaves behind besides its value. */
export interface Evidence {
  /** Exchange ids, in the order they were made. */
  readonly exchanges: Set<string>;
  /** Seen where the document is silent. */
  readonly facts: Set<string>;
  /** Exchanges that asked for a code or for money, also those of steps that were only waited for: what it takes to have it again. */
  readonly effects: Map<string, Effect>;
  /** Clauses already broken by values that were gone on with: what fails after them is blocked by them, never accused. */
  readonly doubts: Set<ClauseId>;
}

export const createEvidence = (): Evidence => ({ exchanges: new Set(), facts: new Set(), effects: new Map(), doubts: new Set() });

/** Takes over what a step cost, and nothing else. */
export function mergeEffects(into: Evidence, from: Evidence): void {
  for (const [id, effect] of from.effects) into.effects.set(id, effect);
}

export function mergeEvidence(into: Evidence, from: Evidence): void {
  mergeEffects(into, from);
  for (const id of from.exchanges) into.exchanges.add(id);
  for (const fact of from.facts) into.facts.add(fact);
  for (const clause of from.doubts) into.doubts.add(clause);
}
