import { Big } from 'big.js';
import { apiCodes } from '../../specs/codes.ts';
import { validValueAt, valueAt } from '../../helpers/judge/fields.ts';
import { describeAnswer, formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { findNotServedStop } from '../../helpers/judge/served.ts';
import { isBlockedBy, notApplicable } from '../../helpers/judge/stop.ts';
import { check, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { requireFinalStatus, type PolledStatus } from '../../helpers/journey/transfer/polled-status.ts';
import { wasRefused } from '../support/transfer-outcome.ts';
import { finalStatusRules } from '../rules/final-status.ts';
import { transferDetailRules } from '../rules/transfer-details.ts';
import { transferIdRules } from '../rules/transfer-ids.ts';

/** `PENDING, COMPLETED`: each status once. */
const describeStatuses = ({ readings }: PolledStatus): string =>
  [...new Set(readings.map((reply) => String(valueAt(reply, 'result.status'))))].join(', ');

/** Code 4160 may be for an amount (reading 1), unless the same amount was accepted with the session in the path. */
async function isRefusedForForm({ use, after, journey }: CheckContext, { code }: Reply): Promise<boolean> {
  const { usualTransfer, queryForm } = journey.customer;
  const accepted = await after(usualTransfer.requested);
  return accepted.ok && (code !== apiCodes.validationFailed || new Big(accepted.value.amount).eq(await use(queryForm.amount)));
}

export const fundTransfer: Suite = {
  name: 'Fund transfer',
  area: 'Business operations',
  checks: [
    ...transferDetailRules,
    ...finalStatusRules,
    ...transferIdRules,
    check('OP10-TRANSITIONS-NOT-SHOWN', 'seen', 'the course of a transfer is recorded', async ({ use, observe, journey }) => {
      // A transfer that was made long ago shows only its final status.
      await use(journey.customer.usualTransfer.requested);
      observe(`OP-10 showed ${describeStatuses(await use(journey.customer.usualTransfer.status))}`);
      observe(`OP-11 showed ${describeStatuses(await use(journey.customer.usualTransfer.invoice))}`);
    }),
    check('OP10-FAILED-IS-REJECTED', 'invoice', 'what OP-10 calls FAILED is not COMPLETED in OP-11', async (context) => {
      const { use, journey, observe } = context;
      const { status, invoice } = journey.customer.transferAboveBalance;
      if (await wasRefused(context, journey.customer.transferAboveBalance)) throw notApplicable('OP-9 refused the amount');
      if (requireFinalStatus(await use(status)) !== 'FAILED') throw notApplicable('OP-10 does not call the transfer FAILED');
      const done = await context.after(invoice);
      context.addEvidence(done.evidence.exchanges);
      // The bank got nothing, so there may be no invoice.
      if (!done.ok && isBlockedBy(done.error, 'transfer-failed')) {
        observe('OP-11 shows no invoice of what OP-10 calls FAILED');
        return;
      }
      const { last } = await use(invoice);
      const now = String(validValueAt(last, 'result.status'));
      context.must.hold(now !== 'COMPLETED', {
        expected: 'not COMPLETED',
        received: now,
        place: formatPlace(last, 'result.status'),
        exchange: last.exchange.id,
      });
    }),
    check('OP9-QUERY-FORM', 'served', 'OP-9 is served with the session in the query', { hardest: 'warn' }, async (context) => {
      const { use, observe, journey, must } = context;
      const reply = await use(journey.customer.queryForm.reply);
      const redirected = reply.status !== null && reply.status >= 300 && reply.status < 400;
      observe(`the query form of OP-9 is answered with ${describeAnswer(reply)}`);
      if (redirected) return;
      const stop = findNotServedStop(reply);
      const isForForm = isBlockedBy(stop, 'funds-or-limits') && (await isRefusedForForm(context, reply));
      if (stop?.why.kind === 'violation' || isForForm)
        throw must.answerViolation('HTTP 200 with code 2000, or a redirect to the path form', reply);
      if (stop !== null) throw stop;
    }),
  ],
};
