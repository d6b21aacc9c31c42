import type { Deviation } from './deviation.ts';

/** What a rule says about one answer; null when the answer has nothing to judge. */
export type Judgement =
  | { readonly held: true }
  | {
      readonly held: false;
      readonly expected: string;
      readonly received: string;
      readonly place: string | null;
      /** Required where the rule can be broken in several ways. */
      readonly deviation?: Deviation;
    };
