import type { Expectation } from '../cases/case.ts';
import type { Finding } from '../findings/finding.ts';
import type { EffectSummary } from '../effects/side-effects.ts';

/** What a chapter came to: one operation in one dimension. */
export interface ChapterResult {
  readonly tried: number;
  /** Why odd calls were not sent, once for each. */
  readonly skipped: readonly string[];
  readonly endedBy: string;
  readonly found: readonly Finding[];
  /** Odd calls that were served, in words. */
  readonly served: readonly string[];
  /** Exchanges that show what a service made of them, one for each of its commonest ends. */
  readonly shown: readonly string[];
  /** What was asked of answers that came. */
  readonly asked: ReadonlySet<Expectation>;
  /** A cap ended it before what is written down was tried, so it judged nothing (DESIGN: verdicts). */
  readonly cut: boolean;
  /** Why it proves nothing. */
  readonly vacuous: string | null;
  /** It ended since calls were not answered, and nobody can tell whose doing that is. */
  readonly unanswered: boolean;
  /** How its effects were checked; null where none can be seen. */
  readonly sideEffects: EffectRecord | null;
}

/** What was checked, and the exchange of the newest answer that shows the sender, kept once for all checks of the chapter. */
export interface EffectRecord extends Omit<EffectSummary, 'shown'> {
  readonly shown: string | null;
}
