import { documentedCall } from '../../../specs/documented-call.ts';
import { senderBalance } from '../../../specs/operations.ts';
import { hasSameToken, type Exchange } from '../../core/exchange.ts';
import { valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { findNotServedStop, mustServe } from '../../judge/served.ts';
import { poll } from '../../session/poll.ts';
import type { Session } from '../../session/session.ts';
import { findHeldDetail, markBalanceRead, readDetail, type Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail } from '../setup/detail.ts';
import { readBalances, readLastBalances, type AccountBalances } from './balance.ts';

/** Reads OP-14 as often as needed; replaces a session that serves once. */
export interface BalanceReader {
  readonly read: (session: Session) => Promise<Reply>;
  /** The newest OP-6 answer, whose sessions are valid. */
  readonly detail: () => Detail;
  /** Every further reading takes a new session, and so an OTP. */
  readonly costly: () => boolean;
}

/** Remembers which answer was the first to show a balance. */
function noteShown({ memory }: Dependencies, { person }: Sender, reply: Reply): Reply {
  const { shownBalances } = memory.of(person);
  const main = Number(valueAt(reply, 'result.mainAccount'));
  const { id, startedAt } = reply.exchange;
  if (!shownBalances.has(main)) shownBalances.set(main, { id, startedAt });
  return reply;
}

/** How long a session lives is open, so a refusal under an older one shows nothing of OP-14. */
const surelyLivesMs = 1000;

const isNewTo = (issued: Exchange, used: Exchange): boolean => Date.parse(used.startedAt) - Date.parse(issued.startedAt) < surelyLivesMs;

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
    const mayRenew = again || !hasSameToken(detail.reply.exchange, reply.exchange) || !isNewTo(detail.reply.exchange, reply.exchange);
    return noteShown(deps, sender, mayRenew && findNotServedStop(reply) !== null ? await renew(session) : mustServe(reply));
  };
  return { read, detail: () => detail, costly: () => renewals >= 2 };
}

/** OP-14 with the session at hand; with a new one where a reading has used that, or where something else has ended it. */
export async function readBalancesNow(
  deps: Dependencies,
  session: Session,
  sender: Sender,
  renew: () => Promise<Detail>,
): Promise<AccountBalances> {
  const ask = (detail: Detail, send: Session['send'] | Session['probe']): Promise<Reply> => {
    markBalanceRead(deps, sender, detail);
    return send(senderBalance, documentedCall(senderBalance, 'only', { ...sender, sessionId: detail.getBalanceSessionId(session) }));
  };
  const held = findHeldDetail(deps, sender);
  const reply = held === null || held.isBalanceRead || held.isSpent ? null : await ask(held.detail, session.probe);
  const isServed = reply !== null && findNotServedStop(reply) === null;
  return readBalances(noteShown(deps, sender, isServed ? reply : mustServe(await ask(await renew(), session.send))));
}

/** Without a balance before the transfer, its debit cannot be seen. Whether OP-14 is served is judged elsewhere. */
export async function readFirstBalance(deps: Dependencies, session: Session, sender: Sender, detail: Detail): Promise<void> {
  if (deps.pendingDebits.knowsBalance(sender.senderId)) return;
  markBalanceRead(deps, sender, detail);
  await session.send(senderBalance, documentedCall(senderBalance, 'only', { ...sender, sessionId: detail.getBalanceSessionId(session) }));
}

/**
 * Counts the readings since money last came in, and since cashback last changed. A fall of the main account to what it has shown before comes
 * from a copy that lags. Any other fall is no reason to read again: with no transfer of ours pending, others use the sender.
 */
function createIdleCount(shown: ReadonlyMap<number, Pick<Exchange, 'id'>>): (reading: Reply) => number {
  const amountIn = (reading: Reply, account: keyof AccountBalances): number => Number(valueAt(reading, `result.${account}`));
  let count = 0;
  let main = NaN;
  let cashback = NaN;
  return (reading) => {
    const now = { main: amountIn(reading, 'mainAccount'), cashback: amountIn(reading, 'cashbackAccount') };
    // An account that is missing stays missing.
    const isOlder = now.main < main && shown.get(now.main)?.id !== reading.exchange.id;
    const hasMoved = count > 0 && (now.main > main || isOlder || !Object.is(now.cashback, cashback));
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
