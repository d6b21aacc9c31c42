import type { ClauseSection } from '../../clause.ts';

export const envelopeSections = [
  {
    section: 'Response envelope (all business endpoints)',
    operation: 'ENVELOPE',
    clauses: {
      'ENVELOPE-BODY': {
        certainty: 'stated',
        text: 'The body of a business answer with HTTP 200 is one JSON object in the envelope structure.',
      },
      'ENVELOPE-STATUS': { certainty: 'stated', text: '`status` is an object.' },
      'ENVELOPE-STATUS-MESSAGE': {
        certainty: 'stated',
        text: '`status.message` is present, and text or null. A text may be a key such as `otp.sent.successfully`.',
      },
      'ENVELOPE-STATUS-CODE': { certainty: 'stated', text: '`status.code` is present and an integer.' },
      'ENVELOPE-RESULT': { certainty: 'stated', text: '`result` is present and an object, an array or null.' },
      'ENVELOPE-RESULT-ON-REFUSAL': { certainty: 'silent', text: 'What `result` holds beside a code other than 2000 is left open.' },
      'ENVELOPE-EXTRA-FIELDS': {
        certainty: 'silent',
        text: 'Fields the document does not know may accompany those it shows, in the envelope and in every result.',
      },
      'NO-LEAK': {
        certainty: 'implied',
        guards: 'leak',
        text: 'No answer holds an OTP, an MPIN, a password or a foreign token outside the fields meant to carry it.',
      },
      'NO-STACK-TRACE': {
        certainty: 'exemplified',
        text: 'No business or token answer shows a stack trace or the class names of the service.',
      },
    },
  },
] as const satisfies readonly ClauseSection[];
