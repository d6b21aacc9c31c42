import type { VerdictCheck, VerdictClause } from '../model/verdict-file.ts';
import type { Acceptance, Clarification, WaiversFile } from '../model/acceptances.ts';
import { currentScheme, type FailedCheck } from '../model/signature.ts';
import { describeAcceptance } from '../model/describe-acceptance.ts';

/** What was accepted of a run; stored next to its journals, so that the verdict can be assembled again. */
export interface AcceptanceRecord {
  readonly file: WaiversFile;
  /** By signature of an intermittent deviation: passing runs in a row before this one. */
  readonly passedBefore: Readonly<Record<string, number>>;
}

export const noAcceptances: AcceptanceRecord = { file: {}, passedBefore: {} };

const findCovering = (all: readonly Acceptance[], clause: string, signature: string | null): Acceptance | null =>
  all.find((one) => one.clause === clause && signature !== null && one.signatures.includes(signature)) ?? null;

/** Of a failure as it happens, before the run has a verdict. */
export const isWaived = (failing: FailedCheck, { waivers = [] }: WaiversFile): boolean =>
  findCovering(waivers, failing.clause, currentScheme.failure(failing)) !== null;

/** The check shows who accepted the failure and until when. The journals still record the failure. */
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
