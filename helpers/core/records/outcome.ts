import type { Subject } from '../../../specs/clause.ts';
import type { Deviation } from './deviation.ts';
import type { Owner, Verdict } from './verdicts.ts';

export type Area = 'Business operations' | 'Access' | 'Consent' | 'Contract' | 'Operational' | 'Callbacks' | 'Fuzzing';

/** Campaign checks are counted apart, and their number depends on the size of the campaign. */
export const isOfCampaignArea = ({ area }: { readonly area: Area }): boolean => area === 'Fuzzing';

export interface PlannedCheck {
  /** `CLAUSE~way`; permanent. */
  readonly id: string;
  readonly clause: string;
  readonly operation: Subject;
  readonly area: Area;
  readonly suite: string;
  readonly title: string;
  /** `suites/balance/money.ts:12` */
  readonly where: string;
  /** The form of the operation, and the situation, that the check tries. Absent where it tries the first form in no certain situation. */
  readonly form?: string;
  readonly circumstance?: string;
  /** It judges answers and callbacks, whoever asked for them. Absent in records of 0.1.0. */
  readonly rule?: true;
}

export interface CheckCost {
  readonly otps: number;
  readonly transfers: number;
}

export interface Outcome {
  readonly check: string;
  readonly verdict: Verdict;
  /** Set for `fail` and `warn`. */
  readonly expected: string | null;
  readonly received: string | null;
  /** `POST /wallet/… › result.invoiceId`: where the deviation was seen. */
  readonly place: string | null;
  /** The kind of deviation and its field, which a waiver names. Absent without a deviation and in records of 0.1.0. */
  readonly deviation?: Deviation;
  readonly field?: string | null;
  /** `3 of 3`: how many judged exchanges showed the deviation. */
  readonly seen: string | null;
  /** In words; set for every verdict but `pass`. */
  readonly reason: string | null;
  /**
   * Why it was blocked: a clause id, or a named trouble such as `otp-source`. Reports count equal causes together. `cap` when a cap left
   * the check untried.
   */
  readonly cause: string | null;
  /** Null for `pass`, `observed` and `not-applicable`. */
  readonly owner: Owner | null;
  /** Ids of exchanges. */
  readonly evidence: readonly string[];
  /**
   * Those of them that established what was expected. Absent where there are none, and where `seen` is set: there they come last. In one
   * circumstance they are named all the same, since the others are what was judged in it.
   */
  readonly beside?: readonly string[];
  readonly facts: readonly string[];
  /** What one more try of this check alone costs at most; absent in records of earlier releases. */
  readonly takes?: CheckCost;
  readonly startedAt: string;
  readonly durationMs: number;
}
