import type { Exchange, Trouble } from '../core/exchange.ts';

type Unanswered = Exchange & { readonly response: null; readonly trouble: Trouble };

/** Whether an address has ever answered in this run. Until it does, one whole wait in vain is enough for all calls to it. */
export interface FirstContact {
  /** How long a call waits for its answer. */
  readonly limitMs: (origin: string, timeoutMs: number) => number;
  /** The lost call that shows that the address does not answer, so no other call needs to leave; null while it may answer. */
  readonly findUnanswered: (origin: string) => Unanswered | null;
  readonly note: (origin: string, exchange: Unanswered | (Exchange & { readonly trouble: null })) => void;
}

/** One loss may be an accident, so a few calls try again, each for a short time. */
const shortTries = 2;
const shortShare = 3 / 20;
const shortestMs = 250;

/** Calls one after the other: calls that are lost together are lost by one accident. */
interface Silence {
  readonly first: Unanswered;
  readonly calls: number;
  /** The end of the last counted call, in milliseconds since the epoch. */
  readonly until: number;
}

function extendSilence(silence: Silence | undefined, lost: Unanswered): Silence {
  const from = Date.parse(lost.startedAt);
  const until = from + lost.durationMs;
  if (silence === undefined) return { first: lost, calls: 1, until };
  return from < silence.until ? silence : { ...silence, calls: silence.calls + 1, until };
}

export function openFirstContact(): FirstContact {
  const answered = new Set<string>();
  const silences = new Map<string, Silence>();
  return {
    limitMs: (origin, timeoutMs) => (silences.has(origin) ? Math.min(timeoutMs, Math.max(shortestMs, timeoutMs * shortShare)) : timeoutMs),
    findUnanswered(origin) {
      const silence = silences.get(origin);
      return silence !== undefined && silence.calls > shortTries ? silence.first : null;
    },
    note(origin, exchange) {
      if (exchange.trouble === null) {
        answered.add(origin);
        silences.delete(origin);
      } else if (exchange.trouble.kind === 'timeout' && !answered.has(origin)) {
        silences.set(origin, extendSilence(silences.get(origin), exchange));
      }
    },
  };
}
