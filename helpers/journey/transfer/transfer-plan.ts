import type { Reply } from '../../judge/reply.ts';
import type { Step } from '../../session/session.ts';
import type { Sender } from '../sender/sender.ts';
import type { Detail, Listed } from '../setup/detail.ts';
import type { Requested } from './transfer.ts';
import type { PolledStatus } from './polled-status.ts';

/**
 * The readings of OP-14 around a transfer: two or more before it, and after it until the balance changes; with the OP-6 that gave their
 * sessions.
 */
export interface BalanceReadings {
  readonly detail: Detail;
  readonly balances: readonly [Reply, ...Reply[]];
}

export interface BalancesAfter extends BalanceReadings {
  /** False where another wait in vain left less time: then a change that did not come proves nothing (reading 1). */
  readonly waitedWhole: boolean;
}

export interface TransferPlan {
  readonly name: string;
  readonly who: Step<Sender>;
  readonly payee: Step<Listed>;
  /** The source of the last OP-8. */
  readonly source: Step<string>;
  /** Decimal text, or a function of the balance. */
  readonly amount: string | ((before: BalanceReadings) => string);
  /** Whether OP-14 is read before and after. */
  readonly compared: boolean;
  /**
   * `same` tries the session of the transfer before once more: whether it serves is open (reading 13). Its balance session is used again
   * too. `new` takes none that a transfer has used, so that OP-6 shows the limits in between.
   */
  readonly sessions: 'at-hand' | 'same' | 'new';
  /** Steps of the same sender that come first, even if they fail. */
  readonly follows: readonly Step<unknown>[];
}

/** One transfer, in the sender's turn, from its sessions to its end. Each part has its own evidence. */
export interface TransferFlow {
  readonly before: Step<BalanceReadings>;
  readonly scheme: Step<Reply>;
  readonly requested: Step<Requested>;
  readonly correlationId: Step<string>;
  readonly invoiceId: Step<string>;
  readonly status: Step<PolledStatus>;
  readonly invoice: Step<PolledStatus>;
  readonly after: Step<BalancesAfter>;
  /** Afterwards, for a check that is about to accuse: blocked where the balance moves by itself (reading 17). */
  readonly watched: Step<void>;
}
