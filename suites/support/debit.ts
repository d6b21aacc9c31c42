import { apiCodes } from '../../specs/codes.ts';
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
import type { Circumstances } from '../../helpers/journey/circumstances/circumstances.ts';
import type { Requested } from '../../helpers/journey/transfer/transfer.ts';
import type { TransferFlow } from '../../helpers/journey/transfer/transfer-plan.ts';
import { blocked, notApplicable, Stop } from '../../helpers/judge/stop.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';
import type { Step } from '../../helpers/session/session.ts';
import { requireFinalStatus } from '../../helpers/journey/transfer/polled-status.ts';
import { findRequest, mustBePaidOut, wasRefused } from './transfer-outcome.ts';
import { mustNotOverwriteMpin } from './wrong-codes.ts';

export type UseTransfer = (context: CheckContext) => TransferFlow | Promise<TransferFlow>;

export type AmountWay = keyof Circumstances['byAmount'];

/** Amounts that a service may round away. */
export const amountWays = ['decimals', 'below-one', 'four-digit'] as const satisfies readonly AmountWay[];

/** The transfer of a way in a check id, as titles name it. */
export const transferByWay = {
  usual: 'the usual transfer',
  'new-customer': 'a transfer of a new customer',
  decimals: 'a transfer with decimals',
  'below-one': 'a transfer below one',
  'four-digit': 'a transfer of four digits',
  'second-beneficiary': 'a transfer to a second beneficiary',
  'with-mpin': 'a transfer with an MPIN',
  'after-ekyc': 'a transfer after an eKYC',
} as const;

export type TransferWay = keyof typeof transferByWay;

export const useByAmount =
  (way: AmountWay): UseTransfer =>
  async ({ use, journey: { circumstances } }) => {
    await use(way === 'four-digit' ? circumstances.fourDigits : circumstances.decimalsDebited);
    return circumstances.byAmount[way];
  };

export const useSecond: UseTransfer = async ({ use, journey: { circumstances } }) => {
  await use(circumstances.secondTransfer);
  return circumstances.toAnother;
};

/** Money that came back since hides a debit: of a transfer that is delayed by now, or that a bank has reversed (readings 19 and 20). */
export async function mustHaveNothingBack({ send, journey, facts }: CheckContext, { correlationId }: Requested): Promise<void> {
  const made = journey.memory.madeTransfers;
  const from = made.find((each) => each.correlationId === correlationId)?.senderId;
  for (const { invoiceId, subAgentTagId } of made.filter(({ senderId }) => senderId === from)) {
    const looked = await send(invoice, documentedCall(invoice, 'only', { invoiceId, subAgentTagId }));
    const ending = readTransferEnding(looked.result);
    const known = facts.momentOf(looked.exchange).before.finalInvoiceStatus(invoiceId);
    if (ending === 'refunded' || (ending !== 'settled' && known?.status === 'COMPLETED'))
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

const isRefusedFor = (error: unknown, code: number): boolean =>
  error instanceof Stop && error.why.kind === 'violation' && error.why.deviation === `code-${code}`;

/** What the right MPIN is refused for may be a wrong code that has set another MPIN, or a lock after wrong MPINs. */
export async function useMpinTransfer(context: CheckContext): Promise<TransferFlow> {
  const { whole, flow } = context.journey.mpinTransfer;
  if (!(await context.after(whole)).ok) await mustNotOverwriteMpin(context);
  await context.use(whole);
  const requested = await context.after(flow.requested);
  if (!requested.ok && isRefusedFor(requested.error, apiCodes.wrongOtpOrMpin))
    throw blocked('sender-locked', 'a transfer with the right MPIN is refused after wrong ones: probably locked', 'test-data');
  return flow;
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

/** A sender whose balance moves by itself is in use elsewhere. Where the refusal can be had again, money leaves once more (reading 17). */
async function rateMove(context: CheckContext, transfer: TransferFlow, again: TransferFlow | undefined): Promise<'warn' | undefined> {
  await context.use(transfer.watched);
  if (again === undefined) return undefined;
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
    atMost: hasFallen(was, is) ? await rateMove(context, transfer, again) : 'warn',
  });
}

export async function mustNotMoveWhenFailed(context: CheckContext, transfer: TransferFlow): Promise<void> {
  if (requireFinalStatus(await context.use(transfer.status)) !== 'FAILED') throw notApplicable('OP-10 does not call the transfer FAILED');
  await mustNotHaveMoved(context, transfer);
}
