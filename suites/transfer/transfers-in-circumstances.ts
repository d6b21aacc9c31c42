import { Big } from 'big.js';
import { describeAnswer, formatPlace } from '../../helpers/judge/reply.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import { describeBalances, hasFallen, mayHideFall, showReadings } from '../../helpers/journey/transfer/balance.ts';
import { isBlockedBy, notApplicable } from '../../helpers/judge/stop.ts';
import { check, type Suite } from '../../helpers/runner/check.ts';
import { useEmptiedAtOnce } from '../support/transfer-outcome.ts';
import { mustRefuseTried } from '../support/refused-calls.ts';

const refusal = 'a refusal, or FAILED in OP-10';

/** Transfers that only a certain situation shows (specs/circumstances.ts). */
export const transfersInCircumstances: Suite = {
  name: 'Transfers in circumstances',
  area: 'Business operations',
  checks: [
    check(
      'OP9-INACTIVE-BENEFICIARY',
      'switched-off',
      'a beneficiary switched off after it was active is not paid',
      { circumstance: 'switched-off' },
      async (context) => {
        const { switchedOffPaid, activatedAmongSeveral } = context.journey.circumstances;
        await mustRefuseTried(context, { result: switchedOffPaid, control: activatedAmongSeveral }, refusal);
      },
    ),
    check(
      'OP9-SERVED',
      'several-transfers',
      'OP-9 is served to a sender that has paid before',
      { circumstance: 'several-transfers' },
      async ({ use, journey }) => {
        await use(journey.circumstances.secondTransfer);
      },
    ),
    check('OP9-SERVED', 'decimals', 'OP-9 is served for an amount with decimals', { circumstance: 'decimals' }, async (context) => {
      const { circumstances, newCustomer } = context.journey;
      const { requested } = circumstances.byAmount.decimals;
      const asked = await context.after(requested);
      // The amount is a number that may have decimals. A service may have a reason to pay none, such as a limit (reading 20).
      // It may also let no new sender pay.
      if (!asked.ok && isBlockedBy(asked.error, 'funds-or-limits') && (await context.after(newCustomer.usualTransfer.requested)).ok)
        throw context.must.violation({
          expected: 'HTTP 200 with code 2000, as for whole amounts',
          received: asked.error.why.reason,
          place: null,
          exchange: null,
          atMost: 'warn',
        });
      await context.use(requested);
    }),
    check('OP9-SERVED', 'bank', 'OP-9 is served where OP-8 named bank', { circumstance: 'bank' }, async ({ use, journey }) => {
      await use(journey.circumstances.bankTransfer);
    }),
    check(
      'OP9-RACE-OVERSPEND',
      'whole-balance',
      'two transfers at once of the whole balance are not both paid out',
      { circumstance: 'two-at-once' },
      async (context) => {
        const { was, left, together, refused } = await useEmptiedAtOnce(context);
        if (refused.invoiceStatus === 'COMPLETED') throw notApplicable('the service lets a single transfer overdraw the wallet too');
        const paid = together.reduce((sum, { amount }) => sum.plus(amount), new Big(0));
        const [last] = together.slice(-1);
        // Whatever was answered, both were debited. A fee is less than an amount.
        context.must.hold(left.mainAccount > -was.mainAccount, {
          expected: `no more taken than ${describeBalances(was)}`,
          received: describeBalances(left),
          ...showReadings(was, left),
        });
        if (last === undefined) throw notApplicable('no such transfer was paid out');
        context.must.hold(paid.lte(new Big(was.mainAccount).plus(Math.max(was.cashbackAccount, 0))), {
          expected: `no more paid out than ${describeBalances(was)}`,
          received: `${together.length} transfers of ${last.amount} paid out`,
          place: formatPlace(last.reply),
          exchange: last.reply.exchange.id,
        });
      },
    ),
    check(
      'OP14-DEBITED',
      'emptied',
      'a wallet of which the whole balance was paid out holds less',
      { circumstance: 'emptied' },
      async ({ use, journey, must }) => {
        const { was, left, together, waitedWhole } = await use(journey.circumstances.emptying);
        const [paid] = together ?? [];
        if (paid === undefined) throw notApplicable('no transfer of the whole balance was paid out');
        if (!hasFallen(was, left) && !waitedWhole)
          throw notApplicable('a debit of another transfer was waited for in vain, which left little time for this one');
        must.hold(hasFallen(was, left), {
          expected: `less than ${describeBalances(was)} within DMT_PENDING_TIMEOUT_MS`,
          received: describeBalances(left),
          ...showReadings(was, left, paid.reply.exchange.id),
          place: formatPlace(paid.reply),
          atMost: mayHideFall(was, left, paid.amount) ? 'warn' : undefined,
        });
      },
    ),
    check(
      'OP9-AMOUNT-ABOVE-BALANCE',
      'emptied',
      'an emptied wallet pays no more',
      { circumstance: 'emptied' },
      async ({ use, journey, must, observe }) => {
        const { refused, left, hasRisen } = await use(journey.circumstances.emptiedWallet);
        mustBeReadable(refused.reply);
        observe(
          `more than an emptied wallet holds is answered with ${describeAnswer(refused.reply)}, and leaves ${describeBalances(left)}`,
        );
        if (hasRisen) throw notApplicable('money came into the emptied wallet meanwhile');
        must.hold(refused.invoiceStatus !== 'COMPLETED', {
          expected: 'a refusal, or FAILED',
          received: 'COMPLETED in OP-11',
          place: formatPlace(refused.reply),
          exchange: refused.reply.exchange.id,
        });
      },
    ),
  ],
};
