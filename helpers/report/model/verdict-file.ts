import type { Certainty, Subject } from '../../../specs/clause.ts';
import type { BuildSeen } from '../../core/records/build-seen.ts';
import type { Provenance } from '../../core/records/provenance.ts';
import type { Owner, Verdict, FailOn } from '../../core/records/verdicts.ts';
import type { PartEnd } from '../../core/records/campaign-end.ts';
import type { Wait, RunHeader } from '../../core/records/journal-lines.ts';
import type { Outcome, PlannedCheck } from '../../core/records/outcome.ts';
import type { CampaignBudget } from '../../core/budget.ts';
import type { Acceptance, Clarification } from './acceptances.ts';

/**
 * `-selection` marks a run of selected checks, which shows nothing about the other clauses. `judged-in-part`: no check failed, but too
 * little was judged to say more.
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

/** A run never ends with 2 (usage or configuration): then nothing was sent. */
export type ExitCode = 0 | 1 | 3 | 4 | 5 | 6;

/** Totals of this sitting alone. */
export interface VerdictSitting {
  readonly startedAt: string;
  /** The last recorded moment, for an interrupted sitting. */
  readonly finishedAt: string;
  readonly runBy: string | null;
  readonly interrupted: boolean;
  readonly checks: number;
  readonly requests: number;
  readonly otps: number;
  readonly transfers: number;
  readonly amount: number;
  /** `at-least`: the sitting was killed, so its record is counted. */
  readonly totals: 'exact' | 'at-least';
  /** Of a split run. */
  readonly part?: number;
}

/** `taken` and `atMost` are null when the run was killed. */
export interface VerdictCampaign {
  readonly taken: CampaignBudget | null;
  readonly atMost: CampaignBudget | null;
  /** The last end of each chapter, sequence and race. */
  readonly parts: readonly PartEnd[];
}

export interface VerdictRun extends RunHeader {
  /** Of the planned check ids. The suite's own fingerprint does not depend on the selection. */
  readonly planFingerprint: string;
  /** The last recorded moment, for an interrupted run. */
  readonly finishedAt: string;
  readonly interrupted: boolean;
  /** Why the environment made judging impossible; otherwise null. */
  readonly inconclusive: string | null;
  readonly requests: number;
  readonly otps: number;
  readonly transfers: number;
  readonly amount: number;
  /** `at-least`: a sitting was killed, so its record is counted. */
  readonly totals: 'exact' | 'at-least';
  /** In order. The totals cover all of them. */
  readonly sittings: readonly VerdictSitting[];
  /** What GET /actuator/info told of the build, at start and end of each sitting; absent where it is closed. */
  readonly builds?: readonly BuildSeen[];
  readonly campaign?: VerdictCampaign;
  /** When the run waited for the target, and why; absent when it never did. */
  readonly waits?: readonly Wait[];
}

/** A form of an operation, or a situation, in which a clause has to be judged (decision 38). */
export interface VerdictSituation {
  readonly operation: Subject;
  readonly form: string | null;
  readonly circumstance: string | null;
  readonly judged: boolean;
  /** Why it was not judged, or why there was nothing to judge; null for a judged one. */
  readonly reason: string | null;
}

export interface VerdictClause {
  readonly id: string;
  readonly section: string;
  readonly operation: Subject;
  readonly certainty: Certainty;
  readonly text: string;
  readonly verdict: Verdict;
  /** In words; null for `pass`. */
  readonly reason: string | null;
  readonly owner: Owner | null;
  /** Beyond the letter, to protect money or consent. */
  readonly safety: boolean;
  readonly checks: readonly string[];
  /** Absent in files of earlier suites, and where the clause has no forms and circumstances. */
  readonly situations?: readonly VerdictSituation[];
  /** Of a clause that was not tested (`untried`, `blocked`); a gap names it. */
  readonly signature: string | null;
  readonly gap: Acceptance | null;
  readonly clarifications: readonly Clarification[];
}

/** A condition of DMT_FAIL_ON, which ends the run with 5 when it holds. */
export interface FailedOn {
  readonly on: FailOn;
  readonly holds: boolean;
  readonly words: string;
}

export interface NotJudged {
  readonly clause: string;
  readonly reason: string;
  readonly owner: Owner | null;
  readonly accepted: boolean;
}

export interface Binding {
  /** A run of selected checks counts only its own clauses. */
  readonly total: number;
  readonly judged: number;
  readonly notJudged: readonly NotJudged[];
  /** The catalogue's fixed list, outside the count. */
  readonly cannotBeTried: readonly { readonly clause: string; readonly reason: string }[];
}

export interface VerdictCheck extends PlannedCheck, Omit<Outcome, 'check' | 'takes'> {
  /** Method and whole URL of the deciding exchange, for `fail`, `warn` and `blocked`; `place` has the documented path. */
  readonly address: string | null;
  readonly reproduce: string;
  /** Highest cost of repeating the check. */
  readonly cost: { readonly otps: number; readonly transfers: number };
  /** Of a failure, waived or not; a waiver names it. */
  readonly signature: string | null;
  /** Who accepted this failure, why and until when; set only for the verdict `waived`. */
  readonly waiver: Acceptance | null;
}

export interface Cause {
  readonly cause: string;
  readonly reason: string;
  readonly owner: Owner | null;
  readonly count: number;
  readonly checks: readonly string[];
}

interface ObservedFact {
  readonly clause: string;
  readonly fact: string;
  /** Found by a campaign, whose reach differs from run to run. */
  readonly sampled?: true;
}

/** `verdict.json`: the only source of every other report. */
export interface VerdictFile {
  readonly schemaVersion: 1;
  readonly run: VerdictRun;
  readonly verdict: RunVerdict;
  readonly exitCode: ExitCode;
  readonly because: string;
  /** With `unfit-waivers`: the verdict if the waivers fitted. */
  readonly beneath?: RunVerdict;
  /** The conditions of DMT_FAIL_ON, if the verdict alone would end with 0. */
  readonly failedOn?: readonly FailedOn[];
  readonly binding: Binding;
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly causes: readonly Cause[];
  readonly clauses: readonly VerdictClause[];
  readonly checks: readonly VerdictCheck[];
  /** Behavior that the specification leaves open. */
  readonly profile: readonly ObservedFact[];
  /** Where each OTP came from, in the order of reading. */
  readonly codes: readonly Provenance[];
  /** Faults of the record: outcomes without a plan, unknown clauses, unreadable lines. */
  readonly trouble: readonly string[];
  /** Waivers and gaps that are expired, stale, or match nothing. */
  readonly unfit: readonly string[];
  /** Waivers and gaps that end within fourteen days. */
  readonly expiring: readonly string[];
}
