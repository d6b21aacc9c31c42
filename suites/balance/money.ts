import { valueAt } from '../../helpers/judge/fields.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type CheckOptions, type Suite } from '../../helpers/runner/check.ts';
import type { TransferFlow } from '../../helpers/journey/transfer/transfer-plan.ts';
import type { CustomerJourney } from '../../helpers/journey/customer/customer-journey.ts';
import { requireFinalStatus } from '../../helpers/journey/transfer/polled-status.ts';
import { balanceAfterFailed } from '../rules/balances.ts';
import { debitRule } from '../rules/debits.ts';
import { limitRules } from '../rules/limits.ts';
import { othersBalancesRule } from '../rules/others-balances.ts';
import { allowRefusedAmount } from '../support/odd-amount.ts';
import {
  amountWays,
  transferByWay,
  useByAmount,
  useSecond,
  type AmountWay,
  type TransferWay,
  type UseTransfer,
  mustBeDebited,
  mustNotHaveMoved,
  mustNotMoveWhenFailed,
  useMpinTransfer,
} from '../support/debit.ts';
import { failedQueryFormCheck, queryFormDebitCheck } from '../support/query-form-money.ts';
import { wasRefused } from '../support/transfer-outcome.ts';

/** The two senders of a run: the configured customer, and one that the run itself tags. */
const senders = [
  { way: 'customer', name: 'the customer', pickJourney: ({ journey }: CheckContext): CustomerJourney => journey.customer },
  { way: 'new-customer', name: 'a new customer', pickJourney: ({ journey }: CheckContext): CustomerJourney => journey.newCustomer },
] as const;

const debitCheck = ({ way, name, pickJourney }: (typeof senders)[number]): ActiveCheck =>
  check('OP14-DEBITED', way, `a completed wallet transfer leaves ${name} with less`, async (context) => {
    const { usualTransfer, source } = pickJourney(context);
    await mustBeDebited(context, usualTransfer, source);
  });

/** The same around amounts with decimals, below one and of four digits. */
function debitByAmountCheck(way: AmountWay): ActiveCheck {
  return check(
    'OP14-DEBITED',
    way,
    `${transferByWay[way]} that is completed leaves the wallet with less`,
    { circumstance: way },
    async (context) => {
      await allowRefusedAmount(context, async () => {
        await mustBeDebited(context, await useByAmount(way)(context), context.journey.customer.source);
      });
    },
  );
}

const mpinDebitCheck: ActiveCheck = check(
  'OP14-DEBITED',
  'with-mpin',
  'a completed wallet transfer with an MPIN leaves its sender with less',
  { circumstance: 'with-mpin' },
  async (context) => {
    await mustBeDebited(context, await useMpinTransfer(context), context.journey.customer.source);
  },
);

const pickAboveBalance = ({ journey }: CheckContext): TransferFlow => journey.customer.transferAboveBalance;

const failedCheck = (way: TransferWay, options: CheckOptions, run: ActiveCheck['run']): ActiveCheck =>
  check('OP10-FAILED-NOTHING-MOVED', way, `${transferByWay[way]} that OP-10 calls FAILED moves no money`, options, run);

const failedCheckOf = (way: TransferWay, options: CheckOptions, useTransfer: UseTransfer): ActiveCheck =>
  failedCheck(way, options, async (context) => mustNotMoveWhenFailed(context, await useTransfer(context)));

const failedByAmountCheck = (way: AmountWay): ActiveCheck =>
  failedCheck(way, { circumstance: way }, (context) =>
    allowRefusedAmount(context, async () => mustNotMoveWhenFailed(context, await useByAmount(way)(context))),
  );

export const money: Suite = {
  name: 'Money',
  area: 'Business operations',
  checks: [
    ...senders.map(debitCheck),
    ...amountWays.map(debitByAmountCheck),
    check(
      'OP14-DEBITED',
      'second-beneficiary',
      'a completed wallet transfer to a second beneficiary leaves its sender with less',
      { circumstance: 'several-beneficiaries' },
      async (context) => {
        await mustBeDebited(context, await useSecond(context), context.journey.customer.source);
      },
    ),
    check('OP14-DEBITED', 'second-agent', 'a completed wallet transfer of a second agent leaves its sender with less', async (context) => {
      const { otherAgent, customer } = context.journey;
      await mustBeDebited(context, otherAgent.transfer, customer.source);
    }),
    mpinDebitCheck,
    queryFormDebitCheck,
    debitRule,
    othersBalancesRule,
    ...limitRules,
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
    balanceAfterFailed,
    failedCheckOf('usual', {}, ({ journey }) => journey.customer.usualTransfer),
    ...amountWays.map(failedByAmountCheck),
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
        exchange: last.exchange.id,
      });
    }),
  ],
};
