import { Big } from 'big.js';
import { validValueAt } from '../../helpers/judge/fields.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import {
  describeBalances,
  readLastBalances,
  requireIdleBalances,
  showReadings,
  sumAccounts,
  type AccountBalances,
} from '../../helpers/journey/transfer/balance.ts';
import { requireFinalStatus } from '../../helpers/journey/transfer/polled-status.ts';
import type { TransferFlow } from '../../helpers/journey/transfer/transfer-plan.ts';
import type { CheckContext, Suite } from '../../helpers/runner/check.ts';
import { amountWays, comparedTransferChecks } from '../support/compared-transfers.ts';

interface Cost {
  readonly waitedWhole: boolean;
  readonly before: AccountBalances;
  readonly after: AccountBalances;
  readonly amount: string;
  /** What the sender has less. */
  readonly lost: Big;
}

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
  // A cashback of an earlier transfer may come in meanwhile, but not the whole amount once more.
  context.must.hold(new Big(amount).lt(1) || lost.plus(amount).gt(0), {
    expected: `less than ${describeBalances(before)} and ${amount} more: the amount comes back once`,
    received: describeBalances(after),
    ...showReadings(before, after, reply.exchange.id),
    place: 'result.mainAccount',
  });
}

/** Of the transfers with a balance on either side. The transfer in the query form has none of its own, and no step waits for its money. */
export const delayedTransfers: Suite = {
  name: 'Delayed transfers',
  area: 'Business operations',
  checks: comparedTransferChecks(
    'OP11-DELAYED-COMES-BACK',
    ['usual', 'new-customer', ...amountWays, 'second-beneficiary', 'with-mpin', 'after-ekyc'],
    'that is delayed comes back to the wallet',
    mustComeBack,
  ),
};
