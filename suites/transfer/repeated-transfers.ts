import { apiCodes, isCertainRefusal } from '../../specs/codes.ts';
import { idAt, validValueAt, validIdAt } from '../../helpers/judge/fields.ts';
import { sameId } from '../../helpers/core/ids.ts';
import { describeAnswer, formatPlace } from '../../helpers/judge/reply.ts';
import { mustBeReadable, mustServe } from '../../helpers/judge/served.ts';
import { blocked, notApplicable } from '../../helpers/judge/stop.ts';
import { isFirstInvoice, type Repeated } from '../../helpers/journey/customer/repeat.ts';
import { check, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { mustNotFall, mustNotRise } from '../support/refused-calls.ts';

/** A second request that yields no second invoice costs nothing, and gives nothing back. */
async function mustMoveNothing(context: CheckContext, applies: (repeated: Repeated) => boolean, otherwise: string): Promise<void> {
  const { sent, balances, balancesAgain } = context.journey.customer.repeat;
  const repeated = await context.use(sent);
  mustBeReadable(repeated.again);
  if (!applies(repeated)) throw notApplicable(otherwise);
  const comparison = { balances, again: balancesAgain, paid: repeated.first };
  await mustNotFall(context, comparison, repeated.again);
  await mustNotRise(context, comparison, repeated.again);
}

const isRefused = ({ again: { status, code } }: Repeated): boolean => isCertainRefusal(status, code);

export const repeatedTransfers: Suite = {
  name: 'Repeated transfers',
  area: 'Business operations',
  checks: [
    check(
      'OP9-SAME-CORRELATION-ID',
      'same-request',
      'a transfer asked for again under its correlationId yields no second invoice',
      async ({ use, observe, journey, must }) => {
        const { first, again } = await use(journey.customer.repeat.sent);
        mustBeReadable(again);
        observe(`a transfer asked for again is answered with ${describeAnswer(again)}`);
        if (again.code !== apiCodes.success) return;
        validValueAt(again, 'result.invoiceId');
        const second = idAt(again, 'result.invoiceId') ?? '';
        const place = formatPlace(again, 'result.invoiceId');
        must.hold(sameId(first.invoiceId, second), {
          expected: `a refusal, or invoice ${first.invoiceId}`,
          received: second,
          place,
          exchange: again.exchange.id,
        });
      },
    ),
    check('OP9-SAME-CORRELATION-ID', 'balance', 'a transfer asked for again that yields its first invoice costs nothing more', (context) =>
      mustMoveNothing(context, isFirstInvoice, 'OP-9 did not answer the second request with the first invoice'),
    ),
    check('OP9-REFUSED-NOTHING-MOVED', 'same-request', 'a transfer asked for again and refused moves no money', (context) =>
      mustMoveNothing(context, isRefused, 'OP-9 did not refuse the second request'),
    ),
    check(
      'OP10-SAME-CORRELATION-ID',
      'same-request',
      'OP-10 answers for one of two transfers under one correlationId',
      async ({ use, journey, must }) => {
        const repeated = await use(journey.customer.repeat.sent);
        const { first, again, status } = repeated;
        mustBeReadable(again);
        if (again.code !== apiCodes.success && !isRefused(repeated))
          throw notApplicable('OP-9 neither served nor refused the second request');
        must.answer(status.code !== apiCodes.nothingFound, 'the first or the second transfer', status);
        mustServe(status);
        const once = await use(journey.customer.usualTransfer.status);
        if (!sameId(validIdAt(once.last, 'result.invoiceId'), first.invoiceId))
          throw blocked('OP10-INVOICE-AGREES', 'OP-10 answered for another invoice even before the second request', 'service');
        validValueAt(status, 'result.invoiceId');
        const found = idAt(status, 'result.invoiceId') ?? '';
        const own = [first.invoiceId, idAt(again, 'result.invoiceId') ?? ''];
        const place = formatPlace(status, 'result.invoiceId');
        must.hold(
          own.some((id) => sameId(id, found)),
          { expected: `invoice ${own.join(' or ')}`, received: found, place, exchange: status.exchange.id },
        );
      },
    ),
    check('OP10-STATUS-CHECK-TYPE', 'sent', 'OP-10 accepts an additional statusCheckType', async ({ use, journey, must }) => {
      const reply = await use(journey.circumstances.statusParameter);
      mustBeReadable(reply);
      must.answer(reply.code === apiCodes.success, 'HTTP 200 with code 2000', reply);
    }),
  ],
};
