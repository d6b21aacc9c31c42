import type { ClauseSection } from '../clause.ts';

export const stateSections = [
  {
    section: 'Transaction status (OP-10 and OP-11)',
    operation: 'OP-10',
    clauses: {
      'OP10-COMPLETED-IS-ACCEPTED': {
        certainty: 'stated',
        text: 'COMPLETED in OP-10 means accepted, and no more: how the transfer ended is asked of OP-11.',
      },
      'OP11-COMPLETED-IS-DONE': { operation: 'OP-11', certainty: 'stated', text: 'COMPLETED in OP-11 means that the transaction is done.' },
      'OP10-FAILED-IS-REJECTED': {
        certainty: 'stated',
        text: 'FAILED in OP-10 means rejected by the service itself, for a validation or system exception: the bank got nothing.',
      },
      'OP11-FAILED-IS-FAILED': { operation: 'OP-11', certainty: 'stated', text: 'FAILED in OP-11 means that the transaction failed.' },
      'OP10-FAILED-NOTHING-MOVED': {
        certainty: 'implied',
        guards: 'money',
        text: 'After FAILED in OP-10 the balance of the sender is what it was before the request.',
      },
      'OP10-PENDING-IS-PROCESSING': { certainty: 'stated', text: 'PENDING in OP-10: the transaction is being processed.' },
      'OP11-PENDING-IS-PROCESSING': {
        operation: 'OP-11',
        certainty: 'stated',
        text: 'PENDING in OP-11: the transaction is being processed.',
      },
      'OP10-FINAL-STATUS-KEPT': {
        certainty: 'implied',
        text: 'COMPLETED and FAILED of one request in OP-10 are final: neither changes any more.',
      },
      'OP11-FINAL-STATUS-KEPT': {
        operation: 'OP-11',
        certainty: 'implied',
        text: 'COMPLETED and FAILED of one invoice in OP-11 are final: neither changes any more.',
      },
      'OP10-TRANSITIONS-NOT-SHOWN': { certainty: 'silent', text: 'Which state follows which, and how long PENDING lasts, is left open.' },
    },
  },
  {
    section: 'Onboarding status',
    operation: 'CALLBACK',
    clauses: {
      'CALLBACK-ONBOARDING-STATUS-VALUES': { certainty: 'exemplified', text: '`onboardingStatus` is `COMPLETED`.' },
      'CALLBACK-USER-ONBOARDING-STATUS-VALUES': { certainty: 'exemplified', text: '`userOnboardingStatus` is `COMPLETED`.' },
      'CALLBACK-ACTION-VALUES': { certainty: 'exemplified', text: '`action` is `ONBOARDED`.' },
      'CALLBACK-VALUES-NOT-SHOWN': {
        certainty: 'silent',
        text: 'Other values of `onboardingStatus`, `userOnboardingStatus` and `action` are left open.',
      },
    },
  },
  {
    section: 'Verification scheme and consent',
    operation: 'AUTH',
    clauses: {
      'CONSENT-SCHEME': {
        certainty: 'stated',
        text: 'The scheme of OP-5 and OP-8 names the verification the `Consent` header must carry; consent of that scheme is accepted.',
      },
      'CONSENT-OTP-FORM': {
        certainty: 'stated',
        text: 'Consent by OTP is `OTP <otp> <state>`: the code the sender received, a space, the `state` of OP-3.',
      },
      'CONSENT-MPIN-FORM': {
        certainty: 'ambiguous',
        text: 'With an MPIN, a comma and the MPIN form follow the OTP form: the word MPIN and the value. What sets the two apart is described, not quoted.',
      },
      'CONSENT-NONE-FORM': { certainty: 'stated', text: 'Consent without verification is `NONE`.' },
      'CONSENT-NONE-WHERE-OTP': {
        certainty: 'implied',
        guards: 'consent',
        text: '`NONE` on OP-6, OP-7 or OP-9 is refused where the scheme is OTP.',
      },
      'CONSENT-MISSING': {
        certainty: 'implied',
        guards: 'consent',
        text: 'A call that lists the `Consent` header is refused without one.',
      },
      'CONSENT-MALFORMED': { certainty: 'implied', guards: 'consent', text: 'A `Consent` header in none of the stated forms is refused.' },
      'CONSENT-STATE-UNKNOWN': { certainty: 'implied', guards: 'consent', text: 'A right code with a `state` never issued is refused.' },
      'CONSENT-STATE-OTHER-MOBILE': {
        certainty: 'implied',
        guards: 'consent',
        text: 'A right code with the `state` issued for another mobile is refused.',
      },
      'CONSENT-LOOK-ALIKE-DIGITS': {
        certainty: 'exemplified',
        byCampaigns: true,
        text: 'A code written with other digits than 0 to 9 is not taken for the code that was issued.',
      },
      'CONSENT-WRONG-NO-EFFECT': { certainty: 'implied', guards: 'consent', text: 'A call with a wrong OTP or MPIN has no effect.' },
      'CONSENT-REUSE': { certainty: 'silent', text: 'Whether an OTP serves twice, survives a newer one or a wrong try is left open.' },
      'CONSENT-SPELLING': {
        certainty: 'silent',
        byCampaigns: true,
        text: 'Letter case and additional blanks in the `Consent` header are left open.',
      },
    },
  },
] as const satisfies readonly ClauseSection[];
