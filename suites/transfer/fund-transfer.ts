import { apiCodes } from '../../specs/codes.ts';
import Big from 'big.js';
import { sure, sureId, valueAt } from '../../helpers/judge/fields.ts';
import { sameId } from '../../helpers/core/same-id.ts';
import { decimalAt } from '../../helpers/judge/exact-decimal.ts';
import { outcomeOf, placeOf, type Reply } from '../../helpers/judge/reply.ts';
import { notServed } from '../../helpers/judge/served.ts';
import { isBlockedBy, notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { TransferFlow } from '../../helpers/journey/transfer/transfer-flow.ts';
import { settled, type Watched } from '../../helpers/journey/transfer/transfer.ts';
import { wasRefused } from '../support/refused-amount.ts';
import { oddAmount } from '../support/odd-amount.ts';

type Pick = (context: CheckContext) => TransferFlow;

const usual: Pick = ({ journey }) => journey.customer.usualTransfer;
const amounts: Readonly<Record<string, Pick>> = {
  usual,
  decimals: ({ journey }) => journey.customer.transferWithDecimals,
  'below-one': ({ journey }) => journey.customer.transferBelowOne,
};
const senders: Readonly<Record<string, Pick>> = { customer: usual, 'new-customer': ({ journey }) => journey.newCustomer.usualTransfer };

const amountIn = (reply: Reply): Big => {
  sure(reply, 'result.amount');
  return decimalAt(reply.exchange.response?.body.text ?? '', 'result.amount') ?? new Big(0);
};

function amountExact(way: string, pick: Pick): ActiveCheck {
  return check('OP11-AMOUNT-EXACT', way, `an invoice shows the ${way} amount exactly`, async (context) => {
    const asked = (): Promise<{ amount: string }> => context.use(pick(context).requested);
    const { amount } = way === 'usual' ? await asked() : await oddAmount(context, asked);
    if (way !== 'usual' && settled(await context.use(pick(context).status)) === 'FAILED') {
      throw notApplicable('OP-10 calls the transfer FAILED, and the document states no bounds of an amount');
    }
    const { last } = await context.use(pick(context).invoice);
    const shown = amountIn(last);
    context.must.hold(shown.eq(amount), { expected: amount, received: shown.toFixed(), place: placeOf(last, 'result.amount') });
  });
}

function invoiceAgrees(way: string, pick: Pick): ActiveCheck {
  return check('OP10-INVOICE-AGREES', way, `OP-10 finds the invoice of the ${way}'s transfer`, async (context) => {
    const { reply } = await context.use(pick(context).requested);
    const { last } = await context.use(pick(context).status);
    const [asked, found] = [sureId(reply, 'result.invoiceId'), sureId(last, 'result.invoiceId')];
    context.must.hold(sameId(asked, found), { expected: asked, received: found, place: placeOf(last, 'result.invoiceId') });
  });
}

/** A status that is final stays what it is (reading 19). */
async function kept(context: CheckContext, watched: Watched): Promise<void> {
  const final = settled(watched);
  const reply = await watched.look(context);
  if (reply.code !== apiCodes.success) throw notApplicable(`the second look was answered with ${outcomeOf(reply)}`);
  const now = String(sure(reply, 'result.status'));
  if (now === 'PENDING') context.observe(`${reply.operation.id} went back from ${final} to PENDING`);
  else context.must.hold(now === final, { expected: final, received: now, place: placeOf(reply, 'result.status') });
}

/** How the status went: `PENDING, COMPLETED`, each told once. */
const courseOf = ({ readings }: Watched): string =>
  [...new Set(readings.map((reply) => String(valueAt(reply, 'result.status'))))].join(', ');

export const fundTransfer: Suite = {
  name: 'Fund transfer',
  area: 'Business operations',
  checks: [
    ...Object.entries(senders).map(([who, pick]) => invoiceAgrees(who, pick)),
    ...Object.entries(amounts).map(([way, pick]) => amountExact(way, pick)),
    check('OP10-TRANSITIONS-NOT-SHOWN', 'seen', 'the course of a transfer is recorded', async ({ use, observe, journey }) => {
      // Of a transfer that was made long ago only the end is left to see.
      await use(journey.customer.usualTransfer.requested);
      observe(`OP-10 went ${courseOf(await use(journey.customer.usualTransfer.status))}`);
      observe(`OP-11 went ${courseOf(await use(journey.customer.usualTransfer.invoice))}`);
    }),
    check('OP10-FAILED-IS-REJECTED', 'invoice', 'what OP-10 calls FAILED is not COMPLETED in OP-11', async (context) => {
      const { use, journey, observe } = context;
      const { status, invoice } = journey.customer.transferAboveBalance;
      if (await wasRefused(context, journey.customer.transferAboveBalance)) throw notApplicable('OP-9 refused the amount');
      if (settled(await use(status)) !== 'FAILED') throw notApplicable('OP-10 does not call the transfer FAILED');
      const done = await context.after(invoice);
      for (const id of done.evidence.exchanges) context.evidence.exchanges.add(id);
      // Nothing was submitted to the bank, so there may be none.
      if (!done.ok && isBlockedBy(done.error, 'transfer-failed')) {
        observe('OP-11 shows no invoice of what OP-10 calls FAILED');
        return;
      }
      const { last } = await use(invoice);
      const now = String(sure(last, 'result.status'));
      context.must.hold(now !== 'COMPLETED', {
        expected: 'not COMPLETED',
        received: now,
        place: placeOf(last, 'result.status'),
        exchange: last.exchange.id,
      });
    }),
    check('OP10-FINAL-STATUS-KEPT', 'second-look', 'a final status of OP-10 stays', async (context) => {
      const watched = await context.use(usual(context).status);
      await kept(context, watched);
    }),
    check('OP10-FINAL-STATUS-KEPT', 'second-look-at-failed', 'a FAILED of OP-10 stays', async (context) => {
      const { status } = context.journey.customer.transferAboveBalance;
      const done = await context.after(status);
      if (!done.ok && isBlockedBy(done.error, 'funds-or-limits')) throw notApplicable('OP-9 refuses what the wallet does not hold');
      const watched = await context.use(status);
      if (watched.status !== 'FAILED') throw notApplicable('no transfer of this run is FAILED in OP-10');
      await kept(context, watched);
    }),
    check('OP11-FINAL-STATUS-KEPT', 'second-look', 'a final status of OP-11 stays', async (context) => {
      const watched = await context.use(usual(context).invoice);
      await kept(context, watched);
    }),
    check('OP11-BENEFICIARY-NAME-AGREES', 'usual', 'an invoice names the beneficiary as OP-6 lists it', async ({ use, journey, must }) => {
      const { index, detail } = await use(journey.customer.beneficiaries.payee);
      const { last } = await use(journey.customer.usualTransfer.invoice);
      const listed = sure(detail.reply, `result.beneficiaries[${index}].accountHolderName`);
      const named = sure(last, 'result.beneficiaryName');
      const same = String(named).trim().toLowerCase() === String(listed).trim().toLowerCase();
      must.hold(same, { expected: String(listed), received: String(named), place: placeOf(last, 'result.beneficiaryName') });
    }),
    check(
      'OP9-QUERY-FORM',
      'served',
      'OP-9 is served with the session in the query',
      { hardest: 'warn' },
      async ({ use, observe, journey, must }) => {
        const reply = await use(journey.customer.queryForm);
        const redirected = reply.status !== null && reply.status >= 300 && reply.status < 400;
        observe(`the query form of OP-9 is answered with ${outcomeOf(reply)}`);
        if (redirected) return;
        const stop = notServed(reply);
        if (stop?.why.kind === 'violation') throw must.answered('HTTP 200 with code 2000, or a redirect to the path form', reply);
        if (stop !== null) throw stop;
      },
    ),
  ],
};
