import type { Owner, Verdict } from '../../core/records/verdicts.ts';
import type { RiskCounts } from '../model/risk.ts';

export interface NamedFact {
  readonly name: string;
  readonly value: string;
}

export interface Item {
  readonly id: string;
  readonly check: string | null;
}

export interface DeviationEntry {
  readonly clause: string;
  readonly section: string | null;
  readonly text: string | null;
  readonly checks: readonly string[];
  readonly expected: string | null;
  readonly received: string | null;
  readonly seen: string | null;
  readonly owner: string | null;
  /** Number of checks that were not tested because of it. `blocked` is the same in words, or null when there are none. */
  readonly blocks: number;
  readonly blocked: string | null;
  readonly repeat: string;
  readonly repeatCosts: string;
  /** Who accepted the failure, why and until when. */
  readonly accepted: string | null;
  /** The page to send on, relative to the report folder; null for an accepted failure. */
  readonly card: string | null;
}

export interface UntestedGroup {
  /** `14 campaign checks`, `3 clauses` */
  readonly what: string;
  readonly reason: string;
  readonly accepted: string | null;
  readonly items: readonly Item[];
}

export interface OwnerGroup {
  readonly owner: Owner | null;
  readonly words: string;
  readonly groups: readonly UntestedGroup[];
}

/** A call with an effect whose end is unknown. */
export interface Doubt {
  readonly at: string;
  readonly operation: string;
  readonly amount: string | null;
  readonly correlationId: string | null;
  readonly detail: string | null;
  readonly exchange: string;
  readonly earlier: boolean;
}

export interface Effects {
  readonly money: readonly NamedFact[];
  readonly residue: readonly NamedFact[];
  readonly inDoubt: readonly Doubt[];
  /** Accepted transfers that nobody asked OP-10 or OP-11 about afterwards. */
  readonly notLookedUp: number;
}

export interface Question {
  readonly clause: string;
  readonly check: string | null;
  readonly saying: string | null;
  readonly seen: string;
  readonly asked: string;
  readonly answers: readonly string[];
}
export type Counts = Readonly<Record<Verdict, number>>;
export interface ChapterRow {
  readonly title: string;
  readonly counts: Counts;
  readonly sections: readonly { readonly title: string; readonly counts: Counts }[];
}

/** A reason against a signature. `not met`: a condition of the run as a whole, which is of no clause. */
export interface Obstacle {
  readonly clause: string | null;
  readonly sentence: string;
  readonly state: 'broken' | 'not judged' | 'not met';
  readonly reason: string;
  /** Who has to move, in a few words. */
  readonly mover: string;
  /** The card or the sentence in the map, relative to the report folder. */
  readonly address: string | null;
}

/** Binding clauses, each counted once, and their forms and circumstances. */
export interface Coverage {
  readonly binding: number;
  readonly kept: number;
  readonly noted: number;
  readonly notApplicable: number;
  readonly broken: number;
  /** Kept with a warning. */
  readonly questions: number;
  /** About clauses that do not bind. */
  readonly otherQuestions: number;
  readonly accepted: number;
  /** Of the accepted ones; the others are not judged. */
  readonly acceptedBroken: number;
  readonly notJudged: number;
  readonly situations: number;
  readonly situationsJudged: number;
  readonly cannotBeTried: number;
}

/** A waiver or an accepted gap. */
export interface AcceptedRow {
  readonly clause: string;
  readonly sentence: string;
  readonly what: 'deviation' | 'gap';
  readonly reason: string;
  readonly ticket: string;
  readonly approver: string;
  readonly expires: string;
}

/** What the page to sign shows. */
export interface Sheet {
  readonly title: string;
  readonly inShort: string;
  readonly judged: string;
  readonly coverage: Coverage;
  /** Broken clauses by what they endanger. */
  readonly byRisk: RiskCounts;
  /** Accepted clauses in the same way. */
  readonly acceptedByRisk: RiskCounts;
  readonly against: readonly Obstacle[];
  readonly accepted: readonly AcceptedRow[];
  readonly since: string;
  readonly left: string;
}
