import type { Subject } from '../../../specs/clause.ts';
import type { Deviation } from './deviation.ts';
import type { Owner, Verdict } from './verdicts.ts';

/** The branches of the report's tree. */
export type Area = 'Business operations' | 'Access' | 'Consent' | 'Contract' | 'Operational' | 'Callbacks' | 'Fuzzing';

/** A check as listed before anything is sent. */
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
}

/** Codes and transfers that are asked for. */
export interface CheckCost {
  readonly otps: number;
  readonly transfers: number;
}

/** What became of one planned check; plain data, redacted. */
export interface Outcome {
  readonly check: string;
  readonly verdict: Verdict;
  /** Set for `fail` and `warn`. */
  readonly expected: string | null;
  readonly received: string | null;
  /** `POST /wallet/… › result.invoiceId`, where the deviation was seen. */
  readonly place: string | null;
  /** What sort of deviation, and of which field: what a waiver names. Only where there is one; records of 0.1.0 have neither. */
  readonly deviation?: Deviation;
  readonly field?: string | null;
  /** `3 of 3`: how many of the judged exchanges showed it. */
  readonly seen: string | null;
  /** In words, for every verdict but `pass`. */
  readonly reason: string | null;
  /** What it is blocked by: a clause id, or a named trouble such as `otp-source`. Equal causes are counted together. `cap` where a cap left it untried. */
  readonly cause: string | null;
  /** Null for `pass`, `observed` and `not-applicable`. */
  readonly owner: Owner | null;
  /** Ids of exchanges. */
  readonly evidence: readonly string[];
  /** What was seen where the document is silent; goes into the behavior profile. */
  readonly facts: readonly string[];
  /** What it takes at most to try the check once more, alone; absent from what earlier releases wrote. */
  readonly takes?: CheckCost;
  readonly startedAt: string;
  readonly durationMs: number;
}
