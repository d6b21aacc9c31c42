import { idAt, sure, sureId } from '../helpers/judge/fields.ts';
import { sameId } from '../helpers/core/same-id.ts';
import { mustAnswer, mustHold } from '../helpers/judge/must.ts';
import { outcomeOf, placeOf } from '../helpers/judge/reply.ts';
import { mustBeReadable, mustServe } from '../helpers/judge/served.ts';
import { blocked, notApplicable } from '../helpers/judge/stop.ts';
import { check, type Suite } from '../helpers/runner/check.ts';
import { transactionStatus } from '../specs/operations.ts';

export const repeats: Suite = {
  name: 'Repeated transfers',
  area: 'Business operations',
  checks: [
    check(
      {
        id: 'OP9-SAME-CORRELATION-ID~same-request',
        clause: 'OP9-SAME-CORRELATION-ID',
        title: 'a transfer asked for again under its correlationId yields no second invoice',
        needs: 'sender',
      },
      async ({ use, observe, world }) => {
        const { first, again } = await use(world.customer.repeat);
        mustBeReadable(again);
        observe(`a transfer asked for again is answered with ${outcomeOf(again)}`);
        if (again.code !== 2000) return;
        sure(again, 'result.invoiceId');
        const second = idAt(again, 'result.invoiceId') ?? '';
        const place = placeOf(again, 'result.invoiceId');
        mustHold(
          'OP9-SAME-CORRELATION-ID',
          sameId(first.invoiceId, second),
          `a refusal, or invoice ${first.invoiceId}`,
          second,
          place,
          again.exchange.id,
        );
      },
    ),
    check(
      {
        id: 'OP10-SAME-CORRELATION-ID~same-request',
        clause: 'OP10-SAME-CORRELATION-ID',
        title: 'OP-10 answers for one of two transfers under one correlationId',
        needs: 'sender',
      },
      async ({ use, world }) => {
        const { first, again, status } = await use(world.customer.repeat);
        mustBeReadable(again);
        if (again.code !== 2000) throw notApplicable('OP-9 refused the second request');
        mustServe(status);
        const once = await use(world.customer.usual.status);
        if (!sameId(sureId(once.last, 'result.invoiceId'), first.invoiceId))
          throw blocked('OP10-INVOICE-AGREES', 'OP-10 answered for another invoice before it was asked twice', 'service');
        sure(status, 'result.invoiceId');
        const found = idAt(status, 'result.invoiceId') ?? '';
        const own = [first.invoiceId, idAt(again, 'result.invoiceId') ?? ''];
        const place = placeOf(status, 'result.invoiceId');
        mustHold(
          'OP10-SAME-CORRELATION-ID',
          own.some((id) => sameId(id, found)),
          `invoice ${own.join(' or ')}`,
          found,
          place,
          status.exchange.id,
        );
      },
    ),
    check(
      {
        id: 'OP10-STATUS-CHECK-TYPE~sent',
        clause: 'OP10-STATUS-CHECK-TYPE',
        title: 'OP-10 takes a statusCheckType beside what is documented',
        needs: 'sender',
      },
      async ({ use, probe, world }) => {
        const { subAgentTagId } = await use(world.customer.sender);
        await use(world.customer.usual.status);
        const correlationId = await use(world.customer.usual.correlationId);
        // Its values are not shown.
        const query = { subAgentTagId, statusCheckType: 'status' };
        const reply = await probe(transactionStatus, { path: { correlationId }, query });
        mustBeReadable(reply);
        mustAnswer('OP10-STATUS-CHECK-TYPE', reply.code === 2000, 'HTTP 200 with code 2000', reply);
      },
    ),
  ],
};
