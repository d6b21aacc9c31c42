import Big from 'big.js';
import { sure, sureId, valueAt } from '../../helpers/judge/fields.ts';
import { sameId } from '../../helpers/judge/ids.ts';
import { decimalAt } from '../../helpers/judge/lexeme.ts';
import { outcomeOf, placeOf, type Reply } from '../../helpers/judge/reply.ts';
import { notServed } from '../../helpers/judge/served.ts';
import { isBlockedBy, notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type Stage, type Suite } from '../../helpers/run/check.ts';
import type { Episode } from '../../helpers/run/world/episode.ts';
import { settled, type Watched } from '../../helpers/run/world/transfer.ts';
import { wasRefused } from '../support/refused-amount.ts';
import { oddAmount } from '../support/odd-amount.ts';

type Pick = (stage: Stage) => Episode;

const usual: Pick = ({ world }) => world.customer.usual;
const amounts: Readonly<Record<string, Pick>> = {
  usual,
  decimals: ({ world }) => world.customer.withDecimals,
  'below-one': ({ world }) => world.customer.belowOne,
};
const senders: Readonly<Record<string, Pick>> = { customer: usual, 'new-customer': ({ world }) => world.newcomer.usual };

const amountIn = (reply: Reply): Big => {
  sure(reply, 'result.amount');
  return decimalAt(reply.exchange.response?.body.text ?? '', 'result.amount') ?? new Big(0);
};

function amountExact(way: string, pick: Pick): ActiveCheck {
  return check('OP11-AMOUNT-EXACT', way, `an invoice shows the ${way} amount exactly`, async (stage) => {
    const asked = (): Promise<{ amount: string }> => stage.use(pick(stage).requested);
    const { amount } = way === 'usual' ? await asked() : await oddAmount(stage, asked);
    if (way !== 'usual' && settled(await stage.use(pick(stage).status)) === 'FAILED') {
      throw notApplicable('OP-10 calls the transfer FAILED, and the document states no bounds of an amount');
    }
    const { last } = await stage.use(pick(stage).invoice);
    const shown = amountIn(last);
    stage.must.hold(shown.eq(amount), { expected: amount, received: shown.toFixed(), place: placeOf(last, 'result.amount') });
  });
}

function invoiceAgrees(way: string, pick: Pick): ActiveCheck {
  return check('OP10-INVOICE-AGREES', way, `OP-10 finds the invoice of the ${way}'s transfer`, async (stage) => {
    const { reply } = await stage.use(pick(stage).requested);
    const { last } = await stage.use(pick(stage).status);
    const [asked, found] = [sureId(reply, 'result.invoiceId'), sureId(last, 'result.invoiceId')];
    stage.must.hold(sameId(asked, found), { expected: asked, received: found, place: placeOf(last, 'result.invoiceId') });
  });
}

/** A status that is final stays what it is (reading 19). */
async function kept(stage: Stage, watched: Watched): Promise<void> {
  const final = settled(watched);
  const reply = await watched.look(stage);
  if (reply.code !== 2000) throw notApplicable(`the second look was answered with ${outcomeOf(reply)}`);
  const now = String(sure(reply, 'result.status'));
  if (now === 'PENDING') stage.observe(`${reply.operation.id} went back from ${final} to PENDING`);
  else stage.must.hold(now === final, { expected: final, received: now, place: placeOf(reply, 'result.status') });
}

/** How the status went: `PENDING, COMPLETED`, each told once. */
const courseOf = ({ readings }: Watched): string =>
  [...new Set(readings.map((reply) => String(valueAt(reply, 'result.status'))))].join(', ');

export const transfer: Suite = {
  name: 'Fund transfer',
  area: 'Business operations',
  checks: [
    ...Object.entries(senders).map(([who, pick]) => invoiceAgrees(who, pick)),
    ...Object.entries(amounts).map(([way, pick]) => amountExact(way, pick)),
    check('OP10-TRANSITIONS-NOT-SHOWN', 'seen', 'the course of a transfer is recorded', async ({ use, observe, world }) => {
      // Of a transfer that was made long ago only the end is left to see.
      await use(world.customer.usual.requested);
      observe(`OP-10 went ${courseOf(await use(world.customer.usual.status))}`);
      observe(`OP-11 went ${courseOf(await use(world.customer.usual.invoice))}`);
    }),
    check('OP10-FAILED-IS-REJECTED', 'invoice', 'what OP-10 calls FAILED is not COMPLETED in OP-11', async (stage) => {
      const { use, world, observe } = stage;
      const { status, invoice } = world.customer.aboveBalance;
      if (await wasRefused(stage, world.customer.aboveBalance)) throw notApplicable('OP-9 refused the amount');
      if (settled(await use(status)) !== 'FAILED') throw notApplicable('OP-10 does not call the transfer FAILED');
      const done = await stage.after(invoice);
      for (const id of done.trail.evidence) stage.trail.evidence.add(id);
      // Nothing was submitted to the bank, so there may be none.
      if (!done.ok && isBlockedBy(done.error, 'transfer-failed')) {
        observe('OP-11 shows no invoice of what OP-10 calls FAILED');
        return;
      }
      const { last } = await use(invoice);
      const now = String(sure(last, 'result.status'));
      stage.must.hold(now !== 'COMPLETED', {
        expected: 'not COMPLETED',
        received: now,
        place: placeOf(last, 'result.status'),
        exchange: last.exchange.id,
      });
    }),
    check('OP10-FINAL-STATUS-KEPT', 'second-look', 'a final status of OP-10 stays', async (stage) => {
      const watched = await stage.use(usual(stage).status);
      await kept(stage, watched);
    }),
    check('OP10-FINAL-STATUS-KEPT', 'second-look-at-failed', 'a FAILED of OP-10 stays', async (stage) => {
      const { status } = stage.world.customer.aboveBalance;
      const done = await stage.after(status);
      if (!done.ok && isBlockedBy(done.error, 'funds-or-limits')) throw notApplicable('OP-9 refuses what the wallet does not hold');
      const watched = await stage.use(status);
      if (watched.status !== 'FAILED') throw notApplicable('no transfer of this run is FAILED in OP-10');
      await kept(stage, watched);
    }),
    check('OP11-FINAL-STATUS-KEPT', 'second-look', 'a final status of OP-11 stays', async (stage) => {
      const watched = await stage.use(usual(stage).invoice);
      await kept(stage, watched);
    }),
    check('OP11-BENEFICIARY-NAME-AGREES', 'usual', 'an invoice names the beneficiary as OP-6 lists it', async ({ use, world, must }) => {
      const { index, detail } = await use(world.customer.beneficiaries.payee);
      const { last } = await use(world.customer.usual.invoice);
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
      async ({ use, observe, world, must }) => {
        const reply = await use(world.customer.queryForm);
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
