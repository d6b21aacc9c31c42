import type { ClauseSection } from '../clause.ts';

export const errorSections = [
  {
    section: 'HTTP status codes',
    operation: 'ENVELOPE',
    clauses: {
      'HTTP-200': { certainty: 'stated', text: 'HTTP 200 answers a call that was executed, whatever its API response code says.' },
      'HTTP-400': { certainty: 'stated', text: 'A payload that is not syntactically JSON is HTTP 400.' },
      'HTTP-401': { operation: 'AUTH', certainty: 'stated', text: 'HTTP 401 says that the user is not authenticated.' },
      'HTTP-403': {
        operation: 'AUTH',
        certainty: 'exemplified',
        text: 'HTTP 403 says that the user is authenticated but has no right to the resource.',
      },
      'HTTP-415': { certainty: 'stated', text: 'GET where POST is required, or the reverse, is HTTP 415.' },
      'HTTP-LISTED': {
        certainty: 'exemplified',
        text: 'A business operation answers with none but the five listed statuses: 200, 400, 401, 403, 415.',
      },
      'HTTP-NO-5XX': { certainty: 'implied', text: 'No input to a business operation is answered with a server error.' },
      'HTTP-ANSWERED': {
        certainty: 'implied',
        byCampaigns: true,
        text: 'Every request to a business operation is answered, whatever is odd about it.',
      },
      'HTTP-UNKNOWN-VERB': { certainty: 'exemplified', text: 'A verb HTTP does not know is answered with a listed status, not 501.' },
      'HTTP-OTHER-VERBS': { certainty: 'silent', text: 'What verbs besides GET and POST, or a wrong verb on OP-12, lead to is left open.' },
      'HTTP-REFUSAL-ORDER': { certainty: 'silent', text: 'Which of several refusals comes first (401 or 415, say) is left open.' },
      'HTTP-ENCODINGS': {
        certainty: 'silent',
        byCampaigns: true,
        text: 'Other encodings and media types of requests, and byte order marks, are left open.',
      },
    },
  },
  {
    section: 'API response codes (`status.code`)',
    operation: 'ENVELOPE',
    clauses: {
      'CODE-ONLY-WITH-200': { certainty: 'stated', text: '`status.code` has a value with HTTP 200 alone.' },
      'CODE-LISTED': { certainty: 'stated', text: '`status.code` is one of 2000, 4000, 4001, 4040, 4160, 4170.' },
      'CODE-2000': { certainty: 'stated', text: 'Code 2000 comes with the result of the operation.' },
      'CODE-4000': {
        certainty: 'stated',
        cannotBeTried: 'nothing a caller sends brings about a system failure',
        text: 'Code 4000 says that the system failed, not the caller.',
      },
      'CODE-4001': {
        certainty: 'exemplified',
        text: 'An action the user is not authorized for is code 4001 (or HTTP 403), not another refusal.',
      },
      'CODE-4040': { certainty: 'exemplified', text: 'A call that finds nothing is code 4040, not another refusal.' },
      'CODE-4160': { certainty: 'exemplified', text: 'A user who fails validation is code 4160, not another refusal.' },
      'CODE-4170': {
        certainty: 'stated',
        guards: 'consent',
        text: 'A wrong OTP or MPIN is HTTP 200 with code 4170, wherever one is sent.',
      },
      'REFUSAL-UNKNOWN-SENDER': { certainty: 'implied', text: 'A sender id never issued is refused by every operation that takes one.' },
      'REFUSAL-UNKNOWN-SUB-AGENT': {
        certainty: 'implied',
        text: 'A sub-agent id never issued is refused by every operation that takes one.',
      },
      'REFUSAL-NOTHING-CHANGED': {
        certainty: 'implied',
        text: 'After a refused call, sender detail (sessions aside) and sender balance are what they were.',
      },
      'REFUSAL-SHOWS-NOTHING': {
        certainty: 'implied',
        text: 'A refused call shows nothing of what it asked for: no session, no list, no balance.',
      },
      'ACTUATOR-ERROR-BODIES': {
        operation: 'ACTUATOR',
        certainty: 'silent',
        text: 'What operational answers with 401, 403 or 404 hold is left open.',
      },
      'HTTP-BODY-NOT-SHOWN': {
        certainty: 'silent',
        text: 'The body beside an HTTP status other than 200 is left open, a populated code aside.',
      },
      'CODE-MAPPING-NOT-SHOWN': { certainty: 'silent', text: 'Which operation answers with which codes is left open.' },
    },
  },
] as const satisfies readonly ClauseSection[];
