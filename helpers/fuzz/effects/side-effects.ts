import type { ClauseId } from '../../../specs/clauses.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Stop } from '../../judge/stop.ts';
import type { Case } from '../cases/case.ts';
import type { Draft } from '../cases/draft.ts';
import type { Looked } from '../calls/effect-checks.ts';
import type { Execute } from '../calls/execute.ts';

/** An odd call that was answered. */
export interface Made {
  readonly each: Case;
  readonly reply: Reply;
}

/** The sender as it is, before or behind a call. */
export interface Picture<Value> {
  readonly reply: Reply;
  readonly value: Value;
}

/** How often an effect was looked for, and why it could not be where it could not. */
export interface Watched {
  readonly looks: number;
  /** How many accepted calls were looked up in the list, where they are listed. */
  readonly listed?: number;
  /** The newest look. */
  readonly shown: Reply | null;
  readonly why: Stop | null;
  /** Why fewer calls were looked behind than were made, where something was wanting. */
  readonly lack?: Stop | null;
}

/** Looks at what odd calls did to their sender, whatever they were answered. */
export interface SideEffects {
  readonly clauses: readonly ClauseId[];
  /** Cases from one look to the next. */
  readonly every: number;
  /** The documented call; while effects are looked for, so that one of an odd call would show. */
  readonly ready: (draft: Draft) => Promise<Draft>;
  /** Begins anew behind a documented call, whose effect is its own. */
  readonly begin: (control: Reply) => Promise<void>;
  readonly note: (made: Made) => void;
  /** Of what was noted since the last look: what may have had an effect that it may not have. */
  readonly suspects: (attempt: Execute) => Promise<readonly Case[]>;
  /** One call between two looks of its own, so that nothing else can have had the effect. */
  readonly around: (each: Case, call: () => Promise<Reply | null>) => Promise<Looked | null>;
  /** Too often something changed that no call is seen to change. */
  readonly giveUp: () => void;
  readonly told: () => Watched;
}

export const restless = 'the sender changes without a call that is seen to change it, so that a look behind one proves nothing';
