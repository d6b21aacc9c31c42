import { sameId } from '../../helpers/core/ids.ts';
import { parseRequestBody } from '../../helpers/core/exchange.ts';
import { member } from '../../helpers/core/json.ts';
import { isRefusedCall } from '../../helpers/journey/calls/send-refused-call.ts';
import { describeAnswer, formatPlace } from '../../helpers/judge/reply.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import { blocked } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { refusedCallKey } from '../../helpers/journey/refusals/refusal-list.ts';
import { requestTransfer } from '../../specs/operations.ts';
import { forbiddenTransfers, type ForbiddenTransfer } from '../support/forbidden-calls.ts';
import { allowRefusedAmount } from '../support/refused-amount.ts';
import {
  findRefusedCall,
  compareAround,
  awaitQueryForm,
  mustMoveNothing,
  mustNotFall,
  mustNotRise,
  mustRefuseByKey,
} from '../support/refused-calls.ts';

const transferKey = (way: string, form?: 'query'): string =>
  refusedCallKey({ way, operation: requestTransfer, ...(form !== undefined && { form }) });

/** A beneficiary that OP-6 lists as active after the calls was activated by something else, maybe before it was paid. */
async function mustStayInactive(context: CheckContext, key: string): Promise<void> {
  const sent = await context.use(findRefusedCall(context, key));
  const closed = await context.after(context.journey.refusals.groupOf(key).closingDetail);
  if (isRefusedCall(sent) || !closed.ok) return;
  const to = member(parseRequestBody(sent.reply.exchange), 'to');
  const paid = closed.value.beneficiaries.find(({ beneficiaryId }) => sameId(beneficiaryId, String(to)));
  if (paid?.status === 'true')
    throw blocked('sender-in-use', 'OP-6 lists the beneficiary as active: something else activated it', 'environment');
}

const refusalCheck = ({ clause, way, title, form, circumstance, whileInactive }: ForbiddenTransfer): ActiveCheck => {
  const id = form === undefined ? way : `${way}-${form}`;
  const options = { operation: 'OP-9', form: form ?? 'path', ...(circumstance !== undefined && { circumstance }) } as const;
  return check(clause, id, title, options, async (context) => {
    await awaitQueryForm(context, form);
    const key = transferKey(way, form);
    if (whileInactive === true) await mustStayInactive(context, key);
    await mustRefuseByKey(context, key, 'a refusal, or FAILED in OP-10');
  });
};

const negativeAmountCheck = (form?: 'query'): ActiveCheck => {
  const [id, where] = form === undefined ? ['minus-the-usual', ''] : [`minus-the-usual-${form}`, ' in the query form'];
  const title = `a negative amount${where} credits no account`;
  return check('OP9-NEGATIVE-AMOUNT', id, title, { operation: 'OP-9', ...(form !== undefined && { form }) }, async (context) => {
    await awaitQueryForm(context, form);
    const key = transferKey('negative-amount', form);
    const { reply, transferStatus } = await context.use(findRefusedCall(context, key));
    context.observe(
      `a negative amount is answered with ${describeAnswer(reply)}${transferStatus === null ? '' : `, and ${transferStatus} in OP-10`}`,
    );
    await mustNotRise(context, compareAround(context, key), reply);
  });
};

export const refusedTransfers: Suite = {
  name: 'Refused transfers',
  area: 'Business operations',
  checks: [
    ...forbiddenTransfers.map(refusalCheck),
    check(
      'OP9-FOREIGN-SENDER',
      'balance-of-another',
      'a transfer of one sender lowers no balance of another',
      { operation: 'OP-9' },
      async (context) => {
        const { reply } = await context.use(findRefusedCall(context, transferKey('foreign-sender')));
        const { foreignBalances: balances, foreignBalancesAgain: again } = context.journey.refusals;
        await mustNotFall(context, { balances, again }, reply, ' to another sender');
      },
    ),
    check(
      'OP9-AMOUNT-ABOVE-LIMIT',
      'above-limit',
      'an amount above every limit is not paid out',
      { operation: 'OP-9' },
      async (context) => {
        const tried = await context.use(findRefusedCall(context, transferKey('above-limit')));
        mustBeReadable(tried.reply);
        const place = formatPlace(tried.reply);
        context.must.hold(tried.invoiceStatus !== 'COMPLETED', {
          expected: 'a refusal, or FAILED',
          received: 'COMPLETED in OP-11',
          place,
          exchange: tried.reply.exchange.id,
        });
      },
    ),
    negativeAmountCheck(),
    negativeAmountCheck('query'),
    check('OP9-REFUSED-NOTHING-MOVED', 'refused-calls', 'refused transfers move no money', { operation: 'OP-9' }, (context) =>
      mustMoveNothing(context, 'refused'),
    ),
    check('OP10-FAILED-NOTHING-MOVED', 'refused-calls', 'calls that OP-10 calls FAILED move no money', (context) =>
      mustMoveNothing(context, 'failed'),
    ),
    check('OP9-BALANCE-SESSION', 'seen', 'a transfer under the session of the balance query is refused', { operation: 'OP-9' }, (context) =>
      mustRefuseByKey(context, transferKey('balance-session'), 'a refusal, or FAILED in OP-10'),
    ),
    check('OP9-ODD-AMOUNT', 'below-one', 'what an amount below one leads to is recorded', { operation: 'OP-9' }, async (context) => {
      const { amount } = await allowRefusedAmount(context, () =>
        context.use(context.journey.circumstances.byAmount['below-one'].requested),
      );
      context.observe(`an amount of ${amount} is accepted`);
    }),
  ],
};
