import type { ClauseSection } from '../../clause.ts';

export const accountEndpointSections = [
  {
    section: 'OP-12 Set MPIN',
    operation: 'OP-12',
    clauses: {
      'OP12-SERVED': { certainty: 'stated', text: 'PUT `/uiObjects/endpoint/v3/sender/mpin/{senderId}` is served with 2000.' },
      'OP12-QUERY-SUB-AGENT-TAG-ID': { certainty: 'stated', text: 'The query carries `subAgentTagId`.' },
      'OP12-PAYLOAD': { certainty: 'stated', text: 'The payload is an object with `mpin`, `otp` and `state`.' },
      'OP12-CODE-REQUIRED': {
        certainty: 'implied',
        guards: 'money',
        text: 'Without `otp` or without `state` no MPIN is set: the call is refused.',
      },
      'OP12-NEWEST-MPIN': { certainty: 'implied', text: 'After a second OP-12 with another MPIN, that one alone is right.' },
      'OP12-RESULT': { certainty: 'stated', text: 'The result is an object with `mobile`.' },
    },
  },
  {
    section: 'OP-13 Activate beneficiary',
    operation: 'OP-13',
    clauses: {
      'OP13-SERVED': {
        certainty: 'stated',
        text: 'POST `/uiObjects/endpoint/v3/sender/{senderId}/beneficary/{id}`, spelled `beneficary`, is served with 2000.',
      },
      'OP13-PATH-ID': { certainty: 'stated', text: '`senderId` in the path is the sender and `id` the `beneficiaryId` from OP-7.' },
      'OP13-QUERY-SUB-AGENT-TAG-ID': { certainty: 'stated', text: 'The query carries `subAgentTagId`.' },
      'OP13-PAYLOAD-OBJECT': { certainty: 'stated', text: '`object` in the payload is a boolean; `true` activates.' },
      'OP13-RESULT': { certainty: 'stated', text: 'The result is null.' },
      'OP13-MESSAGE-KEY': { certainty: 'stated', text: 'On success the message is `activate.beneficiary.success`.' },
      'OP13-ACTIVATES': { certainty: 'implied', text: 'After `object` `true`, OP-6 lists that beneficiary with status true.' },
      'OP13-ACTIVATES-ONLY-THAT': { certainty: 'implied', text: 'An activation changes no other beneficiary.' },
      'OP13-FALSE-DOES-NOT-ACTIVATE': { certainty: 'implied', text: '`object` false activates no beneficiary.' },
      'OP13-UNKNOWN-ID': { certainty: 'implied', text: 'An `id` that is not of a beneficiary of the sender is refused.' },
    },
  },
  {
    section: 'OP-14 Sender balance',
    operation: 'OP-14',
    clauses: {
      'OP14-SERVED': { certainty: 'stated', text: 'GET `/wallet/endpoint/v3/balance/{senderId}` is served with 2000.' },
      'OP14-QUERY-SUB-AGENT-TAG-ID': { certainty: 'stated', text: 'The query carries `subAgentTagId`.' },
      'OP14-QUERY-SESSION-ID': { certainty: 'stated', text: 'The query carries `sessionId`: the `getBalanceSessionId` from OP-6.' },
      'OP14-RESULT': { certainty: 'stated', text: 'The result is a sender balance: an object.' },
      'OP14-UNKNOWN-SESSION': { certainty: 'implied', text: 'A `sessionId` never issued is refused.' },
      'OP14-FOREIGN-SESSION': { certainty: 'implied', guards: 'leak', text: 'A `sessionId` of another sender is refused.' },
    },
  },
  {
    section: 'OP-15 Agent balance',
    operation: 'OP-15',
    clauses: {
      'OP15-SERVED': {
        certainty: 'stated',
        text: 'GET `/wallet/endpoint/v3/balance/agent` is served with 2000 and not taken for a sender named agent.',
      },
      'OP15-RESULT': { certainty: 'stated', text: 'The result is an array of objects.' },
    },
  },
  {
    section: 'OP-16 eKYC onboarding request',
    operation: 'OP-16',
    clauses: {
      'OP16-SERVED': {
        certainty: 'stated',
        text: 'POST `/uiObjects/endpoint/v3/ekyc/onboarding/ekycRequest` is served with 2000 for a sub-agent and for a customer, empty texts included.',
      },
      'OP16-PAYLOAD': { certainty: 'stated', text: 'The payload is an object in the sub-agent or the customer variant.' },
      'OP16-MOVES-NO-MONEY': {
        certainty: 'exemplified',
        text: 'An eKYC request, and the process behind it, leave the balance of the user as it was.',
      },
      'OP16-RESULT': { certainty: 'stated', text: 'The result is an object with `expire_on` and `url`.' },
    },
  },
  {
    section: 'Typical order of calls',
    operation: 'OP-11',
    clauses: {
      'ORDER-TYPICAL': {
        certainty: 'stated',
        text: 'The calls succeed in the typical order: token, OP-1, OP-3, OP-4, OP-5, OP-6, OP-7, OP-13, OP-8, OP-9, OP-10, OP-11.',
      },
    },
  },
] as const satisfies readonly ClauseSection[];
