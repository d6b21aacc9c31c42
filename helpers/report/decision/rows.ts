import type { Owner, Verdict } from '../../core/records/verdicts.ts';

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
  /** Number of checks that were not tested because of it. */
  readonly blocks: number;
  readonly repeat: string;
  readonly repeatCosts: string;
  /** Who accepted the failure, why and until when. */
  readonly accepted: string | null;
  /** The page to send on, relative to the report folder; null for an accepted failure. */
  readonly card: string | null;
}

export interface UntestedGroup {
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
