import type { FailOn } from './verdicts.ts';
import type { ContractRecord } from './contract-finding.ts';
import type { CampaignBudget } from '../budget.ts';
import type { Provenance } from './provenance.ts';
import type { PlannedCheck, Outcome } from './outcome.ts';
import type { PartEnd } from './campaign-end.ts';

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
interface SittingHeader {
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

/** Requests that were counted and whose exchanges nobody kept. */
export interface Unrecorded {
  readonly requests: number;
  readonly otps: number;
  readonly transfers: number;
}

/** A time in which a run stood still. */
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
