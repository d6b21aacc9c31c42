import { documentedCall } from '../../specs/documented-call.ts';
import { invoice } from '../../specs/operations.ts';
import { readTransferEnding } from '../../helpers/core/answers.ts';
import {
  areBalancesEqual,
  describeBalances,
  hasFallen,
  mayHideFall,
  requireIdleBalances,
  showReadings,
  type AccountBalances,
  readLastBalances,
} from '../../helpers/journey/transfer/balance.ts';
import type { Requested } from '../../helpers/journey/transfer/transfer.ts';
import type { TransferFlow } from '../../helpers/journey/transfer/transfer-plan.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';
import type { Step } from '../../helpers/session/session.ts';
import { requireFinalStatus } from '../../helpers/journey/transfer/polled-status.ts';
import { findRequest, mustBePaidOut, wasRefused } from './transfer-outcome.ts';

/** Money that came back since hides a debit: of a transfer that is delayed by now, or that a bank has reversed (readings 19 and 20). */
export async function mustHaveNothingBack({ send, journey, facts }: CheckContext, { correlationId }: Requested): Promise<void> {
  const made = journey.memory.madeTransfers;
  const from = made.find((each) => each.correlationId === correlationId)?.senderId;
  for (const { invoiceId, subAgentTagId } of made.filter(({ senderId }) => senderId === from)) {
    const looked = await send(invoice, documentedCall(invoice, 'only', { invoiceId, subAgentTagId }));
    const ending = readTransferEnding(looked.result);
    const shownBefore = facts.momentOf(looked.exchange).before.finalInvoiceStatus(invoiceId);
    if (ending === 'refunded' || (ending !== 'settled' && shownBefore?.status === 'COMPLETED'))
      throw notApplicable(`the transfer of invoice ${invoiceId} is not paid out for good`);
  }
}

/** One of both accounts falls: cashback may be spent first (reading 20). */
export async function mustBeDebited(
  context: CheckContext,
  transfer: Pick<TransferFlow, 'before' | 'requested' | 'status' | 'invoice' | 'after'>,
  source: Step<string>,
): Promise<void> {
  if ((await context.use(source)) !== 'wallet') throw notApplicable('transfers are not paid from the wallet');
  await mustBePaidOut(context, transfer);
  const before = requireIdleBalances((await context.use(transfer.before)).balances);
  const after = readLastBalances((await context.use(transfer.after)).balances);
  const requested = await context.use(transfer.requested);
  const { amount } = requested;
  if (!hasFallen(before, after)) await mustHaveNothingBack(context, requested);
  context.observe(`mainAccount fell by ${(before.mainAccount - after.mainAccount).toFixed(2)} for ${amount}`);
  context.must.hold(hasFallen(before, after), {
    expected: `less than ${describeBalances(before)} within DMT_PENDING_TIMEOUT_MS`,
    received: describeBalances(after),
    ...showReadings(before, after, requested.reply.exchange.id),
    place: 'result.mainAccount',
    atMost: mayHideFall(before, after, amount) ? 'warn' : undefined,
  });
}

interface BalancesAround {
  readonly was: AccountBalances;
  readonly is: AccountBalances;
}

async function readAround({ use }: CheckContext, { before, after }: TransferFlow): Promise<BalancesAround> {
  return { was: requireIdleBalances((await use(before)).balances), is: readLastBalances((await use(after)).balances) };
}

const hasMoved = ({ was, is }: BalancesAround): boolean => !areBalancesEqual(was, is);

async function describeEnd(context: CheckContext, transfer: TransferFlow): Promise<string> {
  if (await wasRefused(context, transfer)) return 'refused';
  return (await context.use(transfer.status)).status;
}

const sumAccounts = ({ mainAccount, cashbackAccount }: AccountBalances): number => mainAccount + cashbackAccount;

/** A fee of a transfer that the same sender made before may come late, and is less than the usual amount (reading 20). */
async function mayBeLateFee({ use, journey }: CheckContext, { requested }: TransferFlow, { was, is }: BalancesAround): Promise<boolean> {
  const { correlationId } = await use(requested);
  const made = journey.memory.madeTransfers;
  const own = made.find((each) => each.correlationId === correlationId);
  const before = own === undefined ? made : made.slice(0, made.indexOf(own));
  const hasPaidBefore = before.some(({ senderId }) => own === undefined || senderId === own.senderId);
  return hasPaidBefore && sumAccounts(was) - sumAccounts(is) < Number(journey.people.amount);
}

/** A sender whose balance moves by itself is in use elsewhere. Where the refusal can be had again, money leaves once more (reading 17). */
async function rateMove(
  context: CheckContext,
  transfer: TransferFlow,
  { around, again }: { readonly around: BalancesAround; readonly again: TransferFlow | undefined },
): Promise<'warn' | undefined> {
  await context.use(transfer.watched);
  if (again === undefined) return (await mayBeLateFee(context, transfer, around)) ? 'warn' : undefined;
  const once = await readAround(context, again);
  if ((await describeEnd(context, again)) !== (await describeEnd(context, transfer))) return 'warn';
  if (!hasFallen(once.was, once.is)) return 'warn';
  await context.use(again.watched);
  return undefined;
}

/** `again`: the same transfer, asked for once more. */
export async function mustNotHaveMoved(context: CheckContext, transfer: TransferFlow, again?: TransferFlow): Promise<void> {
  const around = await readAround(context, transfer);
  if (!hasMoved(around)) return;
  const { was, is } = around;
  context.must.hold(false, {
    expected: describeBalances(was),
    received: describeBalances(is),
    ...showReadings(was, is, await findRequest(context, transfer)),
    // Money may come in for another reason than a refused transfer.
    atMost: hasFallen(was, is) ? await rateMove(context, transfer, { around, again }) : 'warn',
  });
}

export async function mustNotMoveWhenFailed(context: CheckContext, transfer: TransferFlow): Promise<void> {
  if (requireFinalStatus(await context.use(transfer.status)) !== 'FAILED') throw notApplicable('OP-10 does not call the transfer FAILED');
  await mustNotHaveMoved(context, transfer);
}
