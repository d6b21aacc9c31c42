import { setTimeout as pause } from 'node:timers/promises';
import { repeat } from '../core/repeat.ts';
import type { Subject } from '../../specs/clause.ts';
import type { TroubleKind } from '../core/exchange.ts';
import type { Symptom } from './symptom.ts';
import type { Wait } from '../core/records/journal-lines.ts';

/** What a call is about. */
interface CallSubject {
  readonly id: Subject;
}

/** How the target was last seen, and the patience of a run with it: shared by everything that is sent. */
export interface Availability {
  /** Before a call leaves: waits as long as the service asked for. */
  readonly waitForRetryAfter: () => Promise<void>;
  /** Before a call that cannot be repeated: false when the target is out of order, and the call had better not leave. */
  readonly isAvailable: () => Promise<boolean>;
  /** An answer, or none: trouble raises doubt in the target, anything else lays it. */
  readonly note: (about: CallSubject, symptom: Symptom, retryAfterMs: number | null) => void;
  /** Waits until control calls succeed; false when patience ends before. */
  readonly waitUntilBack: (about: CallSubject, trouble: TroubleKind | 'gateway' | null) => Promise<boolean>;
}

interface AvailabilityParts {
  /** Whether a token request and a plain read of another operation succeed right now (reading 6). */
  readonly controlsSucceed: (doubted: CallSubject) => Promise<boolean>;
  /** DMT_TIMEOUT_MS: how long one answer is waited for. */
  readonly timeoutMs: number;
  readonly onWait: (wait: Wait) => void;
}

/** In all, a run waits no longer for a target than for so many answers. */
const mostTimeoutsWaited = 3;

/** One that nobody has heard of yet may be misspelled rather than out of order. */
const timeoutsBeforeFirstAnswer = 1;
const growth = { shortest: 100, times: 2, longest: 1000 };

/** These are mended by people, not by time. */
const permanentTroubles: ReadonlySet<string> = new Set(['dns', 'tls', 'tls-unknown-issuer', 'tls-client-certificate', 'proxy', 'protocol']);

/** What a run knows of its target. Times in milliseconds. */
interface State {
  /** Whose call met trouble last; null when nothing has since an answer without trouble. */
  doubted: CallSubject | null;
  answered: boolean;
  /** Answers without trouble: a wait sees by them that other calls get through. */
  clearAnswers: number;
  waitedMs: number;
  /** No call leaves before. */
  holdUntil: number;
  waiting: Promise<boolean> | null;
  checking: Promise<boolean> | null;
}

type ControlsSucceed = AvailabilityParts['controlsSucceed'];

const remainingWaitMs = ({ answered, waitedMs }: State, timeoutMs: number): number =>
  (answered ? mostTimeoutsWaited : timeoutsBeforeFirstAnswer) * timeoutMs - waitedMs;

function recordWait(state: State, onWait: AvailabilityParts['onWait'], startedAt: number, durationMs: number, reason: string): void {
  state.waitedMs += durationMs;
  onWait({ startedAt: new Date(startedAt).toISOString(), durationMs, reason });
}

/** Waits until the control calls succeed. Another call that gets through shows that there is no outage to wait out. */
async function waitUntilBack(
  state: State,
  { timeoutMs, onWait }: AvailabilityParts,
  about: CallSubject,
  succeed: ControlsSucceed,
): Promise<boolean> {
  // Of a service that never answered, and was waited for, each further look would cost as much again.
  if (!state.answered && remainingWaitMs(state, timeoutMs) < growth.shortest) return false;
  if (await succeed(about)) return true;
  const [startedAt, before] = [Date.now(), state.clearAnswers];
  let pauses = 0;
  const back = await repeat(false, () => succeed(about), {
    growth,
    isEnough: (succeeded) => succeeded,
    pauseFor: (due) => {
      if (state.clearAnswers !== before || Date.now() - startedAt + due > remainingWaitMs(state, timeoutMs)) return null;
      pauses += 1;
      return due;
    },
  });
  const reason = `${about.id} and the control calls met trouble${back ? '' : ', and still did then'}`;
  if (pauses > 0) recordWait(state, onWait, startedAt, Date.now() - startedAt, reason);
  return back || state.clearAnswers > before;
}

/** Nobody is to be blamed here, so the doubted read may speak for itself: the one in its place may be broken for good. */
const anyControlSucceeds =
  (controlsSucceed: ControlsSucceed): ControlsSucceed =>
  async (about) =>
    (await controlsSucceed(about)) || (about.id === 'OP-2' && (await controlsSucceed({ id: 'OP-15' })));

/** The service asked for a pause: no call leaves before it is over. */
function holdCalls(state: State, { timeoutMs, onWait }: AvailabilityParts, about: CallSubject, retryAfterMs: number): void {
  const startedAt = Date.now();
  const until = startedAt + Math.min(retryAfterMs, timeoutMs, Math.max(remainingWaitMs(state, timeoutMs), 0));
  if (until <= state.holdUntil) return;
  recordWait(state, onWait, startedAt, until - Math.max(state.holdUntil, startedAt), `${about.id} was answered with Retry-After`);
  state.holdUntil = until;
}

export function openAvailability(parts: AvailabilityParts): Availability {
  const state: State = { doubted: null, answered: false, clearAnswers: 0, waitedMs: 0, holdUntil: 0, waiting: null, checking: null };
  const anyControl = anyControlSucceeds(parts.controlsSucceed);
  return {
    async waitForRetryAfter() {
      while (Date.now() < state.holdUntil) await pause(state.holdUntil - Date.now());
    },
    async isAvailable() {
      if (state.doubted === null) return true;
      state.checking ??= waitUntilBack(state, parts, state.doubted, anyControl).finally(() => {
        state.checking = null;
      });
      if (!(await state.checking)) return false;
      state.doubted = null;
      return true;
    },
    note(about, symptom, retryAfterMs) {
      if (symptom === 'clear') {
        state.doubted = null;
        state.answered = true;
        state.clearAnswers += 1;
        return;
      }
      state.doubted = about;
      if (retryAfterMs !== null) holdCalls(state, parts, about, retryAfterMs);
    },
    waitUntilBack(about, trouble) {
      if (trouble !== null && permanentTroubles.has(trouble)) return Promise.resolve(false);
      state.waiting ??= waitUntilBack(state, parts, about, parts.controlsSucceed).finally(() => {
        state.waiting = null;
      });
      return state.waiting;
    },
  };
}
