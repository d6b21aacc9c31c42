import { documentedCall } from '../../specs/documented-call.ts';
import { invoice } from '../../specs/operations.ts';
import { readTransferEnding } from '../../helpers/core/answers.ts';
import { describeBalances, readBalances, requireIdleBalances } from '../../helpers/journey/transfer/balance.ts';
import { idAt } from '../../helpers/judge/fields.ts';
import type { Reply } from '../../helpers/judge/reply.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { mustBePaidOut } from './transfer-outcome.ts';
import { check, type CheckContext } from '../../helpers/runner/check.ts';

/** Before it accuses: a bank may have taken the transfer back since (reading 19). */
async function mustStillBePaidOut({ use, send, journey }: CheckContext, accepted: Reply): Promise<void> {
  const { subAgentTagId } = await use(journey.customer.sender);
  const invoiceId = idAt(accepted, 'result.invoiceId') ?? '';
  const looked = await send(invoice, documentedCall(invoice, 'only', { invoiceId, subAgentTagId }));
  if (readTransferEnding(looked.result) !== 'settled') throw notApplicable('the transfer in the query form is not paid out for good');
}

/** Compares the readings before and after it. Money that comes in meanwhile hides a debit, so only an unchanged balance accuses. */
export const queryFormDebitCheck = check(
  'OP14-DEBITED',
  'query-form',
  'a completed wallet transfer in the query form leaves its sender with less',
  async (context) => {
    const { usualTransfer, queryForm, transferAboveBalance, source } = context.journey.customer;
    if ((await context.use(source)) !== 'wallet') throw notApplicable('transfers are not paid from the wallet');
    await mustBePaidOut(context, queryForm);
    // The money of a transfer that comes back late would make up for this debit.
    await mustBePaidOut(context, usualTransfer);
    const { balances } = await context.use(usualTransfer.after);
    const was = readBalances(balances.at(-1) ?? balances[0]);
    const is = requireIdleBalances((await context.use(transferAboveBalance.before)).balances);
    if (was.mainAccount !== is.mainAccount || was.cashbackAccount !== is.cashbackAccount) return;
    await mustStillBePaidOut(context, await context.use(queryForm.reply));
    context.must.hold(false, {
      expected: `less than ${describeBalances(was)} within DMT_PENDING_TIMEOUT_MS`,
      received: describeBalances(is),
      place: 'result.mainAccount',
    });
  },
);
