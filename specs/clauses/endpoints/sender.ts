import type { ClauseSection } from '../../clause.ts';

export const senderEndpointSections = [
  {
    section: 'OP-5 Security scheme for a sender',
    operation: 'OP-5',
    clauses: {
      'OP5-SERVED': { certainty: 'stated', text: 'GET `/uiObjects/endpoint/v3/sender/securityScheme/{senderId}` is served with 2000.' },
      'OP5-QUERY-SUB-AGENT-TAG-ID': { certainty: 'stated', text: 'The query carries `subAgentTagId`.' },
      'OP5-RESULT': { certainty: 'stated', text: 'The result is an object with `scheme`.' },
    },
  },
  {
    section: 'OP-6 Sender detail',
    operation: 'OP-6',
    clauses: {
      'OP6-SERVED': { certainty: 'stated', text: 'GET `/uiObjects/endpoint/v3/sender/{senderId}` is served with 2000.' },
      'OP6-QUERY-SUB-AGENT-TAG-ID': { certainty: 'stated', text: 'The query carries `subAgentTagId`.' },
      'OP6-CONSENT': { certainty: 'stated', text: 'The `Consent` header is accepted in the form OP-5 asks for.' },
      'OP6-RESULT': { certainty: 'stated', text: 'The result is a sender detail: an object.' },
    },
  },
  {
    section: 'OP-7 Add beneficiary',
    operation: 'OP-7',
    clauses: {
      'OP7-SERVED': { certainty: 'stated', text: 'POST `/uiObjects/endpoint/v3/sender/beneficiary/{senderId}` is served with 2000.' },
      'OP7-QUERY-SUB-AGENT-TAG-ID': { certainty: 'stated', text: 'The query carries `subAgentTagId`.' },
      'OP7-CONSENT': { certainty: 'stated', text: 'The `Consent` header is accepted in the form OP-5 asks for.' },
      'OP7-PAYLOAD': { certainty: 'stated', text: 'The payload is an object.' },
      'OP7-PAYLOAD-ACCOUNT-NO': { certainty: 'stated', text: '`accountNo` is text.' },
      'OP7-PAYLOAD-IFSC-CODE': { certainty: 'stated', text: '`ifscCode` is text.' },
      'OP7-PAYLOAD-NAME': { certainty: 'stated', text: '`name` is text.' },
      'OP7-RESULT': { certainty: 'stated', text: 'The result is an object with `beneficiaryId`.' },
      'OP7-LISTED-AS-SENT': {
        certainty: 'implied',
        text: 'OP-6 lists the new beneficiary with the account number, IFSC code and holder name sent as `accountNo`, `ifscCode` and `name`.',
      },
    },
  },
] as const satisfies readonly ClauseSection[];
