import { Big } from 'big.js';
import type { Reply } from '../../judge/reply.ts';
import type { AccountBalances } from '../transfer/balance.ts';

export interface PaidTransfer {
  readonly amount: string;
  readonly reply: Reply;
}

/** How the wallet was emptied. */
export interface Emptying {
  readonly was: AccountBalances;
  readonly left: AccountBalances;
  /** Transfers that left at once, and whose money left for good. Null where one left alone. */
  readonly together: readonly PaidTransfer[] | null;
  /** The balance was read until DMT_PENDING_TIMEOUT_MS before it counts as not fallen. */
  readonly waitedWhole: boolean;
  /** The wallet still misses money of a transfer that was not paid out for good, so that the money comes back (reading 20). */
  readonly comesBack: boolean;
}

/** What became of transfers of one amount that left at once. */
export interface Together {
  readonly paid: readonly PaidTransfer[];
  /** The amount of those that were accepted, and not paid out for good. Null where there are none. */
  readonly unpaid: string | null;
}

const sumOf = ({ mainAccount, cashbackAccount }: AccountBalances): Big => new Big(mainAccount).plus(cashbackAccount);

/** A delayed transfer settles in the wallet, and one that failed gives back what was reserved. A fee is less than an amount. */
export function comesBack(was: AccountBalances, left: AccountBalances, { paid, unpaid }: Together): boolean {
  const paidOut = paid.reduce((sum, { amount }) => sum.plus(amount), new Big(0));
  return unpaid !== null && sumOf(was).minus(sumOf(left)).minus(paidOut).gte(unpaid);
}
