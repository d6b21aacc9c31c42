import { Big } from 'big.js';
import { validValueAt, valueAt } from '../../helpers/judge/fields.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type CheckOptions, type Suite } from '../../helpers/runner/check.ts';
import { requireIdleBalances, describeBalances, type AccountBalances } from '../../helpers/journey/transfer/balance.ts';
import type { TransferFlow } from '../../helpers/journey/transfer/transfer-plan.ts';
import type { Circumstances } from '../../helpers/journey/circumstances/circumstances.ts';
import type { Detail } from '../../helpers/journey/setup/detail.ts';
import type { CustomerJourney } from '../../helpers/journey/customer/customer-journey.ts';
import { requireFinalStatus } from '../../helpers/journey/transfer/polled-status.ts';
import { limitRules } from '../rules/limits.ts';
import { allowRefusedAmount } from '../support/odd-amount.ts';
import {
  failedQueryFormCheck,
  lastAccounts,
  mpinDebitCheck,
  mustBeDebited,
  mustNotHaveMoved,
  mustNotMoveWhenFailed,
  queryFormDebitCheck,
  useMpinTransfer,
} from '../support/debit.ts';
import { mustBePaidOut, wasRefused } from '../support/transfer-outcome.ts';
import { journeyBySender } from '../support/senders.ts';

const debitCheck = (who: string, pickJourney: (context: CheckContext) => CustomerJourney): ActiveCheck =>
  check('OP14-DEBITED', who, `a completed wallet transfer leaves the ${who} with less`, async (context) => {
    const { usualTransfer, source } = pickJourney(context);
    await mustBeDebited(context, usualTransfer, source);
  });

type UseTransfer = (context: CheckContext) => TransferFlow | Promise<TransferFlow>;

const useByAmount =
  (way: keyof Circumstances['byAmount']): UseTransfer =>
  async ({ use, journey: { circumstances } }) => {
    await use(way === 'four-digit' ? circumstances.fourDigits : circumstances.decimalsDebited);
    return circumstances.byAmount[way];
  };

const useSecond: UseTransfer = async ({ use, journey: { circumstances } }) => {
  await use(circumstances.secondTransfer);
  return circumstances.toAnother;
};

/** The same around amounts with decimals, below one and of four digits, which a service may round away. */
function debitByAmountCheck(way: keyof Circumstances['byAmount']): ActiveCheck {
  return check(
    'OP14-DEBITED',
    way,
    `a completed wallet transfer (${way}) leaves its sender with less`,
    { circumstance: way },
    async (context) => {
      await allowRefusedAmount(context, async () => {
        await mustBeDebited(context, await useByAmount(way)(context), context.journey.customer.source);
      });
    },
  );
}

const sumAccounts = ({ mainAccount, cashbackAccount }: AccountBalances): Big => new Big(mainAccount).plus(cashbackAccount);

/**
 * The amount of a delayed transfer is settled in the customer's wallet: it is back by the deadline, else that is a question (reading 20). A
 * fee may be kept.
 */
async function mustComeBack(context: CheckContext, transfer: TransferFlow): Promise<void> {
  const { last } = await context.use(transfer.invoice);
  if (validValueAt(last, 'result.status') !== 'COMPLETED' || validValueAt(last, 'result.isDelayed') !== 'true')
    throw notApplicable('the transfer is not delayed');
  const before = requireIdleBalances((await context.use(transfer.before)).balances);
  const after = lastAccounts(await context.use(transfer.after));
  const { amount } = await context.use(transfer.requested);
  context.must.hold(sumAccounts(after).plus(amount).gt(sumAccounts(before)), {
    expected: `more than ${describeBalances(before)} less ${amount} within DMT_PENDING_TIMEOUT_MS`,
    received: describeBalances(after),
    place: 'result.mainAccount',
  });
}

const delayedCheck = (way: string, run: ActiveCheck['run']): ActiveCheck =>
  check('OP11-DELAYED-COMES-BACK', way, `the amount of a delayed transfer (${way}) is back in the wallet`, run);

type Limits = Readonly<Record<string, number>>;

function readLimitsLeft({ reply }: Detail): Limits {
  const limits = validValueAt(reply, 'result.limitLeft');
  const entries = typeof limits === 'object' && limits !== null ? Object.entries(limits) : [];
  return Object.fromEntries(entries.map(([period, left]: [string, unknown]) => [period, Number(left)]));
}

/** The periods that both readings show, with what was left. */
async function findLimitChanges(
  context: CheckContext,
  { usualTransfer, detailAfter }: CustomerJourney,
): Promise<{ period: string; was: number; is: number }[]> {
  await mustBePaidOut(context, usualTransfer);
  const before = readLimitsLeft((await context.use(usualTransfer.before)).detail);
  const after = readLimitsLeft(await context.use(detailAfter));
  const changes = Object.entries(before).flatMap(([period, was]) =>
    after[period] === undefined ? [] : [{ period, was, is: after[period] }],
  );
  if (changes.length === 0) throw notApplicable('the sender has no limits');
  return changes;
}

const pickAboveBalance = ({ journey }: CheckContext): TransferFlow => journey.customer.transferAboveBalance;

const failedCheck = (way: string, options: CheckOptions, run: ActiveCheck['run']): ActiveCheck =>
  check('OP10-FAILED-NOTHING-MOVED', way, `a transfer (${way}) that OP-10 calls FAILED moves no money`, options, run);

const failedCheckOf = (way: string, options: CheckOptions, useTransfer: UseTransfer): ActiveCheck =>
  failedCheck(way, options, async (context) => mustNotMoveWhenFailed(context, await useTransfer(context)));

const failedByAmountCheck = (way: keyof Circumstances['byAmount']): ActiveCheck =>
  failedCheck(way, { circumstance: way }, (context) =>
    allowRefusedAmount(context, async () => mustNotMoveWhenFailed(context, await useByAmount(way)(context))),
  );

export const money: Suite = {
  name: 'Money',
  area: 'Business operations',
  checks: [
    ...Object.entries(journeyBySender).map(([who, pickJourney]) => debitCheck(who, pickJourney)),
    ...(['decimals', 'below-one', 'four-digit'] as const).map(debitByAmountCheck),
    check(
      'OP14-DEBITED',
      'second-beneficiary',
      'a completed wallet transfer to a second beneficiary leaves its sender with less',
      { circumstance: 'several-beneficiaries' },
      async (context) => {
        await mustBeDebited(context, await useSecond(context), context.journey.customer.source);
      },
    ),
    mpinDebitCheck,
    queryFormDebitCheck,
    delayedCheck('usual', (context) => mustComeBack(context, context.journey.customer.usualTransfer)),
    delayedCheck('decimals', (context) =>
      allowRefusedAmount(context, () => mustComeBack(context, context.journey.circumstances.byAmount.decimals)),
    ),
    ...limitRules,
    check('LIMIT-NOT-RAISED', 'usual', 'a completed transfer raises no limit', { operation: 'OP-6' }, async (context) => {
      const raised = (await findLimitChanges(context, context.journey.customer)).filter(({ was, is }) => is > was);
      const received = raised.map(({ period, was, is }) => `${period} ${was} → ${is}`).join(', ');
      context.must.hold(raised.length === 0, { expected: 'no period with more left than before', received, place: 'result.limitLeft' });
    }),
    check('OP9-REFUSED-NOTHING-MOVED', 'above-balance', 'a refused transfer moves no money', async (context) => {
      if (!(await wasRefused(context, pickAboveBalance(context)))) throw notApplicable('OP-9 did not refuse the amount');
      await mustNotHaveMoved(context, pickAboveBalance(context), context.journey.customer.transferAboveBalanceAgain);
    }),
    check('OP10-FAILED-NOTHING-MOVED', 'above-balance', 'a transfer that OP-10 calls FAILED moves no money', async (context) => {
      if (await wasRefused(context, pickAboveBalance(context)))
        throw notApplicable('OP-9 refused the amount, so there is nothing for OP-10 to fail');
      if (requireFinalStatus(await context.use(pickAboveBalance(context).status)) !== 'FAILED')
        throw notApplicable('OP-10 does not call the transfer FAILED');
      await mustNotHaveMoved(context, pickAboveBalance(context), context.journey.customer.transferAboveBalanceAgain);
    }),
    failedQueryFormCheck,
    failedCheckOf('usual', {}, ({ journey }) => journey.customer.usualTransfer),
    ...(['decimals', 'below-one', 'four-digit'] as const).map(failedByAmountCheck),
    failedCheckOf('second-beneficiary', { circumstance: 'several-beneficiaries' }, useSecond),
    failedCheckOf('with-mpin', { circumstance: 'with-mpin' }, useMpinTransfer),
    check('OP9-AMOUNT-ABOVE-BALANCE', 'wallet', 'more than the wallet holds is not paid out', async (context) => {
      const transfer = pickAboveBalance(context);
      if ((await context.use(context.journey.customer.source)) !== 'wallet') throw notApplicable('transfers are not paid from the wallet');
      await context.use(transfer.before);
      if (await wasRefused(context, transfer)) return;
      const status = await context.use(transfer.status);
      if (requireFinalStatus(status) === 'FAILED') return;
      const { last } = await context.use(transfer.invoice);
      const paidOut = valueAt(last, 'result.status') === 'COMPLETED' && valueAt(last, 'result.isDelayed') === 'false';
      context.must.hold(!paidOut, {
        expected: 'a refusal, or FAILED',
        received: 'COMPLETED in OP-11',
        place: formatPlace(last, 'result.status'),
      });
    }),
  ],
};
