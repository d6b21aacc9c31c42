import { setTimeout as pause } from 'node:timers/promises';
import { repeat } from '../core/repeat.ts';
import type { Subject } from '../../specs/clause.ts';
import type { TroubleKind } from '../core/exchange.ts';
import { unheardWaiting, type BeginWaiting } from './waiting.ts';
import type { Symptom } from './symptom.ts';
import type { Wait } from '../core/records/journal-lines.ts';

interface CallSubject {
  readonly id: Subject;
}

/** How the target answered last, and how long a run waits for it. All calls of a run share it. */
export interface Availability {
  /** Before a call leaves: waits as long as the service asked for. */
  readonly waitForRetryAfter: () => Promise<void>;
  /** Before a call that cannot be repeated: false when the target is out of order and the call must not leave. */
  readonly isAvailable: () => Promise<boolean>;
  /** Trouble raises doubt in the target; any other answer ends the doubt. */
  readonly note: (about: CallSubject, symptom: Symptom, retryAfterMs: number | null) => void;
  /** Waits until control calls succeed; false when the run has waited long enough. */
  readonly waitUntilBack: (about: CallSubject, trouble: TroubleKind | 'gateway' | null) => Promise<boolean>;
}

interface AvailabilityParts {
  /** Whether a token request and a plain read of another operation succeed right now (reading 6). */
  readonly controlsSucceed: (doubted: CallSubject) => Promise<boolean>;
  /** DMT_TIMEOUT_MS: the longest wait for one answer. */
  readonly timeoutMs: number;
  readonly onWait: (wait: Wait) => void;
  readonly onWaiting?: BeginWaiting;
}

/** A run waits for an unavailable target no longer than for this many answers. */
const mostTimeoutsWaited = 3;

/** A target that never answered may be misspelled rather than out of order. */
const timeoutsBeforeFirstAnswer = 0.5;
const growth = { shortest: 100, times: 2, longest: 1000 };

/** People fix these, time does not. */
const permanentTroubles: ReadonlySet<string> = new Set(['dns', 'tls', 'tls-unknown-issuer', 'tls-client-certificate', 'proxy', 'protocol']);

/** Times in milliseconds. */
interface State {
  /** The last call that met trouble; null after an answer without trouble. */
  doubted: CallSubject | null;
  answered: boolean;
  /** Answers without trouble: a wait notices them when other calls get through. */
  clearAnswers: number;
  waitedMs: number;
  /** No call leaves before this time. */
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

/** Waits until the control calls succeed. Another call that gets through shows that there is no outage. */
async function waitUntilBack(
  state: State,
  { timeoutMs, onWait, onWaiting = unheardWaiting }: AvailabilityParts,
  about: CallSubject,
  succeed: ControlsSucceed,
  trouble: TroubleKind | 'gateway' | null = null,
): Promise<boolean> {
  // A gateway answers in place of the service.
  state.answered ||= trouble === 'gateway';
  // A service that never answered, and was waited for, would cost a full wait for each further try.
  if (!state.answered && remainingWaitMs(state, timeoutMs) < growth.shortest) return false;
  if (await succeed(about)) return true;
  // A silent target had a whole DMT_TIMEOUT_MS already.
  if (!state.answered && trouble === 'timeout') return false;
  const [startedAt, before] = [Date.now(), state.clearAnswers];
  let pauses = 0;
  const endWaiting = onWaiting(`the target, which met ${about.id} with trouble`, startedAt + remainingWaitMs(state, timeoutMs));
  const back = await repeat(false, () => succeed(about), {
    growth,
    isEnough: (succeeded) => succeeded,
    pauseFor: (due) => {
      if (state.clearAnswers !== before || Date.now() - startedAt + due > remainingWaitMs(state, timeoutMs)) return null;
      pauses += 1;
      return due;
    },
  });
  endWaiting();
  const reason = `${about.id} and the control calls met trouble${back ? '' : ' until the wait ended'}`;
  if (pauses > 0) recordWait(state, onWait, startedAt, Date.now() - startedAt, reason);
  return back || state.clearAnswers > before;
}

/** No verdict depends on this, so the doubted read may be its own control: the other read may be broken for good. */
const anyControlSucceeds =
  (controlsSucceed: ControlsSucceed): ControlsSucceed =>
  async (about) =>
    (await controlsSucceed(about)) || (about.id === 'OP-2' && (await controlsSucceed({ id: 'OP-15' })));

/** No call leaves before the pause that the service asked for is over. */
function holdCalls(
  state: State,
  { timeoutMs, onWait, onWaiting = unheardWaiting }: AvailabilityParts,
  about: CallSubject,
  retryAfterMs: number,
): void {
  const startedAt = Date.now();
  const until = startedAt + Math.min(retryAfterMs, timeoutMs, Math.max(remainingWaitMs(state, timeoutMs), 0));
  if (until <= state.holdUntil) return;
  recordWait(state, onWait, startedAt, until - Math.max(state.holdUntil, startedAt), `${about.id} was answered with Retry-After`);
  onWaiting(`the end of the pause that ${about.id} asked for (Retry-After)`, until);
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
        // Tokens may come from a host of their own.
        state.answered ||= about.id !== 'TOKEN';
        state.clearAnswers += 1;
        return;
      }
      state.doubted = about;
      if (retryAfterMs !== null) holdCalls(state, parts, about, retryAfterMs);
    },
    waitUntilBack(about, trouble) {
      if (trouble !== null && permanentTroubles.has(trouble)) return Promise.resolve(false);
      state.waiting ??= waitUntilBack(state, parts, about, parts.controlsSucceed, trouble).finally(() => {
        state.waiting = null;
      });
      return state.waiting;
    },
  };
}
