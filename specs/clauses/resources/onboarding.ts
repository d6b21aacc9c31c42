import type { ClauseSection } from '../../clause.ts';

export const onboardingResultSections = [
  {
    section: 'Onboarding status (OP-1 result)',
    operation: 'OP-1',
    clauses: {
      'OP1-RESULT-IS-OLD-USER': { certainty: 'stated', text: '`isOldUser` is the text `true` or `false`.' },
      'OP1-UNKNOWN-IS-NEW': {
        certainty: 'exemplified',
        text: 'A mobile that nobody was tagged with is reported with `isOldUser` `false`.',
      },
      'OP1-TAGGED-IS-OLD': { certainty: 'implied', text: 'A user who has been tagged is reported with `isOldUser` `true`.' },
    },
  },
  {
    section: 'Tag record (OP-4 result)',
    operation: 'OP-4',
    clauses: {
      'OP4-RESULT-TAG-ID': {
        certainty: 'stated',
        text: '`tagId` is text holding a UUID; it serves as `senderId` or `subAgentTagId` elsewhere.',
      },
      'OP4-RESULT-REMARK': { certainty: 'stated', text: '`remark` is text.' },
      'OP4-RESULT-USER-TYPE': { certainty: 'stated', text: '`userType` is text.' },
      'OP4-RESULT-USER-TYPE-VALUES': { certainty: 'stated', text: '`userType` is `customer` or `subAgent`.' },
      'OP4-RESULT-STATUS': { certainty: 'stated', text: '`status` is a real boolean.' },
      'OP4-USER-TYPE-AGREES': { certainty: 'implied', text: 'The `userType` of the record is the one of the call.' },
      'OP4-STATUS-TRUE': { certainty: 'implied', text: '`status` is true for a tag with which calls are served.' },
      'OP4-TAG-KEPT': { certainty: 'implied', text: 'For one agent the same `userType` and mobile yield the same `tagId` each time.' },
    },
  },
  {
    section: 'OTP challenge (OP-3 result)',
    operation: 'OP-3',
    clauses: {
      'OP3-RESULT-STATE': { certainty: 'stated', text: '`state` is text holding a UUID.' },
      'OP3-STATE-IN-CONSENT': {
        certainty: 'stated',
        text: 'The challenge is answered by its `state` and the OTP, both in the `Consent` header.',
      },
      'OP3-STATES-DIFFER': { certainty: 'implied', text: 'Two challenges have different values of `state`.' },
    },
  },
  {
    section: 'Security scheme (OP-5 and OP-8 result)',
    operation: 'OP-5',
    clauses: {
      'OP5-RESULT-SCHEME': { certainty: 'stated', text: '`scheme` of OP-5 is text.' },
      'OP5-RESULT-SCHEME-VALUES': { certainty: 'exemplified', text: '`scheme` of OP-5 is `OTP`.' },
      'OP8-RESULT-SCHEME': { operation: 'OP-8', certainty: 'stated', text: '`scheme` of OP-8 is text.' },
      'OP8-RESULT-SCHEME-VALUES': { operation: 'OP-8', certainty: 'exemplified', text: '`scheme` of OP-8 is `OTP`.' },
    },
  },
] as const satisfies readonly ClauseSection[];
