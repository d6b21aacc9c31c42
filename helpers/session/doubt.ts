import type { Subject } from '../../specs/clause.ts';
import type { Wait } from '../core/records/journal-lines.ts';

export interface CallSubject {
  readonly id: Subject;
}

/** A run waits for an unavailable target no longer than for this many answers. */
const mostTimeoutsWaited = 3;

/** A target that never answered may be misspelled rather than out of order. */
const timeoutsBeforeFirstAnswer = 0.5;

export interface Doubt {
  readonly about: CallSubject;
  readonly since: number;
  readonly isLoss: boolean;
}

/** Times in milliseconds. */
export interface State {
  /** The last call that met trouble; null after an answer without trouble. */
  doubt: Doubt | null;
  /** The last wait was in vain, and nothing has answered since. */
  gone: boolean;
  answered: boolean;
  /** Answers without trouble: a wait notices them when other calls get through. */
  clearAnswers: number;
  waitedMs: number;
  /** Two waits at once count once. */
  waitedUntil: number;
  /** No call leaves before this time. */
  holdUntil: number;
  waiting: Promise<boolean> | null;
  checking: Promise<boolean> | null;
}

export const remainingWaitMs = ({ answered, waitedMs }: State, timeoutMs: number): number =>
  (answered ? mostTimeoutsWaited : timeoutsBeforeFirstAnswer) * timeoutMs - waitedMs;

export function recordWait(state: State, onWait: (wait: Wait) => void, startedAt: number, durationMs: number, reason: string): void {
  const from = Math.max(startedAt, Math.min(state.waitedUntil, startedAt + durationMs));
  const newMs = startedAt + durationMs - from;
  state.waitedMs += newMs;
  state.waitedUntil = Math.max(state.waitedUntil, startedAt + durationMs);
  if (newMs > 0) onWait({ startedAt: new Date(from).toISOString(), durationMs: newMs, reason });
}

/** A loss stays one until the doubt ends. */
export function raiseDoubt(state: State, about: CallSubject, isLoss: boolean): void {
  state.doubt = { about, since: Date.now(), isLoss: isLoss || state.doubt?.isLoss === true };
}

/** A call that left before the trouble ends no doubt. */
export function noteClear(state: State, about: CallSubject, startedAt: number): void {
  // Tokens may come from a host of their own.
  state.answered ||= about.id !== 'TOKEN';
  state.gone = false;
  state.clearAnswers += 1;
  if (state.doubt !== null && startedAt >= state.doubt.since) state.doubt = null;
}
