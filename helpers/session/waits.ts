/**
 * What may come late, and is waited for: OP-10 knowing a transfer at all, its final status, its debit,
 * what was set aside for one that failed.
 */
export type Late = 'arrival' | 'final-status' | 'debit' | 'refund';

/** What was waited for in vain, as reports tell it. */
export const inVainText: Readonly<Record<Late, string>> = {
  arrival: 'OP-10 told nothing of a transfer that may be under way',
  'final-status': 'a transfer stayed PENDING',
  debit: 'OP-14 showed no debit of a transfer',
  refund: 'OP-14 showed nothing back of a transfer that had failed',
};

/** One wait for something late. */
export interface Deadline {
  /** When a wait that began then is over; others may have waited in vain meanwhile. Milliseconds since the epoch. */
  readonly endsAt: (since: number) => number;
  /** How the wait ended, and how long it took. */
  readonly noteEnd: (came: boolean, tookMs: number) => void;
}

/**
 * The waits of a run, shared by all who wait: what one transfer was waited for in vain until DMT_PENDING_TIMEOUT_MS, the others
 * are given twice as long as the slowest that came, and a moment at the least.
 */
export interface Waits {
  /** Up to so many milliseconds, where that is less than DMT_PENDING_TIMEOUT_MS. */
  readonly upTo: (late: Late, mostMs?: number) => Deadline;
}

/** Milliseconds: time for five looks. */
const shortestWaitMs = 500;
const timesAsSlow = 2;

interface LateRecord {
  /** Of those that came. */
  readonly slowestMs: number;
  readonly inVain: boolean;
}

export function openWaits(timeoutMs: number, onVain: (late: Late, tookMs: number) => void = () => undefined): Waits {
  const recordByLate = new Map<Late, LateRecord>();
  const findRecord = (late: Late): LateRecord => recordByLate.get(late) ?? { slowestMs: 0, inVain: false };
  const allowedMs = ({ inVain, slowestMs }: LateRecord): number =>
    !inVain ? timeoutMs : Math.min(timeoutMs, Math.max(shortestWaitMs, slowestMs * timesAsSlow));

  return {
    upTo(late, mostMs = timeoutMs) {
      return {
        endsAt: (since) => since + Math.min(mostMs, allowedMs(findRecord(late))),
        noteEnd(came, tookMs) {
          const { slowestMs, inVain } = findRecord(late);
          if (came) recordByLate.set(late, { inVain, slowestMs: Math.max(slowestMs, tookMs) });
          else if (mostMs >= timeoutMs && !inVain) {
            recordByLate.set(late, { inVain: true, slowestMs });
            onVain(late, tookMs);
          }
        },
      };
    },
  };
}
