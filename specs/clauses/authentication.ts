import type { ClauseSection } from '../clause.ts';

export const authenticationSections = [
  {
    section: 'Authentication',
    operation: 'AUTH',
    clauses: {
      'TOKEN-SERVED': {
        operation: 'TOKEN',
        certainty: 'stated',
        text: 'POST `{auth_url}/authserver/oauth/token` with the documented form and right credentials is answered with HTTP 200.',
      },
      'TOKEN-REQUEST-FORM': {
        operation: 'TOKEN',
        certainty: 'stated',
        text: 'The token request is `application/x-www-form-urlencoded` with the form fields `username`, `password` and `grant_type`, the last being `password`.',
      },
      'TOKEN-REQUEST-BASIC': {
        operation: 'TOKEN',
        certainty: 'stated',
        text: 'The token request carries `Authorization: Basic <base64 of client_id:client_password>`.',
      },
      'TOKEN-ACCESS-TOKEN': {
        operation: 'TOKEN',
        certainty: 'implied',
        text: 'The token answer is a JSON object whose `access_token` can be used in a header.',
      },
      'TOKEN-REFUSES-WRONG-CREDENTIALS': {
        operation: 'TOKEN',
        certainty: 'implied',
        guards: 'leak',
        text: 'A wrong or empty password, a wrong client password, an unknown agent or an unknown client never yields a token.',
      },
      'TOKEN-REFUSES-MISSING-BASIC': {
        operation: 'TOKEN',
        certainty: 'implied',
        guards: 'leak',
        text: 'A token request without Basic client credentials never yields a token.',
      },
      'TOKEN-REFUSES-WRONG-GRANT': {
        operation: 'TOKEN',
        certainty: 'implied',
        text: 'A `grant_type` other than `password` never yields a token to these fields.',
      },
      'TOKEN-NO-5XX': {
        operation: 'TOKEN',
        certainty: 'implied',
        text: 'No token request, however wrong, is answered with a server error.',
      },
      'TOKEN-TWO-ENDPOINTS': {
        operation: 'TOKEN',
        certainty: 'stated',
        cannotBeTried: 'a run speaks to one of the two token endpoints; a run on UAT and one on PROD show both',
        text: 'UAT and PROD have a token endpoint each, under an address of its own: {auth_url_uat} and {auth_url_prod}.',
      },
      'TOKEN-FIELDS-NOT-SHOWN': {
        operation: 'TOKEN',
        certainty: 'silent',
        text: 'Fields of the token answer, token lifetime, refresh and scopes are left open.',
      },
      'AUTH-TOKEN-ACCEPTED': {
        certainty: 'stated',
        text: 'A fresh token, sent as `Authorization` with `Bearer <ACCESS_TOKEN>`, is accepted on business calls.',
      },
      'AUTH-REQUEST-TIME': {
        certainty: 'stated',
        text: 'The `request-time` header with the current time in milliseconds is accepted on business calls.',
      },
      'AUTH-REQUEST-TIME-UNUSUAL': {
        certainty: 'silent',
        text: 'What a missing, malformed or distant `request-time` leads to is left open.',
      },
      'AUTH-CONSENT-HEADER': {
        certainty: 'stated',
        text: 'The `Consent` header (OTP form, optionally MPIN, or `NONE`) is asked for only where an operation lists it.',
      },
      'AUTH-CONTENT-TYPE': { certainty: 'stated', text: '`Content-Type` `application/json` is accepted on operations with a payload.' },
      'AUTH-401': { certainty: 'stated', text: 'A business call without a token, or with one never issued, is HTTP 401.' },
      'AUTH-403': {
        certainty: 'exemplified',
        text: 'A call the user is not allowed is HTTP 403 (or HTTP 200 with code 4001), not another refusal.',
      },
      'AUTH-OTHER-AGENT': {
        certainty: 'implied',
        guards: 'leak',
        text: 'A second agent using ids of the first is refused: no data, no effect.',
      },
      'AUTH-OTHER-AGENT-SERVED': { certainty: 'implied', text: 'The calls of a second agent on ids of its own are served.' },
      'AUTH-SECOND-FACTOR': {
        certainty: 'stated',
        text: 'The OTP issued by OP-3, and the MPIN set by OP-12, are accepted in the `Consent` header as second factor of a sender action.',
      },
    },
  },
] as const satisfies readonly ClauseSection[];
