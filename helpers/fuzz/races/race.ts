import type { ClauseId } from '../../../specs/clauses.ts';
import type { Sequence } from '../model/model.ts';
import type { RuleResult } from '../stateful/rules/rule.ts';

/** What a race showed; a text when the service lets no two calls of the kind be under way at once, or nothing can be told. */
export type RaceShown = readonly RuleResult[] | string;

/** Calls released together, and what has to hold afterwards whichever of them was first. */
export interface Race {
  readonly clause: ClauseId;
  /** What its check is called beside the clause, where a plain `race` of that clause is another one. */
  readonly way?: string;
  readonly title: string;
  readonly run: (walk: Sequence, size: number) => Promise<RaceShown>;
}

export const onlyOneAcceptedReason = 'the service accepts no two calls of the kind at once';

export const range = (size: number): readonly number[] => Array.from({ length: size }, (_, at) => at);
