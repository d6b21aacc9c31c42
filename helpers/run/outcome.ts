import type { Subject } from '../../specs/clause.ts';
import type { Provenance } from '../consent/source.ts';
import type { PartEnd } from '../fuzz/ended.ts';
import type { ContractRecord } from '../contract/live/comparison.ts';
import type { Deviation } from '../judge/deviation.ts';
import type { Sighting } from '../judge/leaks.ts';
import type { Owner, Verdict } from '../judge/verdicts.ts';
import type { CampaignBudget } from '../target/budgets.ts';
import type { Unrecorded } from '../target/sent.ts';
import type { FailOn } from '../target/configuration.ts';
import type { Wait } from './calm.ts';

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
export interface Takes {
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
  readonly takes?: Takes;
  readonly startedAt: string;
  readonly durationMs: number;
}

/** Of the journals; those of release 0.1.0 tell none, and count as 1. */
export const journalVersion = 2;

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
  /** Clauses beyond the letter were judged, not only observed (DMT_SAFETY); absent in runs that did not record it. */
  readonly safety?: boolean;
  /** What this run was asked to end with 5 on; absent when nothing. */
  readonly failOn?: readonly FailOn[];
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

/** What a campaign took, of all sittings so far, beside what its row of the bill allowed it. */
export interface CampaignAccount {
  readonly taken: CampaignBudget;
  readonly atMost: CampaignBudget;
}

/** An answer that passive checks judged. */
export interface Judged {
  readonly exchange: string;
  /** The call was as documented. */
  readonly documented: boolean;
}

/** How a later sitting of a run begins; the header tells it of the first. */
export interface SittingHeader {
  readonly startedAt: string;
  readonly runBy: string | null;
  /** How many requests and callbacks the sittings before it numbered: evidence ids go on from here. */
  readonly numbered: Numbered;
  /** The checks that were unfinished. */
  readonly tries: readonly string[];
}

export interface Numbered {
  readonly requests: number;
  readonly callbacks: number;
  /** Calls of a campaign that are counted and not recorded. */
  readonly quiet: number;
}

/** What one request used up of what is capped, told before it leaves; negative when it was given back. */
export interface SpentLine {
  readonly exchange: string;
  readonly otps: number;
  readonly transfers: number;
  /** An exact decimal. */
  readonly amount: string;
  readonly wrongCodes: number;
  /** Absent in the journals of 0.1.0, as are the next two. */
  readonly wrongLogins?: number;
  /** Calls that left something behind. */
  readonly records?: number;
  /** Used up by a campaign. */
  readonly campaign?: true;
}

/** What leaked so far: the secrets are in no file, so it cannot be read again from the answers. */
export interface LeaksSeen {
  readonly secrets: readonly Sighting[];
  readonly codes: readonly Sighting[];
}

/**
 * One line of `outcomes.jsonl`. The first is `run`; each later sitting begins with `sitting`. A sitting without `end` was interrupted:
 * `stopped` tells what it did, and of one that was killed the lines before have to.
 */
export type JournalLine =
  | { readonly kind: 'run'; readonly schemaVersion?: number; readonly run: RunHeader; readonly plan: readonly PlannedCheck[] }
  | { readonly kind: 'sitting'; readonly sitting: SittingHeader }
  | { readonly kind: 'spent'; readonly spent: SpentLine }
  | { readonly kind: 'leaks'; readonly leaks: LeaksSeen }
  | { readonly kind: 'stopped'; readonly finishedAt: string; readonly totals: RunTotals; readonly campaign?: CampaignAccount }
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  /** Where the code of a challenge came from. */
  | { readonly kind: 'code'; readonly code: Provenance }
  | { readonly kind: 'contract'; readonly contract: ContractRecord }
  /** How a part of a campaign ended. */
  | { readonly kind: 'part'; readonly part: PartEnd }
  /** Written when it was over. */
  | { readonly kind: 'wait'; readonly wait: Wait }
  /** In the order they were judged, so that they can be judged again: told as it happens, a few at a time. */
  | { readonly kind: 'judged'; readonly answers: readonly Judged[] }
  | {
      readonly kind: 'end';
      readonly finishedAt: string;
      readonly totals: RunTotals;
      /** Absent of a run without a campaign. */
      readonly campaign?: CampaignAccount;
      readonly inconclusive: string | null;
      /** Of the totals: calls of campaigns that showed nothing, so that their exchanges were not kept. */
      readonly unrecorded?: Unrecorded;
    };
