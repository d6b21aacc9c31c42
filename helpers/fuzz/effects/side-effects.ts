import type { ClauseId } from '../../../specs/clauses.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Stop } from '../../judge/stop.ts';
import type { Case } from '../cases/case.ts';
import type { Draft } from '../cases/draft.ts';
import type { EffectFound } from '../calls/effect-checks.ts';
import type { Execute } from '../calls/execute.ts';

export interface AnsweredCase {
  readonly each: Case;
  readonly reply: Reply;
}

export interface Snapshot<Value> {
  readonly reply: Reply;
  readonly value: Value;
}

/** How often effects were checked, and why they could not be checked. */
export interface EffectSummary {
  readonly checked: number;
  /** How many accepted calls were looked up in the list. */
  readonly listed?: number;
  /** The first of these readings: lists grow with a campaign. */
  readonly shown: Reply | null;
  readonly why: Stop | null;
  /** Why fewer calls were checked than were made. */
  readonly lack?: Stop | null;
}

/** Checks what odd calls did to their sender, whatever the service answered. */
export interface SideEffects {
  readonly clauses: readonly ClauseId[];
  /** Cases from one check to the next. */
  readonly every: number;
  /** Prepares the documented call, with a target that would show an effect of an odd call. */
  readonly ready: (draft: Draft) => Promise<Draft>;
  /** Starts again after a documented call, whose effect is expected. */
  readonly begin: (control: Reply) => Promise<void>;
  readonly note: (made: AnsweredCase) => void;
  /** The calls noted since the last check that may have had a forbidden effect. */
  readonly suspects: (attempt: Execute) => Promise<readonly Case[]>;
  /** Makes one call between two snapshots, so that no other call can have had the effect. */
  readonly checkOne: (each: Case, call: () => Promise<Reply | null>) => Promise<EffectFound | null>;
  /** Stops the checks: something changed too often without a call that caused it. */
  readonly giveUp: () => void;
  readonly summary: () => EffectSummary;
}

export const effectPurpose = 'fuzz: look';

export const restlessSenderReason = 'the sender changes without a call that changes it, so comparing it around a call proves nothing';
