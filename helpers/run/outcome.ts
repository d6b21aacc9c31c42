import type { Subject } from '../../specs/clause.ts';
import type { ContractRecord } from '../contract/live/comparison.ts';
import type { Owner, Verdict } from '../judge/verdicts.ts';

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
  /** `suites/transfer.ts:12` */
  readonly where: string;
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
  /** `3 of 3`: how many of the judged exchanges showed it. */
  readonly seen: string | null;
  /** In words, for every verdict but `pass`. */
  readonly reason: string | null;
  /** What it is blocked by: a clause id, or a named trouble such as `otp-source`. Equal causes are counted together. */
  readonly cause: string | null;
  /** Null for `pass`, `observed` and `not-applicable`. */
  readonly owner: Owner | null;
  /** Ids of exchanges. */
  readonly evidence: readonly string[];
  /** What was seen where the document is silent; goes into the behavior profile. */
  readonly facts: readonly string[];
  readonly startedAt: string;
  readonly durationMs: number;
}

/** What identifies a run; everything known before the first request. */
export interface RunHeader {
  readonly id: string;
  readonly startedAt: string;
  readonly suiteVersion: string;
  readonly suiteFingerprint: string;
  readonly targetFingerprint: string;
  readonly specification: string;
  readonly profile: 'essential' | 'full' | 'certification';
  /** The patterns of DMT_CHECKS or --check; null when nothing was deselected. */
  readonly selection: readonly string[] | null;
  readonly target: 'sandbox' | 'uat' | 'prod';
  /** Host names (no credentials) for people to read. */
  readonly hosts: readonly string[];
  readonly targetBuild: string | null;
  readonly runBy: string | null;
  readonly seed: number;
  /** Faults planted in a sandbox that the suite saw before it judged; absent when it was not asked to. */
  readonly plantedFaultsSeen?: number;
}

export interface RunTotals {
  readonly requests: number;
  readonly otps: number;
  readonly transfers: number;
  /** Money requested by OP-9, as an exact decimal. */
  readonly amount: string;
}

/** An answer that passive checks judged. */
export interface Judged {
  readonly exchange: string;
  /** The call was as documented. */
  readonly documented: boolean;
}

/** One line of `outcomes.jsonl`. The first is `run`; a journal without `end` is of an interrupted run. */
export type JournalLine =
  | { readonly kind: 'run'; readonly run: RunHeader; readonly plan: readonly PlannedCheck[] }
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'contract'; readonly contract: ContractRecord }
  /** In the order they were judged, so that they can be judged again. */
  | { readonly kind: 'judged'; readonly answers: readonly Judged[] }
  | { readonly kind: 'end'; readonly finishedAt: string; readonly totals: RunTotals; readonly inconclusive: string | null };
