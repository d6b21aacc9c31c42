import { setTimeout as pause } from 'node:timers/promises';
import { repeat } from '../core/repeat.ts';
import type { TroubleKind } from '../core/exchange.ts';
import {
  buildOutOfOrderStop,
  declareGone,
  noteClear,
  raiseDoubt,
  recordWait,
  remainingWaitMs,
  type CallSubject,
  type Doubt,
  type State,
} from './doubt.ts';
import { unheardWaiting, type BeginWaiting } from './waiting.ts';
import type { Symptom } from './symptom.ts';
import type { Wait } from '../core/records/journal-lines.ts';

/** How the target answered last, and how long a run waits for it. All calls of a run share it. */
export interface Availability {
  /** Before a call leaves: waits as long as the service asked for. */
  readonly waitForRetryAfter: () => Promise<void>;
  /** Before a call that cannot be repeated, and before any call once the target is gone. Rejects with a stop when the call must not leave. */
  readonly mustBeAvailable: () => Promise<void>;
  /** A call may just have been lost, so none that cannot be repeated leaves until control calls succeed. */
  readonly holdsCalls: () => boolean;
  /** The run has waited in vain, and nothing has answered since: no call leaves. */
  readonly isGone: () => boolean;
  /** At once, before the next call takes the slot of the lost one. */
  readonly noteLoss: (about: CallSubject) => void;
  /** Trouble raises doubt in the target; an answer without trouble to a later call ends the doubt. */
  readonly note: (about: CallSubject, symptom: Symptom, retryAfterMs: number | null, startedAt: number) => void;
  /** Waits until control calls succeed; false when the run has waited long enough. */
  readonly waitUntilBack: (about: CallSubject, trouble: TroubleKind | 'gateway' | null) => Promise<boolean>;
  /** The run ends: nothing waits for the target anymore, and no call leaves. */
  readonly close: () => void;
}

interface AvailabilityParts {
  /** Whether a token request and a plain read of another operation succeed right now (reading 6). */
  readonly controlsSucceed: (doubted: CallSubject) => Promise<boolean>;
  /** DMT_TIMEOUT_MS: the longest wait for one answer. */
  readonly timeoutMs: number;
  readonly onWait: (wait: Wait) => void;
  readonly onWaiting?: BeginWaiting;
}

const growth = { shortest: 100, times: 2, longest: 1000 };

/** People fix these, time does not. */
const permanentTroubles: ReadonlySet<string> = new Set(['dns', 'tls', 'tls-unknown-issuer', 'tls-client-certificate', 'proxy', 'protocol']);

interface OpenParts extends AvailabilityParts {
  /** Aborted when the run ends. */
  readonly signal: AbortSignal;
}

type ControlsSucceed = AvailabilityParts['controlsSucceed'];

/** Waits until the control calls succeed. Another call that gets through shows that there is no outage. */
async function waitUntilBack(
  state: State,
  { timeoutMs, onWait, onWaiting = unheardWaiting, signal }: OpenParts,
  about: CallSubject,
  succeed: ControlsSucceed,
  trouble: TroubleKind | 'gateway' | null = null,
): Promise<boolean> {
  if (signal.aborted) return false;
  // A gateway answers in place of the service.
  state.answered ||= trouble === 'gateway';
  // A service that never answered, and was waited for, would cost a full wait for each further try.
  if (!state.answered && remainingWaitMs(state, timeoutMs) < growth.shortest) return false;
  if (await succeed(about)) {
    state.gone = null;
    return true;
  }
  // A silent target had a whole DMT_TIMEOUT_MS already.
  if (!state.answered && trouble === 'timeout') return false;
  if (state.gone !== null) {
    declareGone(state, about, state.gone, timeoutMs);
    return false;
  }
  const startedAt = Date.now();
  const before = state.clearAnswers;
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
    signal,
  });
  endWaiting();
  const reason = `${about.id} and the control calls met trouble${back ? '' : ' until the wait ended'}`;
  if (pauses > 0) recordWait(state, onWait, startedAt, Date.now() - startedAt, reason);
  if (back || state.clearAnswers !== before) return true;
  declareGone(state, about, buildOutOfOrderStop(about, trouble), timeoutMs);
  return false;
}

/** No verdict depends on this, so the doubted read may be its own control: the other read may be broken for good. */
const anyControlSucceeds =
  (controlsSucceed: ControlsSucceed): ControlsSucceed =>
  async (about) =>
    (await controlsSucceed(about)) || (about.id === 'OP-2' && (await controlsSucceed({ id: 'OP-15' })));

async function checkDoubted(state: State, parts: OpenParts, { about }: Doubt): Promise<boolean> {
  const isBack = await waitUntilBack(state, parts, about, anyControlSucceeds(parts.controlsSucceed));
  if (isBack) state.doubt = null;
  return isBack;
}

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

export function openAvailability(given: AvailabilityParts): Availability {
  const ending = new AbortController();
  const parts = { ...given, signal: ending.signal };
  const state: State = {
    doubt: null,
    gone: null,
    nextLook: 0,
    answered: false,
    clearAnswers: 0,
    waitedMs: 0,
    waitedUntil: 0,
    holdUntil: 0,
    waiting: null,
    checking: null,
  };
  return {
    async waitForRetryAfter() {
      while (Date.now() < state.holdUntil) await pause(state.holdUntil - Date.now());
    },
    async mustBeAvailable() {
      if (state.doubt === null) return;
      if (state.gone === null || Date.now() >= state.nextLook) {
        state.checking ??= checkDoubted(state, parts, state.doubt).finally(() => {
          state.checking = null;
        });
        if (await state.checking) return;
      }
      throw state.gone ?? buildOutOfOrderStop(state.doubt.about, null);
    },
    holdsCalls: () => state.doubt?.isLoss === true,
    isGone: () => state.gone !== null,
    noteLoss(about) {
      raiseDoubt(state, about, true);
    },
    note(about, symptom, retryAfterMs, startedAt) {
      if (symptom === 'clear') {
        noteClear(state, about, startedAt);
        return;
      }
      raiseDoubt(state, about, false);
      if (retryAfterMs !== null) holdCalls(state, parts, about, retryAfterMs);
    },
    waitUntilBack(about, trouble) {
      if (trouble !== null && permanentTroubles.has(trouble)) return Promise.resolve(false);
      state.waiting ??= waitUntilBack(state, parts, about, parts.controlsSucceed, trouble).finally(() => {
        state.waiting = null;
      });
      return state.waiting;
    },
    close() {
      ending.abort();
    },
  };
}
