import { Big } from 'big.js';
import { documentedCall } from '../../../specs/documented-call.ts';
import { senderBalance } from '../../../specs/operations.ts';
import { validValueAt, valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { mustServe, findNotServedStop } from '../../judge/served.ts';
import { blocked, notApplicable } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { lastReading, poll } from '../../session/poll.ts';
import { hasSameToken } from '../../core/exchange.ts';
import { findHeldDetail, markBalanceRead, readDetail, type Sender } from '../sender/sender.ts';
import { type Detail } from '../setup/detail.ts';

/** Reads OP-14 as often as needed; replaces a session that serves once. */
export interface BalanceReader {
  readonly read: (session: Session) => Promise<Reply>;
  /** The newest OP-6 answer, whose sessions are valid. */
  readonly detail: () => Detail;
  /** Every further reading takes a new session, and so an OTP. */
  readonly costly: () => boolean;
}

export function createBalanceReader(deps: Dependencies, sender: Sender, first: Detail): BalanceReader {
  let detail = first;
  let used = false;
  let renewals = 0;
  const ask = (session: Session): Promise<Reply> =>
    session.send(senderBalance, documentedCall(senderBalance, 'only', { ...sender, sessionId: detail.getBalanceSessionId(session) }));
  const renew = async (session: Session): Promise<Reply> => {
    renewals += 1;
    detail = await readDetail(deps, session, sender);
    markBalanceRead(deps, sender, detail);
    return mustServe(await ask(session));
  };
  const read = async (session: Session): Promise<Reply> => {
    const again = markBalanceRead(deps, sender, detail) || used;
    used = true;
    const reply = await ask(session);
    if ((again || !hasSameToken(detail.reply.exchange, reply.exchange)) && findNotServedStop(reply) !== null) return renew(session);
    return mustServe(reply);
  };
  return { read, detail: () => detail, costly: () => renewals >= 2 };
}

export interface AccountBalances {
  readonly mainAccount: number;
  readonly cashbackAccount: number;
  /** The id of the exchange that showed them. */
  readonly exchange: string;
}

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

/** OP-14 with the session at hand; with a new one where a reading has used that, or where something else has ended it. */
export async function readBalancesNow(
  deps: Dependencies,
  session: Session,
  sender: Sender,
  renew: () => Promise<Detail>,
): Promise<AccountBalances> {
  const ask = (detail: Detail): Promise<Reply> => {
    markBalanceRead(deps, sender, detail);
    return session.probe(
      senderBalance,
      documentedCall(senderBalance, 'only', { ...sender, sessionId: detail.getBalanceSessionId(session) }),
    );
  };
  const held = findHeldDetail(deps, sender);
  const reply = held === null || held.isBalanceRead || held.isSpent ? null : await ask(held.detail);
  const isServed = reply !== null && findNotServedStop(reply) === null;
  return readBalances(isServed ? reply : mustServe(await ask(await renew())));
}

/**
 * Counts the readings since money last came in, and since cashback last changed. A fall of the main account to what it has shown before comes
 * from a copy that lags. Any other fall is no reason to read again: with no transfer of ours pending, others use the sender.
 */
function createIdleCount(shown: Set<number>): (reading: Reply) => number {
  const amountIn = (reading: Reply, account: keyof AccountBalances): number => Number(valueAt(reading, `result.${account}`));
  let count = 0;
  let main = NaN;
  let cashback = NaN;
  return (reading) => {
    const now = { main: amountIn(reading, 'mainAccount'), cashback: amountIn(reading, 'cashbackAccount') };
    // An account that is missing stays missing.
    const hasMoved = count > 0 && (now.main > main || (now.main < main && shown.has(now.main)) || !Object.is(now.cashback, cashback));
    shown.add(now.main);
    count = hasMoved ? 1 : count + 1;
    ({ main, cashback } = now);
    return count;
  };
}

/** Reads without calls in between until so many readings follow the last pending debit: before that, equal readings prove nothing. */
async function readSettled(
  { pendingDebits, waits, memory }: Dependencies,
  { senderId, person }: Sender,
  { read, costly }: BalanceReader,
  session: Session,
  enough: 1 | 2,
): Promise<readonly [Reply, ...Reply[]]> {
  let idle = 0;
  const countIdle = createIdleCount(memory.of(person).shownBalances);
  const isEnough = (reading: Reply): boolean => !pendingDebits.hasPending(senderId) && (idle = countIdle(reading)) >= enough;
  const readings = await poll(() => read(session), isEnough, waits.upTo(pendingDebits.findAwaited(senderId)), { costly });
  pendingDebits.writeOff(senderId);
  // The last debit showed at the deadline: the readings before it prove nothing.
  return idle > 0 && idle < enough ? [...readings, await read(session)] : readings;
}

/** Two readings. Money may come in at any time (reading 17), so after a rise it reads again. */
export const readUntilIdle = (
  deps: Dependencies,
  sender: Sender,
  reader: BalanceReader,
  session: Session,
): Promise<readonly [Reply, ...Reply[]]> => readSettled(deps, sender, reader, session, 2);

/** One reading, for a comparison that is made again between idle readings before it accuses (reading 17). */
export async function readOnceSettled(
  deps: Dependencies,
  sender: Sender,
  reader: BalanceReader,
  session: Session,
): Promise<AccountBalances> {
  const readings = await readSettled(deps, sender, reader, session, 1);
  return readLastBalances(readings);
}

/** If two idle readings differ, somebody else is using the sender (reading 17). */
export function requireSameBalances(first: AccountBalances, second: AccountBalances): void {
  if (!areBalancesEqual(first, second))
    throw blocked(
      'sender-in-use',
      'two idle reads of the balance differ: somebody else is using the sender, or a code has a fee',
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

/** A credit of cashback may hide what was spent of it, and money that comes in hides a debit. The amount itself is no such money. */
export function mayHideFall(was: AccountBalances, is: AccountBalances, amount: string): boolean {
  const rise = new Big(is.mainAccount).minus(was.mainAccount);
  return rise.eq(0) ? is.cashbackAccount > was.cashbackAccount : rise.gt(0) && !rise.round(2).eq(amount);
}

/** Cashback may be taken back at any time (reading 17). */
export const isTakenBack = (was: AccountBalances, is: AccountBalances): boolean =>
  is.mainAccount === was.mainAccount && is.cashbackAccount < was.cashbackAccount;
