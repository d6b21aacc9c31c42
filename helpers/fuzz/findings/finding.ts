import type { ClauseId } from '../../../specs/clauses.ts';
import type { Deviation } from '../../core/records/deviation.ts';
import type { OperationId } from '../../../specs/operation.ts';
import type { Dimension, Expectation } from '../cases/case.ts';
import type { Edit } from '../cases/edit.ts';
import type { RunRace } from './race-names.ts';
import type { Drawing, FailingSequence } from './sequence-steps.ts';

/** One call of an operation with something odd in it. */
export interface CaseRecipe {
  readonly kind: 'case';
  readonly operation: OperationId;
  /** The chapter it was tried in: it decides with what the call is made ready and what is looked at afterwards. */
  readonly dimension: Dimension;
  /** What its answer is judged by. */
  readonly expects: Expectation;
  readonly edits: readonly Edit[];
  /** A shell command or a script that sends the same, with placeholders for what is secret or short-lived. */
  readonly script: string;
}

/** A walk through the model: where it begins, and its calls, each with an index into whatever there is to choose from. */
export interface SequenceRecipe extends FailingSequence {
  readonly kind: 'sequence';
  /** How fast-check drew the walk it was found with. */
  readonly drawing: Drawing;
}

/** Calls released together. */
export interface RaceRecipe extends RunRace {
  readonly kind: 'race';
}

/** How a finding is brought about again in a fresh world. */
export type Recipe = CaseRecipe | SequenceRecipe | RaceRecipe;

/** Firm when it came back each time it was tried again. */
type Firmness = 'firm' | 'flaky';

/** One cause that a campaign found, by its smallest case. */
export interface Finding {
  /** `f-` and ten letters of the signature's hash: the same cause has the same id in every run. */
  readonly id: string;
  /** What makes two failing cases one finding: clause, operation, place, and the form of the answer without its values. */
  readonly signature: string;
  readonly clause: ClauseId;
  readonly kind: Recipe['kind'];
  readonly seed: number;
  /** `POST /uiObjects/… › payload.name` */
  readonly place: string;
  /** In words: what was odd. */
  readonly mutation: string;
  readonly expected: string;
  readonly received: string;
  /** Those that 0.1.0 kept tell none. */
  readonly deviation?: Deviation;
  readonly firmness: Firmness;
  /** How many failing cases had this signature. */
  readonly seen: number;
  readonly recipe: Recipe;
  /** Ids of the exchanges that show it, the decisive one last; they are in `exchanges.jsonl`. */
  readonly exchanges: readonly string[];
}
