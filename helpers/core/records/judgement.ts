import type { Deviation } from './deviation.ts';

/** Something that may change by itself, or show late. It accuses when so many answers have shown it (reading 17). */
export interface Suspicion {
  /** What is doubted: one sender, one beneficiary. */
  readonly about: string;
  readonly times: number;
  /** What was never seen right yet may only show late: a later answer takes the accusation back too (reading 1). */
  readonly mayLag?: boolean;
}

/** What a rule says about one answer; null when the answer has nothing to judge. */
export type Judgement =
  | { readonly held: true; readonly dismisses?: readonly string[] }
  | {
      readonly held: false;
      readonly expected: string;
      readonly received: string;
      readonly place: string | null;
      /** Required where the rule can be broken in several ways. */
      readonly deviation?: Deviation;
      /** The exchanges that established what was expected. */
      readonly beside?: readonly string[];
      /** Where a reading allows less than the certainty of the clause. */
      readonly atMost?: 'warn';
      readonly suspicion?: Suspicion;
      /** Suspicions that this answer takes back. */
      readonly dismisses?: readonly string[];
    };
