import { Big } from 'big.js';
import { apiCodes, isCertainRefusal } from '../../../specs/codes.ts';
import { requestTransfer } from '../../../specs/operations.ts';
import { readTransferEnding } from '../../core/answers.ts';
import { schemeAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { isTransferRefusal } from '../../judge/served.ts';
import { notApplicable, type Stop, untried } from '../../judge/stop.ts';
import { poll } from '../../session/poll.ts';
import { releaseTogether } from '../../session/release.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import { findNewestDetail, markSpent, readDetail, readDetailToPayWith, type Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail, Listed } from '../setup/detail.ts';
import { hasFallen, readBalances, requireIdleBalances, type AccountBalances, readLastBalances } from '../transfer/balance.ts';
import { createBalanceReader, readUntilIdle } from '../transfer/balance-reader.ts';
import { noteTransfer } from '../transfer/made-transfers.ts';
import { createTransferFlow } from '../transfer/transfer-flow.ts';
import { readTransferScheme } from '../transfer/transfer.ts';
import { prepareTransfer, type TransferOrder } from '../transfer/transfer-call.ts';
import { followTransfer, isPaidOut } from '../transfer/polled-status.ts';
import { comesBack, type Emptying, type PaidTransfer, type Together } from './emptying.ts';

interface EmptyingPlan {
  readonly who: Step<Sender>;
  readonly payee: Step<Listed>;
  readonly follows: readonly Step<unknown>[];
}

const wholeOf = ({ mainAccount }: AccountBalances): string => {
  if (mainAccount <= 0) throw untried('the wallet of this sender is empty already', 'test-data');
  return new Big(mainAccount).toFixed();
};

const refusesTheWhole = (): Stop => notApplicable('OP-9 refuses the whole balance: a fee or a limit may stand against it');

/** One transfer of the whole balance. */
export function createEmptyingAlone(deps: Dependencies, { who, payee, follows }: EmptyingPlan): Step<Emptying> {
  const whole = createTransferFlow(deps, {
    name: 'a transfer of the whole balance',
    who,
    payee,
    source: step('the wallet', () => Promise.resolve('wallet')),
    amount: (before) => wholeOf(readLastBalances(before.balances)),
    compared: true,
    sessions: 'at-hand',
    follows,
  });
  return step('a wallet emptied by one transfer', async (session) => {
    const was = readLastBalances((await session.use(whole.before)).balances);
    const done = await session.after(whole.requested);
    if (!done.ok && isTransferRefusal(done.error)) throw refusesTheWhole();
    const { amount } = await session.use(whole.requested);
    const left = readLastBalances((await session.use(whole.after)).balances);
    const unpaid = isPaidOut(await session.after(whole.invoice)) ? null : amount;
    return { was, left, together: null, waitedWhole: false, comesBack: comesBack(was, left, { paid: [], unpaid }) };
  });
}

/** A service may serve a session once. Where that is open, each transfer has a session of its own. */
async function readSessions(deps: Dependencies, session: Session, sender: Sender): Promise<readonly [Detail, Detail]> {
  const first = await readDetailToPayWith(deps, session, sender);
  return [first, deps.memory.sessionServesAgain === true ? first : await readDetail(deps, session, sender)];
}

/** Caps may keep one of them back. */
function readReplies(settled: readonly PromiseSettledResult<Reply>[]): readonly (Reply | null)[] {
  const [kept] = settled.filter((one) => one.status === 'rejected');
  if (kept !== undefined && settled.every((one) => one.status === 'rejected')) throw kept.reason;
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : null));
}

/** Null where the service refuses both. */
async function payTogether(deps: Dependencies, session: Session, sender: Sender, order: TransferOrder): Promise<Together | null> {
  const scheme = schemeAt(await readTransferScheme(session, sender, 'wallet'), session.doubt);
  const prepared = [];
  for (const detail of await readSessions(deps, session, sender))
    prepared.push({ operation: requestTransfer, ...(await prepareTransfer(deps, session, { sender, detail, scheme, order })) });
  markSpent(deps, sender);
  const replies = readReplies(await releaseTogether(session, prepared));
  if (replies.every((reply) => reply !== null && isCertainRefusal(reply.status, reply.code))) return null;
  const paid: PaidTransfer[] = [];
  let unpaid: string | null = null;
  for (const [at, { correlationId }] of prepared.entries()) {
    const reply = replies[at];
    if (reply?.code !== apiCodes.success) continue;
    noteTransfer(deps, sender, correlationId, reply);
    const { status, invoice } = await followTransfer(deps, session, sender, { accepted: reply, correlationId });
    // What does not end by the deadline, or cannot be read, shows nothing.
    if (status !== null && readTransferEnding(invoice?.last.result) === 'settled') paid.push({ amount: order.amount, reply });
    else unpaid = order.amount;
  }
  return { paid, unpaid };
}

/** The wallet holds enough for each, but not for both. Where a fee or a limit stands against the whole balance, most of it may do. */
async function overdrawTogether(
  deps: Dependencies,
  session: Session,
  sender: Sender,
  { was, payee }: Pick<TransferOrder, 'payee'> & { readonly was: AccountBalances },
): Promise<Together> {
  const whole = wholeOf(was);
  if (!deps.affords(new Big(whole).times(2))) {
    await payTogether(deps, session, sender, { amount: deps.people.amount, payee });
    throw untried('twice the whole balance of this sender is more than DMT_MAX_SPEND leaves', 'configuration');
  }
  for (const amount of [whole, new Big(whole).times(0.6).round(2, Big.roundDown).toFixed()]) {
    const together = await payTogether(deps, session, sender, { amount, payee });
    if (together !== null) return together;
  }
  throw refusesTheWhole();
}

/** Two transfers of the whole balance at once. The service may accept one of them only: a session or a code may serve once (reading 13). */
export const createEmptyingTogether = (deps: Dependencies, { who, payee, follows }: EmptyingPlan): Step<Emptying> =>
  step('a wallet emptied by two transfers at once', async (session) => {
    await session.afterRequested(follows);
    const sender = await session.use(who);
    const to = await session.use(payee);
    return deps.inTurn(sender.person, async () => {
      const reader = createBalanceReader(deps, sender, await readDetailToPayWith(deps, session, sender));
      const was = requireIdleBalances(await readUntilIdle(deps, sender, reader, session));
      const together = await overdrawTogether(deps, session, sender, { was, payee: to });
      const newest = findNewestDetail(deps, sender) ?? reader.detail();
      const { read, costly } = createBalanceReader(deps, sender, newest);
      const hasCome = (reading: Reply): boolean => together.paid.length === 0 || hasFallen(was, readBalances(reading));
      const deadline = deps.waits.upTo('debit');
      const readings = await poll(() => read(session), hasCome, deadline, { costly });
      const left = readLastBalances(readings);
      const back = comesBack(was, left, together);
      return { was, left, together: together.paid, waitedWhole: deadline.isWhole(), comesBack: back };
    });
  });
