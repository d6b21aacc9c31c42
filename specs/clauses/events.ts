import type { ClauseSection } from '../clause.ts';

export const eventSections = [
  {
    section: 'Events',
    operation: 'CALLBACK',
    clauses: {
      'CALLBACK-SENT': {
        certainty: 'stated',
        text: 'When an eKYC onboarding of OP-16 has ended, its result is sent to the callback address of the partner.',
      },
      'CALLBACK-METHOD': { certainty: 'stated', text: 'A callback is a POST.' },
      'CALLBACK-MEDIA-TYPE': { certainty: 'stated', text: 'A callback is sent as JSON.' },
      'CALLBACK-ENVELOPE': { certainty: 'stated', text: 'The body of a callback is one JSON object in the response envelope.' },
      'CALLBACK-CODE': { certainty: 'stated', text: 'A callback of a successful onboarding has status code 2000.' },
      'CALLBACK-TAG-AGREES': { certainty: 'implied', text: 'The `tagId` a callback carries is the one OP-4 gives for that user.' },
      'CALLBACK-REQUEST-AGREES': {
        certainty: 'implied',
        text: 'Mobile, user type and `subAgentTag` of a callback are those of the OP-16 request.',
      },
      'CALLBACK-AFTER-COMPLETION': {
        certainty: 'implied',
        text: 'A callback reports the end of a process, so none comes before it has ended.',
      },
      'CALLBACK-CONSISTENT': {
        certainty: 'exemplified',
        text: 'Callbacks of one process do not say both that it succeeded and that it failed.',
      },
      'CALLBACK-USER-NAME-AGREES': { certainty: 'exemplified', text: '`userName` of a callback is the name sent with OP-16.' },
      'CALLBACK-ONBOARDING-DATE-NEAR': {
        certainty: 'exemplified',
        text: '`onboardingDate` of a callback is the time at which the process was completed, in any time zone.',
      },
      'CALLBACK-CUSTOMER-ONBOARDING-STATUS': { certainty: 'stated', text: '`onboardingStatus` of a customer callback is text.' },
      'CALLBACK-CUSTOMER-ONBOARDING-REMARK': { certainty: 'stated', text: '`onboardingRemark` of a customer callback is text.' },
      'CALLBACK-CUSTOMER-SENDER-ID': { certainty: 'stated', text: '`senderId` of a customer callback is text holding a UUID.' },
      'CALLBACK-CUSTOMER-MOBILE': { certainty: 'stated', text: '`mobile` of a customer callback is a number.' },
      'CALLBACK-CUSTOMER-ACTION': { certainty: 'stated', text: '`action` of a customer callback is text.' },
      'CALLBACK-CUSTOMER-AGENT-NAME': { certainty: 'stated', text: '`agentName` of a customer callback is text.' },
      'CALLBACK-CUSTOMER-USER-TYPE': { certainty: 'stated', text: '`userType` of a customer callback is `customer`.' },
      'CALLBACK-CUSTOMER-USER-NAME': { certainty: 'stated', text: '`userName` of a customer callback is text.' },
      'CALLBACK-CUSTOMER-USER-ONBOARDING-STATUS': { certainty: 'stated', text: '`userOnboardingStatus` of a customer callback is text.' },
      'CALLBACK-CUSTOMER-ONBOARDING-DATE': {
        certainty: 'stated',
        text: '`onboardingDate` of a customer callback is a real date and time written `YYYY-MM-DD HH:mm:ss`.',
      },
      'CALLBACK-CUSTOMER-SUB-AGENT-TAG': { certainty: 'stated', text: '`subAgentTag` of a customer callback is text holding a UUID.' },
      'CALLBACK-SUB-AGENT-ONBOARDING-STATUS': { certainty: 'stated', text: '`onboardingStatus` of a sub-agent callback is text.' },
      'CALLBACK-SUB-AGENT-ONBOARDING-REMARK': { certainty: 'stated', text: '`onboardingRemark` of a sub-agent callback is text.' },
      'CALLBACK-SUB-AGENT-SUB-AGENT-ID': { certainty: 'stated', text: '`subAgentId` of a sub-agent callback is text holding a UUID.' },
      'CALLBACK-SUB-AGENT-PARTNER-NAME': { certainty: 'stated', text: '`partnerName` of a sub-agent callback is text.' },
      'CALLBACK-SUB-AGENT-MOBILE': { certainty: 'stated', text: '`mobile` of a sub-agent callback is a number.' },
      'CALLBACK-SUB-AGENT-ACTION': { certainty: 'stated', text: '`action` of a sub-agent callback is text.' },
      'CALLBACK-SUB-AGENT-USER-TYPE': { certainty: 'stated', text: '`userType` of a sub-agent callback is `subAgent`.' },
      'CALLBACK-SUB-AGENT-USER-NAME': { certainty: 'stated', text: '`userName` of a sub-agent callback is text.' },
      'CALLBACK-SUB-AGENT-USER-ONBOARDING-STATUS': { certainty: 'stated', text: '`userOnboardingStatus` of a sub-agent callback is text.' },
      'CALLBACK-SUB-AGENT-ONBOARDING-DATE': {
        certainty: 'stated',
        text: '`onboardingDate` of a sub-agent callback is a real date and time written `YYYY-MM-DD HH:mm:ss`.',
      },
      'CALLBACK-REGISTRATION-NOT-SHOWN': {
        certainty: 'silent',
        text: 'How the partner registers its callback address with the operator is left open.',
      },
      'CALLBACK-SIGNING-NOT-SHOWN': { certainty: 'silent', text: 'Whether callbacks are signed is left open.' },
      'CALLBACK-DELIVERY-NOT-SHOWN': {
        certainty: 'silent',
        text: 'Retries and delivery guarantees are left open: a callback may come late or twice.',
      },
    },
  },
] as const satisfies readonly ClauseSection[];
