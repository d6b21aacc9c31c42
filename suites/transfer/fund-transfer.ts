import { apiCodes } from '../../specs/codes.ts';
import Big from 'big.js';
import { validValueAt, validIdAt, valueAt } from '../../helpers/judge/fields.ts';
import { sameId } from '../../helpers/core/same-id.ts';
import { decimalAt } from '../../helpers/judge/exact-decimal.ts';
import { describeAnswer, formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { findNotServedStop } from '../../helpers/judge/served.ts';
import { isBlockedBy, notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { TransferFlow } from '../../helpers/journey/transfer/transfer-flow.ts';
import { requireFinalStatus, type PolledStatus } from '../../helpers/journey/transfer/transfer.ts';
import { wasRefused } from '../support/refused-amount.ts';
import { allowRefusedAmount } from '../support/odd-amount.ts';
import { journeyBySender } from '../support/senders.ts';

type PickTransfer = (context: CheckContext) => TransferFlow;

const pickUsual: PickTransfer = ({ journey }) => journey.customer.usualTransfer;
const transferByAmount: Readonly<Record<string, PickTransfer>> = {
  usual: pickUsual,
  decimals: ({ journey }) => journey.customer.transferWithDecimals,
  'below-one': ({ journey }) => journey.customer.transferBelowOne,
};

const readAmount = (reply: Reply): Big => {
  validValueAt(reply, 'result.amount');
  return decimalAt(reply.exchange.response?.body.text ?? '', 'result.amount') ?? new Big(0);
};

function amountCheck(way: string, pick: PickTransfer): ActiveCheck {
  return check('OP11-AMOUNT-EXACT', way, `an invoice shows the ${way} amount exactly`, async (context) => {
    const asked = (): Promise<{ amount: string }> => context.use(pick(context).requested);
    const { amount } = way === 'usual' ? await asked() : await allowRefusedAmount(context, asked);
    if (way !== 'usual' && requireFinalStatus(await context.use(pick(context).status)) === 'FAILED') {
      throw notApplicable('OP-10 calls the transfer FAILED, and the document states no bounds of an amount');
    }
    const { last } = await context.use(pick(context).invoice);
    const shown = readAmount(last);
    context.must.hold(shown.eq(amount), { expected: amount, received: shown.toFixed(), place: formatPlace(last, 'result.amount') });
  });
}

function invoiceCheck(way: string, pick: PickTransfer): ActiveCheck {
  return check('OP10-INVOICE-AGREES', way, `OP-10 finds the invoice of the ${way}'s transfer`, async (context) => {
    const { reply } = await context.use(pick(context).requested);
    const { last } = await context.use(pick(context).status);
    const [asked, found] = [validIdAt(reply, 'result.invoiceId'), validIdAt(last, 'result.invoiceId')];
    context.must.hold(sameId(asked, found), { expected: asked, received: found, place: formatPlace(last, 'result.invoiceId') });
  });
}

/** A final status does not change (reading 19). */
async function mustKeepStatus(context: CheckContext, watched: PolledStatus): Promise<void> {
  const final = requireFinalStatus(watched);
  const reply = await watched.readAgain(context);
  if (reply.code !== apiCodes.success) throw notApplicable(`the second read was answered with ${describeAnswer(reply)}`);
  const now = String(validValueAt(reply, 'result.status'));
  if (now === 'PENDING') context.observe(`${reply.operation.id} went back from ${final} to PENDING`);
  else context.must.hold(now === final, { expected: final, received: now, place: formatPlace(reply, 'result.status') });
}

/** `PENDING, COMPLETED`: each status once. */
const describeStatuses = ({ readings }: PolledStatus): string =>
  [...new Set(readings.map((reply) => String(valueAt(reply, 'result.status'))))].join(', ');

export const fundTransfer: Suite = {
  name: 'Fund transfer',
  area: 'Business operations',
  checks: [
    ...Object.entries(journeyBySender).map(([who, pickJourney]) => invoiceCheck(who, (context) => pickJourney(context).usualTransfer)),
    ...Object.entries(transferByAmount).map(([way, pick]) => amountCheck(way, pick)),
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
      for (const id of done.evidence.exchanges) context.evidence.exchanges.add(id);
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
    check('OP10-FINAL-STATUS-KEPT', 'second-look', 'a final status of OP-10 stays', async (context) => {
      const watched = await context.use(pickUsual(context).status);
      await mustKeepStatus(context, watched);
    }),
    check('OP10-FINAL-STATUS-KEPT', 'second-look-at-failed', 'a FAILED of OP-10 stays', async (context) => {
      const { status } = context.journey.customer.transferAboveBalance;
      const done = await context.after(status);
      if (!done.ok && isBlockedBy(done.error, 'funds-or-limits')) throw notApplicable('OP-9 refuses what the wallet does not hold');
      const watched = await context.use(status);
      if (watched.status !== 'FAILED') throw notApplicable('no transfer of this run is FAILED in OP-10');
      await mustKeepStatus(context, watched);
    }),
    check('OP11-FINAL-STATUS-KEPT', 'second-look', 'a final status of OP-11 stays', async (context) => {
      const watched = await context.use(pickUsual(context).invoice);
      await mustKeepStatus(context, watched);
    }),
    check('OP11-BENEFICIARY-NAME-AGREES', 'usual', 'an invoice names the beneficiary as OP-6 lists it', async ({ use, journey, must }) => {
      const { index, detail } = await use(journey.customer.beneficiaries.payee);
      const { last } = await use(journey.customer.usualTransfer.invoice);
      const listed = validValueAt(detail.reply, `result.beneficiaries[${index}].accountHolderName`);
      const named = validValueAt(last, 'result.beneficiaryName');
      const same = String(named).trim().toLowerCase() === String(listed).trim().toLowerCase();
      must.hold(same, { expected: String(listed), received: String(named), place: formatPlace(last, 'result.beneficiaryName') });
    }),
    check(
      'OP9-QUERY-FORM',
      'served',
      'OP-9 is served with the session in the query',
      { hardest: 'warn' },
      async ({ use, observe, journey, must }) => {
        const reply = await use(journey.customer.queryForm);
        const redirected = reply.status !== null && reply.status >= 300 && reply.status < 400;
        observe(`the query form of OP-9 is answered with ${describeAnswer(reply)}`);
        if (redirected) return;
        const stop = findNotServedStop(reply);
        if (stop?.why.kind === 'violation') throw must.answerViolation('HTTP 200 with code 2000, or a redirect to the path form', reply);
        if (stop !== null) throw stop;
      },
    ),
  ],
};
