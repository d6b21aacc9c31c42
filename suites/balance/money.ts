import {
  describeBalances,
  hasFallen,
  readBalances,
  readLastBalances,
  requireIdleBalances,
  showReadings,
} from '../../helpers/journey/transfer/balance.ts';
import { lastReading } from '../../helpers/session/poll.ts';
import { valueAt } from '../../helpers/judge/fields.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { TransferFlow } from '../../helpers/journey/transfer/transfer-plan.ts';
import type { CustomerJourney } from '../../helpers/journey/customer/customer-journey.ts';
import { requireFinalStatus } from '../../helpers/journey/transfer/polled-status.ts';
import { balanceAfterFailed } from '../rules/balances.ts';
import { bankRule, debitRule } from '../rules/debits.ts';
import { limitRules } from '../rules/limits.ts';
import { othersBalancesRule } from '../rules/others-balances.ts';
import { amountWays, comparedTransferChecks, comparedTransfers } from '../support/compared-transfers.ts';
import { mustBeDebited, mustHaveNothingBack, mustNotHaveMoved, mustNotMoveWhenFailed } from '../support/debit.ts';
import { mustBePaidOut, wasRefused } from '../support/transfer-outcome.ts';

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

const mpinDebitCheck: ActiveCheck = check(
  'OP14-DEBITED',
  'with-mpin',
  'a completed wallet transfer with an MPIN leaves its sender with less',
  { circumstance: 'with-mpin' },
  async (context) => {
    await mustBeDebited(context, await comparedTransfers['with-mpin'].use(context), context.journey.customer.source);
  },
);

const pickAboveBalance = ({ journey }: CheckContext): TransferFlow => journey.customer.transferAboveBalance;

/** Compares the readings before and after it. Money that comes in meanwhile hides a debit, so only an unchanged balance accuses. */
const queryFormDebitCheck: ActiveCheck = check(
  'OP14-DEBITED',
  'query-form',
  'a completed wallet transfer in the query form leaves its sender with less',
  async (context) => {
    const { usualTransfer, queryForm, transferAboveBalance, source, sender } = context.journey.customer;
    // Asked for in this order and at once, so that each comes behind the one before, whichever other check asks for one of them.
    await Promise.all([usualTransfer.after, queryForm.status, transferAboveBalance.before].map((part) => context.after<unknown>(part)));
    if ((await context.use(source)) !== 'wallet') throw notApplicable('transfers are not paid from the wallet');
    await mustBePaidOut(context, queryForm);
    // The money of a transfer that comes back late would make up for this debit.
    await mustBePaidOut(context, usualTransfer);
    const { balances: before } = await context.use(usualTransfer.after);
    const { balances: after } = await context.use(transferAboveBalance.before);
    const { exchange } = await context.use(queryForm.reply);
    if (exchange.startedAt < lastReading(before).exchange.startedAt || exchange.startedAt > lastReading(after).exchange.startedAt)
      throw notApplicable('the balance was not read before it and behind it');
    const was = readLastBalances(before);
    const is = requireIdleBalances(after);
    if (was.mainAccount !== is.mainAccount || was.cashbackAccount !== is.cashbackAccount) return;
    // A copy that lags may show the older balance behind the newer one.
    const { shownBalances } = context.journey.memory.of((await context.use(sender)).person);
    if ([...shownBalances].some(([main, { startedAt }]) => main < was.mainAccount && startedAt > exchange.startedAt)) return;
    if (after.some((reading) => hasFallen(was, readBalances(reading)))) return;
    await mustHaveNothingBack(context, await context.use(usualTransfer.requested));
    context.must.hold(false, {
      expected: `less than ${describeBalances(was)} within DMT_PENDING_TIMEOUT_MS`,
      received: describeBalances(is),
      ...showReadings(was, is, exchange.id),
      place: 'result.mainAccount',
    });
  },
);

/** Something else may have lowered the balance since the transfer before, so what is seen once warns (reading 17). */
const failedQueryFormCheck: ActiveCheck = check(
  'OP10-FAILED-NOTHING-MOVED',
  'query-form',
  'a transfer in the query form that OP-10 calls FAILED moves no money',
  { hardest: 'warn' },
  async ({ use, journey, must }) => {
    await use(journey.customer.usualTransfer.after);
    const { before, after } = await use(journey.customer.queryForm.failedBalances);
    must.hold(!hasFallen(before, after), {
      expected: `no less than ${describeBalances(before)}`,
      received: describeBalances(after),
      ...showReadings(before, after),
    });
  },
);

export const money: Suite = {
  name: 'Money',
  area: 'Business operations',
  checks: [
    ...senders.map(debitCheck),
    ...comparedTransferChecks(
      'OP14-DEBITED',
      [...amountWays, 'third-beneficiary'],
      'that is completed leaves the wallet with less',
      (context, transfer) => mustBeDebited(context, transfer, context.journey.customer.source),
    ),
    check(
      'OP14-DEBITED',
      'second-beneficiary',
      'a completed wallet transfer to a second beneficiary leaves its sender with less',
      { circumstance: 'several-beneficiaries' },
      async (context) => {
        await mustBeDebited(context, await comparedTransfers['second-beneficiary'].use(context), context.journey.customer.source);
      },
    ),
    check('OP14-DEBITED', 'second-agent', 'a completed wallet transfer of a second agent leaves its sender with less', async (context) => {
      const { otherAgent, customer } = context.journey;
      await mustBeDebited(context, otherAgent.transfer, customer.source);
    }),
    mpinDebitCheck,
    queryFormDebitCheck,
    debitRule,
    bankRule,
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
    ...comparedTransferChecks(
      'OP10-FAILED-NOTHING-MOVED',
      ['usual', ...amountWays, 'second-beneficiary', 'with-mpin'],
      'that OP-10 calls FAILED moves no money',
      mustNotMoveWhenFailed,
    ),
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
