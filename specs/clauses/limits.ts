import type { ClauseSection } from '../clause.ts';

export const limitSections = [
  {
    section: 'Limits',
    operation: 'OP-6',
    clauses: {
      'LIMIT-REPORTED': {
        certainty: 'stated',
        text: '`limitLeft` tells per period (for example `MONTHLY`) what may still be sent; the balance answer has `limits` and `counters`.',
      },
      'LIMIT-FALLS': { certainty: 'exemplified', text: 'After a completed transfer some period of `limitLeft` is lower than before.' },
      'LIMIT-NOT-RAISED': { certainty: 'implied', text: 'After a completed transfer no period of `limitLeft` is higher than before.' },
      'OP16-EXPIRES-IN-FUTURE': { operation: 'OP-16', certainty: 'implied', text: '`expire_on` of a new eKYC request lies in the future.' },
      'OP16-URL-EXPIRES': {
        operation: 'OP-16',
        certainty: 'stated',
        cannotBeTried: 'the address outlives any run, and its time names no zone',
        text: 'The eKYC address expires at `expire_on`.',
      },
      'RATE-LIMITS-NOT-SHOWN': { operation: 'ENVELOPE', certainty: 'silent', text: 'Rate limits are left open.' },
      'AMOUNT-BOUNDS-NOT-SHOWN': { operation: 'OP-9', certainty: 'silent', text: 'The least and the greatest amount are left open.' },
      'PAYLOAD-SIZES-NOT-SHOWN': { operation: 'ENVELOPE', certainty: 'silent', text: 'The greatest payload size is left open.' },
      'OTP-VALIDITY-NOT-SHOWN': { operation: 'OP-3', certainty: 'silent', text: 'How long an OTP is valid is left open.' },
      'TOKEN-LIFETIME-NOT-SHOWN': { operation: 'TOKEN', certainty: 'silent', text: 'How long a token lives is left open.' },
    },
  },
] as const satisfies readonly ClauseSection[];
