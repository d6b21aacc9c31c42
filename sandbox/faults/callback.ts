import type { Fault } from '../catalogue.ts';

/** Onboarding callbacks that are not what the document shows. */
export const callbackFaults: Fault[] = [
  {
    id: 'customer-callback-names-a-sub-agent',
    story: 'The callback of a customer carries its tag as subAgentId.',
    breaks: ['CALLBACK-CUSTOMER-SENDER-ID'],
    callbackTwist: (right, { userType }) => [
      userType === 'customer' ? { ...right, body: right.body.replace('"senderId"', '"subAgentId"') } : right,
    ],
  },
];
