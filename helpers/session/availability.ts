import { setTimeout as pause } from 'node:timers/promises';
import type { Subject } from '../../specs/clause.ts';
import type { TroubleKind } from '../core/exchange.ts';
import type { Symptom } from './symptom.ts';
import type { Wait } from '../core/records/journal-lines.ts';

/** How the target was last seen, and the patience of a run with it: shared by everything that is sent. */
export interface Availability {
  /** Before a call leaves: waits as long as the service asked for. */
  readonly ready: () => Promise<void>;
  /** Before a call that cannot be repeated: false when the target is out of order, and the call had better not leave. */
  readonly safe: () => Promise<boolean>;
  /** An answer, or none: trouble raises doubt in the target, anything else lays it. */
  readonly saw: (about: { readonly id: Subject }, symptom: Symptom, retryAfterMs: number | null) => void;
  /** Waits until control calls succeed; false when patience ends before. */
  readonly outlasted: (about: { readonly id: Subject }, trouble: TroubleKind | 'gateway' | null) => Promise<boolean>;
}

export interface AvailabilityParts {
  /** Whether a token request and a plain read of another operation succeed right now (reading 6). */
  readonly controlsSucceed: (doubted: { readonly id: Subject }) => Promise<boolean>;
  /** DMT_TIMEOUT_MS: how long one answer is waited for. */
  readonly timeoutMs: number;
  readonly onWait: (wait: Wait) => void;
}

/** In all, a run waits no longer for a target than for so many answers. */
const windows = 3;

/** One that nobody has heard of yet may be misspelled rather than out of order. */
const windowsForStrangers = 1;
const firstPause = 100;
const longestPause = 1000;

/** These are mended by people, not by time. */
const hopeless: ReadonlySet<string> = new Set(['dns', 'tls', 'tls-unknown-issuer', 'tls-client-certificate', 'proxy', 'protocol']);

export function openAvailability({ controlsSucceed, timeoutMs, onWait }: AvailabilityParts): Availability {
  let doubted: { readonly id: Subject } | null = null;
  let answered = false;
  /** Answers without trouble, so that a wait can tell that somebody gets through. */
  let clear = 0;
  let spentMs = 0;
  let holdUntil = 0;
  let waiting: Promise<boolean> | null = null;
  let checking: Promise<boolean> | null = null;

  const leftMs = (): number => (answered ? windows : windowsForStrangers) * timeoutMs - spentMs;
  const spend = (startedAt: number, reason: string): void => {
    const durationMs = Date.now() - startedAt;
    spentMs += durationMs;
    onWait({ startedAt: new Date(startedAt).toISOString(), durationMs, reason });
  };

  /** Somebody else getting through shows that there is no outage to wait out. */
  const wait = async (about: { readonly id: Subject }, succeed = controlsSucceed): Promise<boolean> => {
    // Of a service that never answered, and was waited for, each further look would cost as much again.
    if (!answered && leftMs() < firstPause) return false;
    if (await succeed(about)) return true;
    const [startedAt, before] = [Date.now(), clear];
    let [back, next] = [false, firstPause];
    while (!back && clear === before && Date.now() - startedAt + next <= leftMs()) {
      await pause(next);
      back = await succeed(about);
      next = Math.min(next * 2, longestPause);
    }
    if (next > firstPause) spend(startedAt, `${about.id} and the control calls met trouble${back ? '' : ', and still did then'}`);
    return back || clear > before;
  };

  /** Nobody is to be blamed here, so the doubted read may speak for itself: the one in its place may be broken for good. */
  const standing: AvailabilityParts['controlsSucceed'] = async (about) =>
    (await controlsSucceed(about)) || (about.id === 'OP-2' && (await controlsSucceed({ id: 'OP-15' })));

  return {
    async ready() {
      while (Date.now() < holdUntil) await pause(holdUntil - Date.now());
    },
    async safe() {
      if (doubted === null) return true;
      checking ??= wait(doubted, standing).finally(() => {
        checking = null;
      });
      if (!(await checking)) return false;
      doubted = null;
      return true;
    },
    saw(about, symptom, retryAfterMs) {
      if (symptom === 'clear') {
        [doubted, answered] = [null, true];
        clear += 1;
        return;
      }
      doubted = about;
      if (retryAfterMs === null) return;
      const startedAt = Date.now();
      const until = startedAt + Math.min(retryAfterMs, timeoutMs, Math.max(leftMs(), 0));
      if (until <= holdUntil) return;
      const longer = until - Math.max(holdUntil, startedAt);
      spentMs += longer;
      onWait({ startedAt: new Date(startedAt).toISOString(), durationMs: longer, reason: `${about.id} was answered with Retry-After` });
      holdUntil = until;
    },
    outlasted(about, trouble) {
      if (trouble !== null && hopeless.has(trouble)) return Promise.resolve(false);
      return (waiting ??= wait(about).finally(() => {
        waiting = null;
      }));
    },
  };
}
