import type { Exchange, Trouble } from '../core/exchange.ts';

type Unanswered = Exchange & { readonly response: null; readonly trouble: Trouble };

/** Whether an address has ever answered in this run. Until it does, one wait in vain is enough for all calls to it. */
export interface FirstContact {
  /** How long a call waits for its answer. */
  readonly limitMs: (origin: string, timeoutMs: number) => number;
  /** The lost call that shows that the address does not answer, so no other call needs to leave; null while it may answer. */
  readonly findUnanswered: (origin: string) => Unanswered | null;
  readonly note: (origin: string, exchange: Unanswered | (Exchange & { readonly trouble: null }), timeoutMs: number) => void;
}

/** One loss may be an accident, so one more call tries for a short time. */
const shortTries = 1;
const shortTryShare = 1 / 10;
const shortestMs = 250;

/** The share of a whole wait after which an address that refuses connections is no service that just starts. */
const startingShare = 1 / 2;

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
  const firstRefusals = new Map<string, Unanswered>();
  const closed = new Map<string, Unanswered>();
  const noteRefusal = (origin: string, refused: Unanswered, timeoutMs: number): void => {
    const first = firstRefusals.get(origin) ?? refused;
    firstRefusals.set(origin, first);
    if (Date.parse(refused.startedAt) - Date.parse(first.startedAt) >= timeoutMs * startingShare) closed.set(origin, first);
  };
  return {
    limitMs: (origin, timeoutMs) =>
      silences.has(origin) ? Math.min(timeoutMs, Math.max(shortestMs, timeoutMs * shortTryShare)) : timeoutMs,
    findUnanswered(origin) {
      const silence = silences.get(origin);
      return silence !== undefined && silence.calls > shortTries ? silence.first : (closed.get(origin) ?? null);
    },
    note(origin, exchange, timeoutMs) {
      if (exchange.trouble === null) {
        answered.add(origin);
        for (const lost of [silences, firstRefusals, closed]) lost.delete(origin);
      } else if (answered.has(origin)) return;
      else if (exchange.trouble.kind === 'timeout') silences.set(origin, extendSilence(silences.get(origin), exchange));
      else if (exchange.trouble.kind === 'refused') noteRefusal(origin, exchange, timeoutMs);
    },
  };
}
