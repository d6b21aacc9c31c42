import { documentedCall } from '../../specs/documented-call.ts';
import type { OperationId } from '../../specs/operation.ts';
import { activateBeneficiary, senderBalance } from '../../specs/operations.ts';
import { sameId } from '../../helpers/core/ids.ts';
import type { Beneficiaries } from '../../helpers/journey/beneficiary/beneficiary.ts';
import { useInactive, useToActivate } from '../../helpers/journey/beneficiary/inactive.ts';
import { mustDiffer } from '../../helpers/journey/refusals/refusal-list.ts';
import { markBalanceRead, type Sender } from '../../helpers/journey/sender/sender.ts';
import type { ForeignWay } from '../../helpers/journey/second-agent/foreign-replies.ts';
import type { Reply } from '../../helpers/judge/reply.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';

/** A list that is read meanwhile would not show what it may show, so the call waits for its turn. */
export const switchInTurn = ({ probe, journey }: CheckContext, sender: Sender, id: string, form: 'true' | 'false'): Promise<Reply> =>
  journey.inTurn(sender.person, () =>
    probe(activateBeneficiary, { ...documentedCall(activateBeneficiary, form, { ...sender, id }), priority: true }),
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

export interface OneForeignId {
  readonly way: string;
  readonly operation: OperationId;
  readonly title: string;
  /** The reply, as the journey names it. */
  readonly from: ForeignWay;
  readonly id: string;
}

/** All else is the second agent's own, so the service must look at this id to refuse. */
export const oneForeignId: readonly OneForeignId[] = [
  {
    way: 'foreign-session-OP-14',
    operation: 'OP-14',
    title: "OP-14 of an own sender with another agent's session is refused",
    from: 'own-sender',
    id: 'OP-14-foreign-session',
  },
  {
    way: 'foreign-payer-OP-9',
    operation: 'OP-9',
    title: "OP-9 with an own session from another agent's sender is refused",
    from: 'its-own-sub-agent',
    id: 'OP-9-mixed',
  },
  {
    way: 'foreign-beneficiary-OP-13',
    operation: 'OP-13',
    title: "OP-13 of an own sender with another agent's beneficiary is refused",
    from: 'own-sender',
    id: 'OP-13-foreign-beneficiary',
  },
  {
    way: 'foreign-beneficiary-OP-13-false',
    operation: 'OP-13',
    title: "OP-13 (false) of an own sender with another agent's beneficiary is refused",
    from: 'own-sender',
    id: 'OP-13-false-foreign-beneficiary',
  },
];
