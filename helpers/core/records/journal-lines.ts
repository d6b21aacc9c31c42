import type { Subject } from '../../../specs/clause.ts';
import type { FailOn } from './verdicts.ts';
import type { ContractRecord } from './contract-finding.ts';
import type { CampaignBudget } from '../budget.ts';
import type { Shard } from './shard.ts';
import type { BuildSeen } from './build-seen.ts';
import type { Provenance } from './provenance.ts';
import type { PlannedCheck, Outcome } from './outcome.ts';
import type { PartEnd } from './campaign-end.ts';

/** Version of the journal format. Release 0.1.0 wrote none, which counts as 1. From 3 on, usual values are not written; from 4 on, nor what the row or line before says. */
export const journalVersion = 4;

/** The clock of the machine that ran the suite, so that pages show its time wherever they are rendered. */
export interface LocalTime {
  /** `Asia/Kolkata` */
  readonly zone: string;
  /** East of UTC, when the run started. */
  readonly offsetMinutes: number;
}

export interface RunHeader {
  readonly id: string;
  readonly startedAt: string;
  readonly suiteVersion: string;
  readonly suiteFingerprint: string;
  readonly targetFingerprint: string;
  readonly specification: string;
  /** Version of the clause catalogue; absent in records of 0.1.0. */
  readonly catalogue?: string;
  readonly profile: 'essential' | 'full' | 'certification';
  /** Patterns of DMT_CHECKS or --check; null when no check was deselected. */
  readonly selection: readonly string[] | null;
  readonly target: 'sandbox' | 'uat' | 'prod';
  /** Host names without credentials, for people. */
  readonly hosts: readonly string[];
  readonly targetBuild: string | null;
  readonly runBy: string | null;
  readonly seed: number;
  /** The run judged clauses beyond the letter (DMT_SAFETY), not only observed them. Absent in runs that did not record it. */
  readonly safety?: boolean;
  /** Conditions that end this run with exit code 5; absent without any. */
  readonly failOn?: readonly FailOn[];
  /** What starts the program on the settings of this run (`npm run conformance -- --env uat`); absent in runs that did not record it. */
  readonly program?: string;
  /** How many planted faults of a sandbox the suite noticed before it judged; absent when this was not tried. */
  readonly plantedFaultsSeen?: number;
  /** Absent in runs that did not record it. */
  readonly localTime?: LocalTime;
  /** This run is one part of a split run (DMT_SHARD). */
  readonly shard?: ShardRecord;
  /** The parts of a split run that this record joins. */
  readonly merged?: MergeRecord;
}

export interface ShardRecord extends Shard {
  /** Fingerprint of the whole plan. */
  readonly plan: string;
  /** The checks that every part has its share of. */
  readonly everywhere: readonly string[];
}

export interface MergeRecord {
  readonly of: number;
  readonly from: readonly { readonly part: number; readonly run: string }[];
  /** Parts whose record was not there. */
  readonly missing: readonly number[];
}

export interface RunTotals {
  readonly requests: number;
  readonly otps: number;
  readonly transfers: number;
  /** Money that OP-9 requested, as an exact decimal. */
  readonly amount: string;
}

/** What a campaign used up in all sittings so far, and what its row of the bill allowed. */
export interface CampaignAccount {
  readonly taken: CampaignBudget;
  readonly atMost: CampaignBudget;
}

export interface Judged {
  readonly exchange: string;
  readonly documented: boolean;
}

/** How a later sitting of a run begins; the run header describes the first. */
interface SittingHeader {
  readonly startedAt: string;
  readonly runBy: string | null;
  /** Requests and callbacks of the sittings before: evidence ids continue from here. */
  readonly numbered: Numbered;
  readonly tries: readonly string[];
  /** In a merged record: the part that it is of; null for the merge itself. */
  readonly part?: number | null;
}

export interface Numbered {
  readonly requests: number;
  readonly callbacks: number;
  /** Calls of a campaign that were counted but not recorded. */
  readonly quiet: number;
}

/** What one request used up, written before it leaves; negative when something was given back. */
export interface SpentLine {
  readonly exchange: string;
  readonly otps: number;
  readonly transfers: number;
  /** An exact decimal. */
  readonly amount: string;
  readonly wrongCodes: number;
  /** Absent in the journals of 0.1.0, as are the next two. */
  readonly wrongLogins?: number;
  readonly records?: number;
  readonly campaign?: true;
}

/** Something no exchange shows: an unrecorded call of a campaign, or the time between two sittings. It ends what was known of a sender. */
export interface OffRecord {
  /** How many exchanges were on record. */
  readonly after: number;
  /** Null where it may concern any sender. */
  readonly senderId: string | null;
  readonly what: Subject | 'another sitting';
  /** In a merged record: the part that it happened in. */
  readonly part?: number;
}

/** Leaks so far. No file holds the secrets, so a later sitting cannot find these leaks in the answers again. */
export interface LeaksSeen {
  readonly secrets: readonly Sighting[];
  readonly codes: readonly Sighting[];
}

/**
 * One line of `outcomes.jsonl`. The first is `run`; each later sitting begins with `sitting`. A sitting without `end` was interrupted:
 * `stopped` reports it, unless the process was killed.
 */
export type JournalLine =
  | { readonly kind: 'run'; readonly schemaVersion?: number; readonly run: RunHeader; readonly plan: readonly PlannedCheck[] }
  | { readonly kind: 'sitting'; readonly sitting: SittingHeader }
  | { readonly kind: 'spent'; readonly spent: SpentLine }
  | { readonly kind: 'leaks'; readonly leaks: LeaksSeen }
  | { readonly kind: 'off-record'; readonly offRecord: OffRecord }
  | { readonly kind: 'stopped'; readonly finishedAt: string; readonly totals: RunTotals; readonly campaign?: CampaignAccount }
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'code'; readonly code: Provenance }
  | { readonly kind: 'contract'; readonly contract: ContractRecord }
  | { readonly kind: 'part'; readonly part: PartEnd }
  | { readonly kind: 'build'; readonly build: BuildSeen }
  /** Written after the wait. */
  | { readonly kind: 'wait'; readonly wait: Wait }
  /** In judging order, so that a reader can judge again; written during the run, a few at a time. */
  | { readonly kind: 'judged'; readonly answers: readonly Judged[] }
  | {
      readonly kind: 'end';
      readonly finishedAt: string;
      readonly totals: RunTotals;
      readonly campaign?: CampaignAccount;
      readonly inconclusive: string | null;
      /** Part of the totals: calls of campaigns that showed nothing, so their exchanges were not kept. */
      readonly unrecorded?: Unrecorded;
    };

/** Requests that were counted, but whose exchanges were not kept. */
export interface Unrecorded {
  readonly requests: number;
  readonly otps: number;
  readonly transfers: number;
}

export interface Wait {
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly reason: string;
}

/** A secret seen in an answer where none belongs; never the secret itself. */
export interface Sighting {
  /** `the agent password` */
  readonly what: string;
  /** `POST /uiObjects/… › status.message` */
  readonly place: string;
  readonly exchange: string;
}
