import type { Subject } from '../../specs/clause.ts';
import type { TroubleKind } from '../core/exchange.ts';
import { shortTimeoutMs } from '../config/timeouts.ts';
import { blocked, type Stop } from '../judge/stop.ts';
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
  /** Why no call leaves: the last wait was in vain, and nothing has answered since. */
  gone: Stop | null;
  /** While the target is gone, no control call leaves before this time. */
  nextLook: number;
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

/** Once the wait of the run is spent, each further outage still gets a moment: a short one would end the run otherwise. */
export const remainingWaitMs = ({ answered, waitedMs }: State, timeoutMs: number): number =>
  answered
    ? Math.max(mostTimeoutsWaited * timeoutMs - waitedMs, shortTimeoutMs(timeoutMs))
    : timeoutsBeforeFirstAnswer * timeoutMs - waitedMs;

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

export const outOfOrderReason = 'no call was sent any more, since the target is out of order: run it again when it is back';

/** Calls that are not sent have the cause of the call that the run waited for. */
export const buildOutOfOrderStop = ({ id }: CallSubject, trouble: TroubleKind | 'gateway' | null): Stop =>
  blocked(id === 'TOKEN' && trouble !== null ? `token-${trouble}` : 'environment', outOfOrderReason, 'environment');

/** The wait was in vain. All calls share one look at the target in a moment. */
export function declareGone(state: State, about: CallSubject, why: Stop, timeoutMs: number): void {
  state.gone = why;
  state.nextLook = Date.now() + shortTimeoutMs(timeoutMs);
  raiseDoubt(state, about, false);
}

/** A call that left before the trouble ends no doubt. */
export function noteClear(state: State, about: CallSubject, startedAt: number): void {
  // Tokens may come from a host of their own.
  state.answered ||= about.id !== 'TOKEN';
  state.gone = null;
  state.clearAnswers += 1;
  if (state.doubt !== null && startedAt >= state.doubt.since) state.doubt = null;
}
