import type { ClauseId } from '../../specs/clauses.ts';

/** What a check or a step leaves behind besides its value. */
export interface Trail {
  /** Exchange ids, in the order they were made. */
  readonly evidence: Set<string>;
  /** Seen where the document is silent. */
  readonly facts: Set<string>;
  /** Clauses already broken by values this trail went on with: what fails after them is blocked by them, never accused. */
  readonly doubts: Set<ClauseId>;
}

export const newTrail = (): Trail => ({ evidence: new Set(), facts: new Set(), doubts: new Set() });

export function join(into: Trail, from: Trail): void {
  for (const id of from.evidence) into.evidence.add(id);
  for (const fact of from.facts) into.facts.add(fact);
  for (const clause of from.doubts) into.doubts.add(clause);
}
