import type { ClauseSection } from '../../clause.ts';

export const onboardingEndpointSections = [
  {
    section: 'OP-1 Onboarding status',
    operation: 'OP-1',
    clauses: {
      'OP1-SERVED': {
        certainty: 'stated',
        text: 'GET `/uiObjects/endpoint/v3/onboarding/status/{userType}/{mobile}` is served with 2000.',
      },
      'OP1-PATH-USER-TYPE': { certainty: 'stated', text: '`userType` in the path is `subAgent` or `customer`; both are served.' },
      'OP1-PATH-MOBILE': { certainty: 'stated', text: '`mobile` in the path is the mobile number asked about.' },
      'OP1-RESULT': { certainty: 'stated', text: 'The result is an object with `isOldUser`.' },
    },
  },
  {
    section: 'OP-2 Payment sources',
    operation: 'OP-2',
    clauses: {
      'OP2-SERVED': { certainty: 'stated', text: 'GET `/uiObjects/endpoint/v3/paymentSource` is served with 2000.' },
      'OP2-RESULT': { certainty: 'stated', text: 'The result is an array of texts.' },
      'OP2-RESULT-VALUES': { certainty: 'stated', text: 'The array lists `bank`, `wallet` or both, in that spelling, and nothing else.' },
    },
  },
  {
    section: 'OP-3 Send OTP',
    operation: 'OP-3',
    clauses: {
      'OP3-SERVED': { certainty: 'stated', text: 'POST `/uiObjects/endpoint/v3/security/otp` is served with 2000.' },
      'OP3-PAYLOAD-OBJECT': { certainty: 'stated', text: '`object` in the payload is the mobile number of the sender.' },
      'OP3-OBJECT-FORM': { certainty: 'ambiguous', text: '`object` is accepted as a number, or else as text of digits.' },
      'OP3-RESULT': { certainty: 'stated', text: 'The result is an object with `state`.' },
      'OP3-MESSAGE-KEY': { certainty: 'stated', text: 'On success the message is `otp.sent.successfully`.' },
    },
  },
  {
    section: 'OP-4 Tag a user',
    operation: 'OP-4',
    clauses: {
      'OP4-SERVED': { certainty: 'stated', text: 'POST `/uiObjects/endpoint/v3/user/tag/{userType}/{mobile}` is served with 2000.' },
      'OP4-PATH-USER-TYPE': { certainty: 'stated', text: '`userType` in the path is `subAgent` or `customer`; both are served.' },
      'OP4-PATH-MOBILE': { certainty: 'stated', text: '`mobile` in the path is the mobile the OTP went to.' },
      'OP4-CONSENT': { certainty: 'stated', text: 'The `Consent` header is accepted in the OTP form of OP-3.' },
      'OP4-CONSENT-NONE': { certainty: 'silent', text: 'When `NONE` is accepted in the `Consent` header is left open.' },
      'OP4-NO-PAYLOAD': { certainty: 'stated', text: 'The call has no payload.' },
      'OP4-RESULT': { certainty: 'stated', text: 'The result is a tag record: an object.' },
    },
  },
] as const satisfies readonly ClauseSection[];
