import type { Expectation } from '../cases/case.ts';
import type { Finding } from '../findings/finding.ts';
import type { EffectSummary } from '../effects/side-effects.ts';

export interface ChapterResult {
  readonly tried: number;
  /** Why odd calls were not sent, one reason each. */
  readonly skipped: readonly string[];
  readonly endedBy: string;
  readonly found: readonly Finding[];
  /** Served odd calls, in words. */
  readonly served: readonly string[];
  /** One exchange for each of the most common outcomes. */
  readonly shown: readonly string[];
  readonly asked: ReadonlySet<Expectation>;
  /** A cap ended the chapter before all written cases were tried, so it judged nothing (decision 30). */
  readonly cut: boolean;
  readonly vacuous: string | null;
  /** It ended because calls stayed unanswered for an unknown reason. */
  readonly unanswered: boolean;
  /** How its effects were checked; null where no answer can show them. */
  readonly sideEffects: EffectRecord | null;
}

export interface EffectRecord extends Omit<EffectSummary, 'shown'> {
  readonly shown: string | null;
}
