import type { VerdictCheck, VerdictClause } from '../model/verdict-file.ts';
import type { Acceptance, Clarification, WaiversFile } from '../model/acceptances.ts';
import { describeAcceptance } from '../model/describe-acceptance.ts';

/** What was accepted of a run, kept beside its journals so that the verdict can be told again. */
export interface AcceptanceRecord {
  readonly file: WaiversFile;
  /** By signature of what comes and goes: how many runs in a row passed before this one. */
  readonly passedBefore: Readonly<Record<string, number>>;
}

export const noAcceptances: AcceptanceRecord = { file: {}, passedBefore: {} };

const findCovering = (all: readonly Acceptance[], clause: string, signature: string | null): Acceptance | null =>
  all.find((one) => one.clause === clause && signature !== null && one.signatures.includes(signature)) ?? null;

/** An accepted failure is told with who accepted it and until when; the journals keep that it failed. */
export function applyWaivers(checks: readonly VerdictCheck[], waivers: readonly Acceptance[]): readonly VerdictCheck[] {
  return checks.map((check) => {
    const waiver = findCovering(waivers, check.clause, check.signature);
    return waiver === null ? check : { ...check, verdict: 'waived', reason: describeAcceptance(waiver), waiver };
  });
}

export function applyGaps(
  clauses: readonly VerdictClause[],
  gaps: readonly Acceptance[],
  answers: readonly Clarification[] = [],
): readonly VerdictClause[] {
  return clauses.map((clause) => ({
    ...clause,
    gap: findCovering(gaps, clause.id, clause.signature),
    clarifications: answers.filter((one) => one.clause === clause.id),
  }));
}
