import type { Deviation } from './deviation.ts';

/** What a rule says of one answer; null when the answer has nothing to judge. */
export type Judgement =
  | { readonly held: true }
  | {
      readonly held: false;
      readonly expected: string;
      readonly received: string;
      readonly place: string | null;
      /** Needed where the rule can be broken in several ways. */
      readonly deviation?: Deviation;
    };
