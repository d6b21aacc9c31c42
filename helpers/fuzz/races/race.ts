import type { ClauseId } from '../../../specs/clauses.ts';
import type { Sequence } from '../model/model.ts';
import type { RuleResult } from '../stateful/rules/rule.ts';

/** The result of a race. A text when the service accepts no two such calls at once, or when nothing can be judged. */
export type RaceShown = readonly RuleResult[] | string;

/** Calls released together, and what must hold afterwards in any order. */
export interface Race {
  readonly clause: ClauseId;
  /** The way of its check, where `race` is taken by another check of the clause. */
  readonly way?: string;
  readonly title: string;
  readonly run: (sequence: Sequence, size: number) => Promise<RaceShown>;
}

export const onlyOneAcceptedReason = 'the service does not accept two such calls at once';

export const range = (size: number): readonly number[] => Array.from({ length: size }, (_, at) => at);
