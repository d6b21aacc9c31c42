import { Big } from 'big.js';
import { validValueAt, valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { blocked, notApplicable } from '../../judge/stop.ts';
import { lastReading } from '../../session/poll.ts';

export interface AccountBalances {
  readonly mainAccount: number;
  readonly cashbackAccount: number;
  /** The id of the exchange that showed them. */
  readonly exchange: string;
}

/** Both hold what is in the wallet, and either may pay (reading 20). */
export const sumAccounts = ({ mainAccount, cashbackAccount }: Pick<AccountBalances, 'mainAccount' | 'cashbackAccount'>): Big =>
  new Big(mainAccount).plus(cashbackAccount);

/** A number of JSON reaches us as a double. Beyond this one, two amounts that differ by a paisa are the same double. */
const largestExact = Number.MAX_SAFE_INTEGER / 100;

function readAmount(reply: Reply, account: keyof AccountBalances): number {
  const amount = Number(validValueAt(reply, `result.${account}`));
  if (Math.abs(amount) > largestExact) throw notApplicable(`result.${account} is above ${largestExact}: its paise cannot be compared`);
  return amount;
}

/** A missing cashback account is accused once. It shows no money, so the main account alone tells what moves. */
export const readBalances = (reply: Reply): AccountBalances => ({
  mainAccount: readAmount(reply, 'mainAccount'),
  cashbackAccount: valueAt(reply, 'result.cashbackAccount') === undefined ? 0 : readAmount(reply, 'cashbackAccount'),
  exchange: reply.exchange.id,
});

export const readLastBalances = (readings: readonly [Reply, ...Reply[]]): AccountBalances => readBalances(lastReading(readings));

/** If two idle readings differ, somebody else is using the sender (reading 17). */
export function requireSameBalances(first: AccountBalances, second: AccountBalances): void {
  if (!areBalancesEqual(first, second))
    throw blocked(
      'sender-in-use',
      'two idle reads of the balance differ: somebody else is using the sender, or a fee is taken late or for a code',
      'environment',
    );
}

/** The balance of the sender, where its last two idle readings agree. */
export function requireIdleBalances(readings: readonly [Reply, ...Reply[]]): AccountBalances {
  const second = readLastBalances(readings);
  requireSameBalances(readBalances(readings.at(-2) ?? readings[0]), second);
  return second;
}

/** More than both accounts hold, by the usual amount. */
export const calculateAboveBalance = (
  { mainAccount, cashbackAccount }: Pick<AccountBalances, 'mainAccount' | 'cashbackAccount'>,
  amount: string,
): string => new Big(Math.max(mainAccount, 0)).plus(Math.max(cashbackAccount, 0)).plus(amount).round(2, Big.roundUp).toFixed();

/** The second of two readings decides. The first stands beside it, and so does the call between them, where it is known. */
export const showReadings = (was: AccountBalances, is: AccountBalances, between: string | null = null) => ({
  place: 'OP-14 before and after',
  exchange: is.exchange,
  beside: [was.exchange, ...(between === null ? [] : [between])],
});

export const describeBalances = ({ mainAccount, cashbackAccount }: AccountBalances): string =>
  `mainAccount ${mainAccount}, cashbackAccount ${cashbackAccount}`;

/** Cashback may be credited at any time, so a rise of it shows nothing (reading 17). */
export const areBalancesEqual = (was: AccountBalances, is: AccountBalances): boolean =>
  was.mainAccount === is.mainAccount && was.cashbackAccount <= is.cashbackAccount;

/** Cashback may be spent first (reading 20). */
export const hasFallen = (was: AccountBalances, is: AccountBalances): boolean =>
  is.mainAccount < was.mainAccount || is.cashbackAccount < was.cashbackAccount;

/**
 * A credit of cashback may hide what was spent of it, where it held that much. Money that comes in hides a debit. An amount with paise is no
 * such money, but a wallet may be filled up again by a whole one.
 */
export function mayHideFall(was: AccountBalances, is: AccountBalances, amount: string): boolean {
  const rise = new Big(is.mainAccount).minus(was.mainAccount);
  if (rise.eq(0)) return is.cashbackAccount > was.cashbackAccount && new Big(amount).lte(was.cashbackAccount);
  return rise.gt(0) && (new Big(amount).mod(1).eq(0) || !rise.round(2).eq(amount));
}

/** Cashback may be taken back at any time (reading 17). */
export const isTakenBack = (was: AccountBalances, is: AccountBalances): boolean =>
  is.mainAccount === was.mainAccount && is.cashbackAccount < was.cashbackAccount;
