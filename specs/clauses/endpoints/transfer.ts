import type { ClauseSection } from '../../clause.ts';

export const transferEndpointSections = [
  {
    section: 'OP-8 Security scheme for a fund transfer',
    operation: 'OP-8',
    clauses: {
      'OP8-SERVED': {
        certainty: 'stated',
        text: 'POST `/wallet/endpoint/v3/fundTransfer/securityScheme/{senderId}` is served with 2000 for every source OP-2 lists.',
      },
      'OP8-QUERY-SUB-AGENT-TAG-ID': { certainty: 'stated', text: 'The query carries `subAgentTagId`.' },
      'OP8-QUERY-PAYMENT-SOURCE': { certainty: 'stated', text: 'The query carries `paymentSource`: `wallet` or `bank`.' },
      'OP8-NO-PAYLOAD': { certainty: 'stated', text: 'The call has no payload.' },
      'OP8-RESULT': { certainty: 'stated', text: 'The result is an object with `scheme`.' },
    },
  },
  {
    section: 'OP-9 Request a fund transfer',
    operation: 'OP-9',
    clauses: {
      'OP9-SERVED': { certainty: 'stated', text: 'POST `/wallet/endpoint/v3/fundTransfer/request/{sessionId}` is served with 2000.' },
      'OP9-PATH-SESSION-ID': { certainty: 'stated', text: '`sessionId` in the path is the `fundtransferSessionId` from OP-6.' },
      'OP9-QUERY-SUB-AGENT-TAG-ID': { certainty: 'stated', text: 'The query carries `subAgentTagId`.' },
      'OP9-CONSENT': { certainty: 'stated', text: 'The `Consent` header is accepted in the form OP-8 asks for.' },
      'OP9-PAYLOAD': { certainty: 'stated', text: 'The payload is a fund-transfer request: an object.' },
      'OP9-QUERY-FORM': {
        certainty: 'ambiguous',
        text: 'POST `/wallet/endpoint/v3/fundTransfer/request` with `sessionId` in the query is accepted as well as the path form.',
      },
      'OP9-RESULT': { certainty: 'stated', text: 'The result is an object with `invoiceId`.' },
      'OP9-REFUSED-NOTHING-MOVED': {
        certainty: 'implied',
        guards: 'money',
        text: 'A refused transfer leaves the balance of the sender as it was.',
      },
      'OP9-UNKNOWN-SESSION': { certainty: 'implied', guards: 'money', text: 'A `sessionId` never issued does not move money.' },
      'OP9-FOREIGN-SESSION': { certainty: 'implied', guards: 'money', text: 'A `sessionId` of another sender does not move money.' },
      'OP9-BALANCE-SESSION': { certainty: 'exemplified', text: 'A `sessionId` issued for the balance query does not move money.' },
      'OP9-UNKNOWN-BENEFICIARY': { certainty: 'implied', guards: 'money', text: 'A beneficiary never registered receives no money.' },
      'OP9-FOREIGN-BENEFICIARY': { certainty: 'implied', guards: 'money', text: 'A beneficiary of another sender receives no money.' },
      'OP9-FOREIGN-SENDER': {
        certainty: 'implied',
        guards: 'money',
        text: 'A `from` that names another sender than the session and the consent do moves no money, least of all from that sender.',
      },
      'OP9-INACTIVE-BENEFICIARY': {
        certainty: 'implied',
        guards: 'money',
        text: 'A beneficiary that OP-6 lists with status false receives no money.',
      },
    },
  },
  {
    section: 'OP-10 Transaction status by correlation id',
    operation: 'OP-10',
    clauses: {
      'OP10-SERVED': { certainty: 'stated', text: 'GET `/wallet/endpoint/v3/status/{correlationId}` is served with 2000.' },
      'OP10-PATH-CORRELATION-ID': { certainty: 'stated', text: '`correlationId` in the path is the one sent with OP-9.' },
      'OP10-QUERY-SUB-AGENT-TAG-ID': { certainty: 'stated', text: 'The query carries `subAgentTagId`.' },
      'OP10-STATUS-CHECK-TYPE': {
        certainty: 'exemplified',
        text: 'An additional query parameter `statusCheckType`, whose meaning is not told, is accepted.',
      },
      'OP10-RESULT': { certainty: 'stated', text: 'The result is a transaction status: an object.' },
      'OP10-UNKNOWN-ID': {
        certainty: 'implied',
        text: 'A `correlationId` never sent is refused, by a listed HTTP status.',
      },
    },
  },
  {
    section: 'OP-11 Invoice',
    operation: 'OP-11',
    clauses: {
      'OP11-SERVED': { certainty: 'stated', text: 'GET `/wallet/endpoint/v3/invoice/{invoiceId}` is served with 2000.' },
      'OP11-QUERY-SUB-AGENT-TAG-ID': { certainty: 'stated', text: 'The query carries `subAgentTagId`.' },
      'OP11-RESULT': { certainty: 'stated', text: 'The result is an invoice: an object.' },
      'OP11-UNKNOWN-ID': { certainty: 'implied', text: 'An invoice id never issued is refused, by a listed HTTP status.' },
    },
  },
] as const satisfies readonly ClauseSection[];
