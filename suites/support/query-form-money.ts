import {
  describeBalances,
  hasFallen,
  readLastBalances,
  requireIdleBalances,
  showReadings,
} from '../../helpers/journey/transfer/balance.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck } from '../../helpers/runner/check.ts';
import { lastReading } from '../../helpers/session/poll.ts';
import { mustHaveNothingBack } from './debit.ts';
import { mustBePaidOut } from './transfer-outcome.ts';

/** Compares the readings before and after it. Money that comes in meanwhile hides a debit, so only an unchanged balance accuses. */
export const queryFormDebitCheck: ActiveCheck = check(
  'OP14-DEBITED',
  'query-form',
  'a completed wallet transfer in the query form leaves its sender with less',
  async (context) => {
    const { usualTransfer, queryForm, transferAboveBalance, source } = context.journey.customer;
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
export const failedQueryFormCheck: ActiveCheck = check(
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
