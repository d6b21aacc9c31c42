import type { Certainty, Subject } from '../../../specs/clause.ts';
import type { Provenance } from '../../core/records/provenance.ts';
import type { Owner, Verdict, FailOn } from '../../core/records/verdicts.ts';
import type { PartEnd } from '../../core/records/campaign-end.ts';
import type { Wait, RunHeader } from '../../core/records/journal-lines.ts';
import type { Outcome, PlannedCheck } from '../../core/records/outcome.ts';
import type { CampaignBudget } from '../../core/budget.ts';
import type { Acceptance, Clarification } from './acceptances.ts';

/**
 * `-selection` marks a run of selected checks: it says nothing of the clauses that were left out,
 * so it is never called conformant without that word. `judged-in-part`: nothing failed, and too little was judged to say more.
 */
export type RunVerdict =
  | 'conformant'
  | 'judged-in-part'
  | 'conformant-with-deviations'
  | 'conformant-selection'
  | 'conformant-with-deviations-selection'
  | 'non-conformant'
  | 'incomplete'
  | 'inconclusive'
  | 'unfit-waivers';

/** 2, usage or configuration, ends what sent nothing: no run has it. */
export type ExitCode = 0 | 1 | 3 | 4 | 5 | 6;

/** One sitting of a run, with what it alone cost the target. */
export interface VerdictSitting {
  readonly startedAt: string;
  /** Of an interrupted one: the last moment recorded. */
  readonly finishedAt: string;
  readonly runBy: string | null;
  readonly interrupted: boolean;
  /** How many checks it was to try. */
  readonly checks: number;
  readonly requests: number;
  readonly otps: number;
  readonly transfers: number;
  readonly amount: number;
  /** `at-least` for one that was killed: what its record shows. */
  readonly totals: 'exact' | 'at-least';
}

/** What a campaign came to; what it took and might take is null where the run was killed. */
export interface VerdictCampaign {
  readonly taken: CampaignBudget | null;
  readonly atMost: CampaignBudget | null;
  /** Chapters, walks and races: the last word of each. */
  readonly parts: readonly PartEnd[];
}

export interface VerdictRun extends RunHeader {
  /** Of the planned ids: the suite's own is the same whatever was selected. */
  readonly planFingerprint: string;
  /** Of an interrupted run: the last moment recorded. */
  readonly finishedAt: string;
  readonly interrupted: boolean;
  /** Why the environment made judging impossible; null when it did not. */
  readonly inconclusive: string | null;
  readonly requests: number;
  readonly otps: number;
  readonly transfers: number;
  readonly amount: number;
  /** `at-least` when a sitting was killed: counted from what was recorded. */
  readonly totals: 'exact' | 'at-least';
  /** In their order; all totals span them. */
  readonly sittings: readonly VerdictSitting[];
  /** Absent of a run without a campaign. */
  readonly campaign?: VerdictCampaign;
  /** When the run stood still, and why; absent when it never did. */
  readonly waits?: readonly Wait[];
}

export interface VerdictClause {
  readonly id: string;
  readonly section: string;
  readonly operation: Subject;
  readonly certainty: Certainty;
  readonly text: string;
  readonly verdict: Verdict;
  /** In words, for every verdict but `pass`. */
  readonly reason: string | null;
  readonly owner: Owner | null;
  /** Goes beyond the letter to protect money or consent. */
  readonly safety: boolean;
  readonly checks: readonly string[];
  /** Of a clause that was not tested (`untried`, `blocked`): what an accepted gap names. */
  readonly signature: string | null;
  /** That it was not tested is accepted in writing. */
  readonly gap: Acceptance | null;
  /** What the operator answered about it. */
  readonly clarifications: readonly Clarification[];
}

/** Something a run was to end with 5 on. */
export interface FailedOn {
  readonly on: FailOn;
  readonly holds: boolean;
  readonly words: string;
}

/** A binding clause that was not judged. */
export interface NotJudged {
  readonly clause: string;
  readonly reason: string;
  readonly owner: Owner | null;
  /** That is accepted in writing. */
  readonly accepted: boolean;
}

/** How many of the binding clauses (stated or implied) were judged. */
export interface Binding {
  /** All that count in this run; a selection counts its own. */
  readonly total: number;
  readonly judged: number;
  readonly notJudged: readonly NotJudged[];
  /** The fixed list of the catalogue, outside the count. */
  readonly cannotBeTried: readonly { readonly clause: string; readonly reason: string }[];
}

/** A planned check with what became of it. */
export interface VerdictCheck extends PlannedCheck, Omit<Outcome, 'check' | 'takes'> {
  /** Method and whole URL of the exchange that decided, for `fail`, `warn` and `blocked`: `place` tells the documented path. */
  readonly address: string | null;
  readonly reproduce: string;
  /** What repeating it costs the target at most. */
  readonly cost: { readonly otps: number; readonly transfers: number };
  /** Of a failure, waived or not: what a waiver names. */
  readonly signature: string | null;
  /** Who accepted this failure, why and until when; set exactly when the verdict is `waived`. */
  readonly waiver: Acceptance | null;
}

/** One reason why checks were not tested, and how many it took with it. */
export interface Cause {
  readonly cause: string;
  readonly reason: string;
  readonly owner: Owner | null;
  readonly count: number;
  readonly checks: readonly string[];
}

/** Something the service does where the document leaves it open. */
interface ObservedFact {
  readonly clause: string;
  readonly fact: string;
  /** A campaign met it: how far one comes differs from run to run. */
  readonly sampled?: true;
}

/** `verdict.json`: the one source of every other report. */
export interface VerdictFile {
  readonly schemaVersion: 1;
  readonly run: VerdictRun;
  readonly verdict: RunVerdict;
  readonly exitCode: ExitCode;
  /** The verdict's ground in one sentence. */
  readonly because: string;
  /** With `unfit-waivers`: the verdict if they fitted. */
  readonly beneath?: RunVerdict;
  /** What DMT_FAIL_ON asked for, where the verdict alone would end with 0. */
  readonly failedOn?: readonly FailedOn[];
  readonly binding: Binding;
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly causes: readonly Cause[];
  readonly clauses: readonly VerdictClause[];
  readonly checks: readonly VerdictCheck[];
  /** What the service does where the document leaves it open. */
  readonly profile: readonly ObservedFact[];
  /** Where each OTP came from, in the order they were read. */
  readonly codes: readonly Provenance[];
  /** Faults of the record itself: outcomes nobody planned, clauses nobody wrote, lines nobody can read. */
  readonly trouble: readonly string[];
  /** What is wrong with waivers and accepted gaps, now that the run is over: expired, stale, or fitting nothing. */
  readonly unfit: readonly string[];
  /** Waivers and gaps that end within fourteen days. */
  readonly expiring: readonly string[];
}
