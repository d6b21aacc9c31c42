import type { ClauseId } from '../../../specs/clauses.ts';
import type { RunHeader } from '../../core/records/journal-lines.ts';
import type { Deviation } from '../../core/records/deviation.ts';
import type { OperationId } from '../../../specs/operation.ts';
import type { Dimension, Expectation } from '../cases/case.ts';
import type { Edit } from '../cases/edit.ts';
import type { RunRace } from './race-names.ts';
import type { Drawing, FailingSequence } from './sequence-steps.ts';

export interface CaseRecipe {
  readonly kind: 'case';
  readonly operation: OperationId;
  /** Its chapter: it decides how the call is prepared and what is read after it. */
  readonly dimension: Dimension;
  /** How its answer is judged. */
  readonly expects: Expectation;
  readonly edits: readonly Edit[];
  /** A shell command that sends the same, with placeholders for secret or short-lived values. */
  readonly script: string;
}

/** A sequence of calls through the model: its start and its calls, each with an index into the available choices. */
export interface SequenceRecipe extends FailingSequence {
  readonly kind: 'sequence';
  readonly drawing: Drawing;
}

export interface RaceRecipe extends RunRace {
  readonly kind: 'race';
}

type Recipe = CaseRecipe | SequenceRecipe | RaceRecipe;

/** Firm when every repetition showed it. */
type Firmness = 'firm' | 'flaky';

/** The service that a finding accuses. */
export type FoundOn = Pick<RunHeader, 'target' | 'hosts'>;

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
  /** What was odd, in words. */
  readonly mutation: string;
  readonly expected: string;
  readonly received: string;
  /** Findings of release 0.1.0 have none. */
  readonly deviation?: Deviation;
  /** In a file of findings; those of release 0.1.0 have none. */
  readonly on?: FoundOn;
  readonly firmness: Firmness;
  /** How many failing cases had this signature. */
  readonly seen: number;
  readonly recipe: Recipe;
  /** Ids of the exchanges in `exchanges.jsonl` that show it, the decisive one last. */
  readonly exchanges: readonly string[];
}
