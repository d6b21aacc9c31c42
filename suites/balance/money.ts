import { sure, valueAt } from '../../helpers/judge/fields.ts';
import { placeOf } from '../../helpers/judge/reply.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { accountsOf, idleAccounts, sameAccounts, type Accounts } from '../../helpers/journey/transfer/balance.ts';
import type { TransferFlow, BalanceSnapshots } from '../../helpers/journey/transfer/transfer-flow.ts';
import type { Detail } from '../../helpers/journey/setup/detail.ts';
import type { CustomerJourney } from '../../helpers/journey/customer/customer-journey.ts';
import { settled } from '../../helpers/journey/transfer/transfer.ts';
import { wasRefused } from '../support/refused-amount.ts';
import { senders } from '../support/senders.ts';

const show = ({ mainAccount, cashbackAccount }: Accounts): string => `mainAccount ${mainAccount}, cashbackAccount ${cashbackAccount}`;

const lastOf = ({ balances }: BalanceSnapshots): Accounts => accountsOf(balances.at(-1) ?? balances[0]);

/** The transfer was paid out for good, so that money has to have left the sender. */
async function paid(context: CheckContext, { status, invoice }: TransferFlow): Promise<void> {
  if (settled(await context.use(status)) === 'FAILED') throw notApplicable('OP-10 calls the transfer FAILED');
  const watched = await context.use(invoice);
  if (settled(watched) === 'FAILED') throw notApplicable('OP-11 calls the transfer FAILED');
  if (sure(watched.last, 'result.isDelayed') === 'true')
    throw notApplicable("the transfer is delayed: its amount is settled in the customer's wallet");
}

function debited(who: string, journeyOf: (context: CheckContext) => CustomerJourney): ActiveCheck {
  return check('OP14-DEBITED', who, `a completed wallet transfer leaves the ${who} with less`, async (context) => {
    const { usualTransfer, source } = journeyOf(context);
    if ((await context.use(source)) !== 'wallet') throw notApplicable('transfers are not paid from the wallet');
    await paid(context, usualTransfer);
    const before = idleAccounts((await context.use(usualTransfer.before)).balances);
    const snapshots = await context.use(usualTransfer.after);
    const after = lastOf(snapshots);
    context.observe(`mainAccount fell by ${(before.mainAccount - after.mainAccount).toFixed(2)} for the usual amount`);
    context.must.hold(after.mainAccount < before.mainAccount, {
      expected: `mainAccount below ${before.mainAccount} within DMT_PENDING_TIMEOUT_MS`,
      received: String(after.mainAccount),
      place: 'result.mainAccount',
    });
  });
}

type Limits = Readonly<Record<string, number>>;

function limitsOf({ reply }: Detail): Limits {
  const limits = sure(reply, 'result.limitLeft');
  const entries = typeof limits === 'object' && limits !== null ? Object.entries(limits) : [];
  return Object.fromEntries(entries.map(([period, left]: [string, unknown]) => [period, Number(left)]));
}

/** The periods known before and after, with what was left. */
async function limitChanges(
  context: CheckContext,
  { usualTransfer, detailAfter }: CustomerJourney,
): Promise<{ period: string; was: number; is: number }[]> {
  await paid(context, usualTransfer);
  const before = limitsOf((await context.use(usualTransfer.before)).detail);
  const after = limitsOf(await context.use(detailAfter));
  const changes = Object.entries(before).flatMap(([period, was]) =>
    after[period] === undefined ? [] : [{ period, was, is: after[period] }],
  );
  if (changes.length === 0) throw notApplicable('the sender has no limits');
  return changes;
}

async function nothingMoved(context: CheckContext, { before, after }: TransferFlow): Promise<void> {
  const was = idleAccounts((await context.use(before)).balances);
  const is = lastOf(await context.use(after));
  context.must.hold(sameAccounts(was, is), { expected: show(was), received: show(is), place: 'OP-14 before and after' });
}

const above = ({ journey }: CheckContext): TransferFlow => journey.customer.transferAboveBalance;

export const money: Suite = {
  name: 'Money',
  area: 'Business operations',
  checks: [
    ...Object.entries(senders).map(([who, journeyOf]) => debited(who, journeyOf)),
    check('LIMIT-FALLS', 'usual', 'a completed transfer uses up some limit', { operation: 'OP-6' }, async (context) => {
      const changes = await limitChanges(context, context.journey.customer);
      const received = changes.map(({ period, was, is }) => `${period} ${was} → ${is}`).join(', ');
      context.must.hold(
        changes.some(({ was, is }) => is < was),
        { expected: 'a period with less left than before', received, place: 'result.limitLeft' },
      );
    }),
    check('LIMIT-NOT-RAISED', 'usual', 'a completed transfer raises no limit', { operation: 'OP-6' }, async (context) => {
      const raised = (await limitChanges(context, context.journey.customer)).filter(({ was, is }) => is > was);
      const received = raised.map(({ period, was, is }) => `${period} ${was} → ${is}`).join(', ');
      context.must.hold(raised.length === 0, { expected: 'no period with more left than before', received, place: 'result.limitLeft' });
    }),
    check('OP9-REFUSED-NOTHING-MOVED', 'above-balance', 'a refused transfer moves no money', async (context) => {
      if (!(await wasRefused(context, above(context)))) throw notApplicable('OP-9 did not refuse the amount');
      await nothingMoved(context, above(context));
    }),
    check('OP10-FAILED-NOTHING-MOVED', 'above-balance', 'a transfer that OP-10 calls FAILED moves no money', async (context) => {
      if (await wasRefused(context, above(context))) throw notApplicable('OP-9 refused the amount, so there is nothing for OP-10 to fail');
      if (settled(await context.use(above(context).status)) !== 'FAILED') throw notApplicable('OP-10 does not call the transfer FAILED');
      await nothingMoved(context, above(context));
    }),
    check('OP10-FAILED-NOTHING-MOVED', 'usual', 'the usual amount, called FAILED by OP-10, moves no money', async (context) => {
      const { usualTransfer } = context.journey.customer;
      if (settled(await context.use(usualTransfer.status)) !== 'FAILED') throw notApplicable('OP-10 does not call the transfer FAILED');
      await nothingMoved(context, usualTransfer);
    }),
    check('OP9-AMOUNT-ABOVE-BALANCE', 'wallet', 'more than the wallet holds is not paid out', async (context) => {
      const transfer = above(context);
      if ((await context.use(context.journey.customer.source)) !== 'wallet') throw notApplicable('transfers are not paid from the wallet');
      await context.use(transfer.before);
      if (await wasRefused(context, transfer)) return;
      const status = await context.use(transfer.status);
      if (settled(status) === 'FAILED') return;
      const { last } = await context.use(transfer.invoice);
      const paidOut = valueAt(last, 'result.status') === 'COMPLETED' && valueAt(last, 'result.isDelayed') === 'false';
      context.must.hold(!paidOut, {
        expected: 'a refusal, or FAILED',
        received: 'COMPLETED in OP-11',
        place: placeOf(last, 'result.status'),
      });
    }),
  ],
};
