import { unheardWaiting, type BeginWaiting } from './waiting.ts';

/**
 * What may come late: OP-10 or OP-11 knowing a transfer at all (`arrival`), its final status, its debit, the money back of a failed transfer,
 * OP-1 calling a tagged user old, also where only an eKYC makes it old, OP-6 knowing a sender or a change of its list, OP-9 taking a transfer to a
 * new beneficiary or under a new session (`acceptance`), the end of a token, the next code for a mobile, a new code where the source shows the one before, and OP-6 serving a sender
 * again behind wrong codes (`unlock`).
 */
export type Late =
  | 'arrival'
  | 'final-status'
  | 'debit'
  | 'refund'
  | 'old-user'
  | 'old-after-ekyc'
  | 'list'
  | 'acceptance'
  | 'expiry'
  | 'next-code'
  | 'new-code'
  | 'unlock';

export const inVainText: Readonly<Record<Late, string>> = {
  arrival: 'OP-10 or OP-11 did not know a transfer',
  'final-status': 'a transfer stayed PENDING',
  debit: 'OP-14 showed no debit of a transfer',
  list: 'OP-6 did not show a sender, or a change of its list',
  acceptance: 'OP-9 took no transfer to a new beneficiary, or under a new session',
  'old-user': 'OP-1 did not call a tagged user old',
  'old-after-ekyc': 'OP-1 did not call a user old after its eKYC',
  refund: 'OP-14 showed no money back after a failed transfer',
  expiry: 'a token was accepted after its told lifetime',
  'next-code': 'OP-3 refused a mobile its next code',
  'new-code': 'the OTP source showed the code of an earlier challenge',
  unlock: 'OP-6 refused a sender behind wrong codes',
};

const awaitedText: Readonly<Record<Late, string>> = {
  arrival: 'OP-10 or OP-11 to know a transfer',
  'final-status': 'the final status of a transfer',
  debit: 'the debit of a transfer',
  list: 'a sender, or a change of its list, in OP-6',
  acceptance: 'OP-9 to take a transfer',
  'old-user': 'OP-1 to call a tagged user old',
  'old-after-ekyc': 'OP-1 to call a user old after its eKYC',
  refund: 'the money back of a failed transfer',
  expiry: 'a token to expire',
  'next-code': 'OP-3 to send a mobile its next code',
  'new-code': 'a new code in the OTP source',
  unlock: 'OP-6 to serve a sender again behind wrong codes',
};

export interface Deadline {
  /** When a wait that began at `since` ends, in milliseconds since the epoch. It may become earlier when another wait ends in vain. */
  readonly endsAt: (since: number) => number;
  readonly noteEnd: (came: boolean, tookMs: number) => void;
  /** No earlier wait in vain has made this one shorter: only then its end says anything (reading 1). */
  readonly isWhole: () => boolean;
}

/** For what may come, where nothing is late if it does not: this is no wait of the run. */
export const within = (ms: number): Deadline => ({ endsAt: (since) => since + ms, noteEnd: () => undefined, isWhole: () => true });

export const momentMs = 1000;

export const moment: Deadline = within(momentMs);

/**
 * The waits of a run, shared by all that wait. The first wait in vain takes DMT_PENDING_TIMEOUT_MS.
 * Later waits take twice as long as the slowest success, and `shortestWaitMs` at least.
 */
export interface Waits {
  /** A deadline of at most `mostMs` milliseconds, where that is less than DMT_PENDING_TIMEOUT_MS. */
  readonly upTo: (late: Late, mostMs?: number) => Deadline;
  /** How long such a wait may take now. */
  readonly allowedMs: (late: Late) => number;
}

/** Time for five readings. */
const shortestWaitMs = 500;
const timesAsSlow = 2;

interface LateRecord {
  readonly slowestMs: number;
  readonly inVain: boolean;
}

export function openWaits(
  timeoutMs: number,
  onVain: (late: Late, tookMs: number) => void = () => undefined,
  beginWaiting: BeginWaiting = unheardWaiting,
): Waits {
  const recordByLate = new Map<Late, LateRecord>();
  const findRecord = (late: Late): LateRecord => recordByLate.get(late) ?? { slowestMs: 0, inVain: false };
  const allowedMs = ({ inVain, slowestMs }: LateRecord): number =>
    !inVain ? timeoutMs : Math.min(timeoutMs, Math.max(shortestWaitMs, slowestMs * timesAsSlow));

  return {
    allowedMs: (late) => allowedMs(findRecord(late)),
    upTo(late, mostMs = timeoutMs) {
      let endWaiting: (() => void) | null = null;
      const wholeMs = Math.min(mostMs, timeoutMs);
      let shortestMs = wholeMs;
      let waitedMs = 0;
      return {
        // Another wait may end in vain when this one has already lasted as long.
        isWhole: () => Math.max(shortestMs, waitedMs) >= wholeMs,
        endsAt(since) {
          const until = since + Math.min(mostMs, allowedMs(findRecord(late)));
          shortestMs = Math.min(shortestMs, until - since);
          endWaiting ??= beginWaiting(awaitedText[late], until);
          return until;
        },
        noteEnd(came, tookMs) {
          endWaiting?.();
          waitedMs = tookMs;
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
