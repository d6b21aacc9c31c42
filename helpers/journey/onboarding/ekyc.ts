import { documentedCall, type DocumentedCall } from '../../../specs/documented-call.ts';
import { ekycOnboarding } from '../../../specs/operations.ts';
import type { Reply } from '../../judge/reply.ts';
import { mustServe } from '../../judge/served.ts';
import { step, type Step } from '../../session/session.ts';
import type { Onboarding } from './onboarding.ts';

/** The fields of OP-16 that only a sub-agent fills; visibly artificial. */
export const subAgentFields = { fatherName: 'Artificial Father', gstInNumber: '22AAAAA0000A1Z5', pan: 'AAAAA0000A' };

export const ekycNames = { subAgent: 'Artificial Agent', customer: 'Artificial Customer' } as const;

export const buildEkycCall = (mobile: string, subAgentTag: string): DocumentedCall =>
  documentedCall(ekycOnboarding, 'customer', {
    name: ekycNames.customer,
    mobile: Number(mobile),
    email: 'customer@dmt-conformance.example',
    subAgentTag,
  });

export interface Ekyc {
  readonly subAgent: Step<Reply>;
  readonly customer: Step<Reply>;
}

/** OP-16 in both variants, with their empty strings (reading 1). */
export function createEkyc(
  open: Step<void>,
  subAgent: Onboarding,
  mobiles: { readonly subAgent: string; readonly customer: string },
): Ekyc {
  return {
    subAgent: step('eKYC request for a sub-agent', async (session) => {
      await session.use(open);
      const who = { name: ekycNames.subAgent, mobile: Number(mobiles.subAgent), email: 'agent@dmt-conformance.example' };
      return mustServe(await session.send(ekycOnboarding, documentedCall(ekycOnboarding, 'subAgent', { ...who, ...subAgentFields })));
    }),
    customer: step('eKYC request for a customer', async (session) => {
      const subAgentTag = await session.use(subAgent.tagId);
      return mustServe(await session.send(ekycOnboarding, buildEkycCall(mobiles.customer, subAgentTag)));
    }),
  };
}
