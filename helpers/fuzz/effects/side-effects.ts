import type { ClauseId } from '../../../specs/clauses.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Stop } from '../../judge/stop.ts';
import type { Case } from '../cases/case.ts';
import type { Draft } from '../cases/draft.ts';
import type { EffectFound } from '../calls/effect-checks.ts';
import type { Execute } from '../calls/execute.ts';

/** An odd call that was answered. */
export interface AnsweredCase {
  readonly each: Case;
  readonly reply: Reply;
}

/** The sender as it is, before or behind a call. */
export interface Snapshot<Value> {
  readonly reply: Reply;
  readonly value: Value;
}

/** How often effects were checked, and why they could not be where they could not. */
export interface EffectSummary {
  readonly checked: number;
  /** How many accepted calls were looked up in the list, where they are listed. */
  readonly listed?: number;
  /** The newest answer that shows the sender. */
  readonly shown: Reply | null;
  readonly why: Stop | null;
  /** Why fewer calls were checked than were made, where something was wanting. */
  readonly lack?: Stop | null;
}

/** Checks what odd calls did to their sender, whatever they were answered. */
export interface SideEffects {
  readonly clauses: readonly ClauseId[];
  /** Cases from one check to the next. */
  readonly every: number;
  /** The documented call; while effects are looked for, so that one of an odd call would show. */
  readonly ready: (draft: Draft) => Promise<Draft>;
  /** Begins anew behind a documented call, whose effect is its own. */
  readonly begin: (control: Reply) => Promise<void>;
  readonly note: (made: AnsweredCase) => void;
  /** Of what was noted since the last check: what may have had an effect that it may not have. */
  readonly suspects: (attempt: Execute) => Promise<readonly Case[]>;
  /** One call between two snapshots of its own, so that nothing else can have had the effect. */
  readonly checkOne: (each: Case, call: () => Promise<Reply | null>) => Promise<EffectFound | null>;
  /** Too often something changed that no call is seen to change. */
  readonly giveUp: () => void;
  readonly summary: () => EffectSummary;
}

/** What calls are sent for that only show an effect. */
export const effectPurpose = 'fuzz: look';

export const restlessSenderReason = 'the sender changes without a call that is seen to change it, so that a look behind one proves nothing';
