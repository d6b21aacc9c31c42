import { Big } from 'big.js';
import { validValueAt } from '../../helpers/judge/fields.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import {
  describeBalances,
  readLastBalances,
  requireIdleBalances,
  showReadings,
  type AccountBalances,
} from '../../helpers/journey/transfer/balance.ts';
import { requireFinalStatus } from '../../helpers/journey/transfer/polled-status.ts';
import type { TransferFlow } from '../../helpers/journey/transfer/transfer-plan.ts';
import { check, type ActiveCheck, type CheckContext, type CheckOptions, type Suite } from '../../helpers/runner/check.ts';
import {
  amountWays,
  transferByWay,
  useByAmount,
  useMpinTransfer,
  useSecond,
  type AmountWay,
  type TransferWay,
  type UseTransfer,
} from '../support/debit.ts';
import { allowRefusedAmount } from '../support/odd-amount.ts';

interface Cost {
  readonly waitedWhole: boolean;
  readonly before: AccountBalances;
  readonly after: AccountBalances;
  readonly amount: string;
  /** What the sender has less. */
  readonly lost: Big;
}

const sumAccounts = ({ mainAccount, cashbackAccount }: AccountBalances): Big => new Big(mainAccount).plus(cashbackAccount);

async function readCost({ use }: CheckContext, transfer: TransferFlow): Promise<Cost> {
  const before = requireIdleBalances((await use(transfer.before)).balances);
  const readings = await use(transfer.after);
  const after = readLastBalances(readings.balances);
  const { amount } = await use(transfer.requested);
  return { waitedWhole: readings.waitedWhole, before, after, amount, lost: sumAccounts(before).minus(sumAccounts(after)) };
}

/** What another transfer cost beside its amount: a fee may be more than an amount below one. */
async function readFee(context: CheckContext): Promise<Big> {
  const { circumstances, customer } = context.journey;
  for (const transfer of [circumstances.byAmount.decimals, customer.usualTransfer]) {
    const done = await context.after(transfer.invoice);
    if (!done.ok || done.value.status !== 'COMPLETED') continue;
    const { amount, lost } = await readCost(context, transfer);
    const isDelayed = validValueAt(done.value.last, 'result.isDelayed') === 'true';
    const fee = isDelayed ? lost : lost.minus(amount);
    return fee.gt(0) ? fee : new Big(0);
  }
  throw notApplicable('no other transfer shows the fee');
}

/**
 * The amount of a delayed transfer, done or failed, is settled in the customer's wallet: it is back by the deadline, else that is a
 * question (reading 20). A fee may be kept.
 */
async function mustComeBack(context: CheckContext, transfer: TransferFlow): Promise<void> {
  const invoice = await context.use(transfer.invoice);
  requireFinalStatus(invoice);
  if (validValueAt(invoice.last, 'result.isDelayed') !== 'true') throw notApplicable('the transfer is not delayed');
  const { waitedWhole, before, after, amount, lost } = await readCost(context, transfer);
  const { reply } = await context.use(transfer.requested);
  const fee = new Big(amount).lt(1) ? await readFee(context) : new Big(0);
  const isBack = lost.lt(fee.plus(amount));
  if (!isBack && !waitedWhole) throw notApplicable('other money was waited for in vain, which left little time for this amount');
  context.must.hold(isBack, {
    expected: `more than ${describeBalances(before)} less ${fee.plus(amount).toFixed()} within DMT_PENDING_TIMEOUT_MS`,
    received: describeBalances(after),
    ...showReadings(before, after, reply.exchange.id),
    place: 'result.mainAccount',
  });
}

const delayedCheck = (way: TransferWay, options: CheckOptions, run: ActiveCheck['run']): ActiveCheck =>
  check('OP11-DELAYED-COMES-BACK', way, `${transferByWay[way]} that is delayed comes back to the wallet`, options, run);

const delayedCheckOf = (way: TransferWay, options: CheckOptions, useTransfer: UseTransfer): ActiveCheck =>
  delayedCheck(way, options, async (context) => mustComeBack(context, await useTransfer(context)));

const delayedByAmountCheck = (way: AmountWay): ActiveCheck =>
  delayedCheck(way, { circumstance: way }, (context) =>
    allowRefusedAmount(context, async () => mustComeBack(context, await useByAmount(way)(context))),
  );

/** Of the transfers with a balance on either side. The transfer in the query form has none of its own, and no step waits for its money. */
export const delayedTransfers: Suite = {
  name: 'Delayed transfers',
  area: 'Business operations',
  checks: [
    delayedCheckOf('usual', {}, ({ journey }) => journey.customer.usualTransfer),
    delayedCheckOf('new-customer', { circumstance: 'another-sender' }, ({ journey }) => journey.newCustomer.usualTransfer),
    ...amountWays.map(delayedByAmountCheck),
    delayedCheckOf('second-beneficiary', { circumstance: 'several-beneficiaries' }, useSecond),
    delayedCheckOf('with-mpin', { circumstance: 'with-mpin' }, useMpinTransfer),
    delayedCheckOf('after-ekyc', { circumstance: 'after-ekyc' }, ({ journey }) => journey.circumstances.ekycSender.transfer),
  ],
};
