import { documentedCall } from '../../specs/documented-call.ts';
import { activateBeneficiary, senderBalance } from '../../specs/operations.ts';
import { sameId } from '../../helpers/core/ids.ts';
import type { Beneficiaries } from '../../helpers/journey/beneficiary/beneficiary.ts';
import { useInactive, useToActivate } from '../../helpers/journey/beneficiary/inactive.ts';
import { mustDiffer } from '../../helpers/journey/refusals/refusal-list.ts';
import { markBalanceRead, type Sender } from '../../helpers/journey/sender/sender.ts';
import type { Reply } from '../../helpers/judge/reply.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';

/** A list that is read meanwhile would not show what it may show, so the call waits for its turn. */
export const switchInTurn = ({ probe, journey }: CheckContext, sender: Sender, id: string, form: 'true' | 'false'): Promise<Reply> =>
  journey.inTurn(sender.person, () =>
    probe(activateBeneficiary, { ...documentedCall(activateBeneficiary, form, { ...sender, id }), awaited: true }),
  );

/** Ids may begin anew for each sender: then this one is the sender's own (reading 21). */
async function useForeign(id: string, { use }: CheckContext, { listed }: Beneficiaries): Promise<string> {
  const { beneficiaries } = await use(listed);
  if (beneficiaries.some(({ beneficiaryId }) => sameId(beneficiaryId, id))) throw notApplicable('the sender has a beneficiary of that id');
  return id;
}

/** Look-ups of another sender's things as if they were the customer's own (readings 16 and 21). */
export const foreignLookups = {
  'OP-13': async (context: CheckContext): Promise<Reply> => {
    const { customer, newCustomer } = context.journey;
    const id = await useToActivate(context, customer.beneficiaries);
    const sender = await context.use(newCustomer.sender);
    return switchInTurn(context, sender, await useForeign(id, context, newCustomer.beneficiaries), 'true');
  },
  'OP-13-false': async (context: CheckContext): Promise<Reply> => {
    const { customer, newCustomer } = context.journey;
    const id = await useInactive(context, customer.beneficiaries);
    const sender = await context.use(newCustomer.sender);
    return switchInTurn(context, sender, await useForeign(id, context, newCustomer.beneficiaries), 'false');
  },
  'OP-14': async (context: CheckContext): Promise<Reply> => {
    const sender = await context.use(context.journey.customer.sender);
    const own = (await context.use(context.journey.customer.usualTransfer.before)).detail;
    const foreign = await context.use(context.journey.foreignDetail);
    const sessionId = mustDiffer(foreign.getBalanceSessionId(context), own.getBalanceSessionId(context));
    // A session that serves once may be used up by this look too.
    markBalanceRead(context.journey, await context.use(context.journey.newCustomer.sender), foreign);
    return context.probe(senderBalance, documentedCall(senderBalance, 'only', { ...sender, sessionId }));
  },
} as const;
