import type { Acceptance, Clarification } from '../helpers/report/model/acceptances.ts';
import type { Outcome } from '../helpers/core/records/outcome.ts';
import type { ChapterRow, DeviationEntry, NamedFact } from '../helpers/report/decision/rows.ts';

/* What page and server say to each other. */

/** What the page sends. */
export type Body = Readonly<Record<string, unknown>>;

export interface Refused {
  readonly ok: false;
  readonly problems: readonly string[];
}

/** Null, or what a person reads about why nothing happened. */
export interface Acted {
  readonly problem: string | null;
}

export interface Field {
  readonly name: string;
  readonly about: string;
  readonly example: string;
  readonly choices: readonly string[] | null;
  /** Several of the choices, comma separated. */
  readonly several: boolean;
  readonly secret: boolean;
  readonly required: boolean;
  readonly isSet: boolean;
  /** Empty for a secret, even when it is set. */
  readonly value: string;
  readonly fallback: string | null;
  readonly problem: string | null;
}

export interface FieldGroup {
  readonly name: string;
  readonly heading: string;
  readonly fields: readonly Field[];
}

export interface TargetView {
  readonly where: string;
  readonly groups: readonly FieldGroup[];
  /** Problems that belong to no field of the form. */
  readonly problems: readonly string[];
  readonly canStart: boolean;
  /** Names of variables whose values are kept in memory only. */
  readonly unsaved: readonly string[];
  readonly environmentFile: string | null;
  readonly command: string;
}

export interface Tried {
  readonly name: string;
  readonly state: 'ok' | 'look' | 'stop' | 'untried';
  readonly text: string;
  readonly advice: string | null;
}

export interface TargetAnswer {
  readonly target: TargetView;
  readonly tried: readonly Tried[];
}

export interface BillRow {
  readonly name: string;
  readonly usual: number | string;
  /** Null for what stays: it has no cap. */
  readonly most: number | string | null;
}

export interface PlanView {
  readonly title: string;
  readonly planned: number;
  readonly willRun: number;
  readonly leftOut: readonly { readonly reason: string; readonly owner: string; readonly checks: readonly string[] }[];
  readonly rows: readonly BillRow[];
  /** The campaign has a budget of its own. */
  readonly campaign: readonly BillRow[];
  readonly messages: readonly { readonly who: string; readonly count: number }[];
  readonly codes: { readonly count: number; readonly readBy: string };
  readonly time: string;
  readonly approved: boolean;
  readonly command: string;
}

export type PlanAnswer = { readonly ok: true; readonly plan: PlanView } | Refused;

export interface CodeQuestion {
  readonly id: number;
  readonly purpose: string;
  readonly role: string;
  /** The last two digits. */
  readonly mobile: string;
  readonly askedAt: string;
  readonly nth: number;
  /** `held`: entered, and not yet given to the run, so that it can be corrected. */
  readonly state: 'open' | 'held';
  /** The code before it was refused, so a new one was sent. */
  readonly again: boolean;
}

export interface Spent {
  readonly name: string;
  readonly spent: number;
  readonly cap: number | null;
}

export interface Chapter {
  readonly name: string;
  readonly planned: number;
  readonly done: number;
  readonly failed: number;
}

export type LiveFailure = Pick<Outcome, 'check' | 'place' | 'expected' | 'received'>;

export type RunStatus = 'idle' | 'starting' | 'running' | 'stopping' | 'reporting' | 'ended';

export interface RunView {
  readonly status: RunStatus;
  /** `repeat` is a run of selected checks beside the main one. */
  readonly kind: 'run' | 'resume' | 'repeat';
  readonly title: string;
  readonly planned: number;
  readonly done: number;
  readonly chapters: readonly Chapter[];
  readonly spent: readonly Spent[];
  readonly failures: readonly LiveFailure[];
  readonly failed: number;
  readonly lines: readonly string[];
  /** What is going on just now, and what is waited for. */
  readonly live: string;
  readonly exitCode: number | null;
  readonly codes: readonly CodeQuestion[];
  readonly codesExpected: number | null;
}

/** What changes while people look at the page. */
export interface Live {
  readonly run: RunView;
  readonly where: string;
  readonly planned: 'none' | 'planned' | 'approved';
  readonly bill: readonly BillRow[];
  /** An earlier run in the report folder did not end. */
  readonly canResume: boolean;
  readonly hasResult: boolean;
  readonly runCommand: string;
}

export type ChapterShare = Pick<ChapterRow, 'title' | 'counts'>;

export interface ResultView {
  readonly run: string;
  readonly headline: string;
  readonly because: string;
  readonly exitCode: number;
  readonly signable: boolean;
  readonly against: readonly string[];
  readonly binding: { readonly total: number; readonly judged: number };
  readonly chapters: readonly ChapterShare[];
  readonly failures: readonly DeviationEntry[];
  readonly untested: readonly { readonly who: string; readonly reasons: readonly { readonly reason: string; readonly count: number }[] }[];
  readonly left: readonly NamedFact[];
  readonly pages: readonly { readonly name: string; readonly path: string }[];
  readonly command: string;
}

/** What the card of a clause has. */
export interface FailureDetail {
  readonly clause: string;
  readonly claim: string;
  readonly readings: readonly { readonly title: string; readonly reading: string; readonly grounds: string }[];
  readonly exchanges: readonly { readonly title: string; readonly text: readonly { readonly text: string; readonly marked: boolean }[] }[];
  readonly curl: string | null;
}

/** An entry with what it is about; `isNew` where nobody has accepted it yet. */
export interface Offered<One> {
  readonly entry: One;
  readonly about: string;
  readonly isNew: boolean;
}

export interface AcceptView {
  readonly file: string;
  readonly waivers: readonly Offered<Acceptance>[];
  readonly gaps: readonly Offered<Acceptance>[];
  readonly clarifications: readonly Offered<Clarification>[];
  /** What no entry can accept. */
  readonly refused: readonly string[];
  readonly against: readonly string[];
  readonly headline: string;
  readonly commands: readonly { readonly what: string; readonly command: string }[];
}

export type AcceptAnswer =
  { readonly ok: true; readonly accept: AcceptView } | { readonly ok: false; readonly problems: readonly string[] };
