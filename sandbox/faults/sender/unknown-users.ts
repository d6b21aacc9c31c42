import { faultTable } from '../table.ts';
import { successResponse } from '../../http/responses.ts';
import {
  findPayer,
  requestedSession,
  bodyText,
  hasOwnSubAgent,
  userInPath,
  withBody,
  withQuery,
  isWellFormedOn,
} from '../../twists/requests.ts';
import type { Fault } from '../../catalog.ts';
import type { ServiceRequest } from '../../http/exchange.ts';
import type { Json } from '../../http/json.ts';
import { changeRequest, respondWith } from '../../twists/twists.ts';

const ID = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';

const DETAIL: Json = {
  senderName: 'Testcase Nobody',
  kycStatus: { kyc_status: 'COMPLETED', kyc_expired_on: '2030-12-31 23:59:59', kyc_required: false, taxation_required: false },
  limitLeft: { MONTHLY: 1000 },
  senderMobile: 9_990_009_999,
  sessionId: { fundtransferSessionId: ID, getBalanceSessionId: ID },
  beneficiaries: [],
};

const BALANCE: Json = { mainAccount: 0, cashbackAccount: 0, limits: {}, counters: {} };

/** The answers of a service that never checks the sender. */
const ANSWERS: [operation: string, what: string, result: Json][] = [
  ['OP-5', 'has a security scheme', { scheme: 'OTP' }],
  ['OP-6', 'has an empty sender detail', DETAIL],
  ['OP-7', 'gets a beneficiary', { beneficiaryId: 4711 }],
  ['OP-8', 'has a transfer scheme', { scheme: 'OTP' }],
  ['OP-12', 'gets an MPIN', { mobile: 9_990_009_999 }],
  ['OP-13', 'has a beneficiary to activate', null],
  ['OP-14', 'has a balance', BALANCE],
];

const senders = faultTable(
  { breaks: ['REFUSAL-UNKNOWN-SENDER'] },
  ANSWERS.map(([operation, what, result]) => ({
    id: `unknown-sender-served-${operation.toLowerCase()}`,
    does: `A sender never heard of ${what}.`,
    // Two of them get the same sessions.
    ...(operation === 'OP-6' && { breaks: ['REFUSAL-UNKNOWN-SENDER', 'OP6-OWN-DATA'] }),
    twist: respondWith(
      (request) => isWellFormedOn(operation)(request) && userInPath(request) === undefined && hasOwnSubAgent(request),
      ({ policy }) =>
        successResponse(policy, result, operation === 'OP-13' ? 'activate.beneficiary.success' : 'success', operation === 'OP-13'),
    ),
  })),
);

const senderInPayload = faultTable({}, [
  {
    id: 'unknown-sender-pays',
    does: 'OP-9 pays by the session and takes a sender never heard of in its payload.',
    breaks: ['REFUSAL-UNKNOWN-SENDER'],
    twist: changeRequest(
      (request) => isWellFormedOn('OP-9')(request) && findPayer(request) === undefined && bodyText(request, 'from') !== '',
      (request) =>
        withBody(request, (body) => ({ ...body, from: request.store.sessions.get(requestedSession(request))?.sender.tagId ?? '' })),
    ),
  },
]);

const ownSubAgentTag = ({ store, agent }: ServiceRequest): string =>
  [...store.users.values()].find((user) => user.agent === agent && user.userType === 'subAgent')?.tagId ?? '';

const isUnknownTag = ({ store }: ServiceRequest, tagId: string): boolean => tagId !== '' && !store.users.has(tagId.toLowerCase());

/** OP-5 to OP-14 have `subAgentTagId` in their query. */
const subAgents = faultTable(
  { breaks: ['REFUSAL-UNKNOWN-SUB-AGENT'] },
  Array.from({ length: 10 }, (_, at) => `OP-${at + 5}`).map((operation) => ({
    id: `unknown-sub-agent-served-${operation.toLowerCase()}`,
    does: `${operation} serves a sub-agent never heard of.`,
    twist: changeRequest(
      (request) => isWellFormedOn(operation)(request) && isUnknownTag(request, request.query.get('subAgentTagId') ?? ''),
      (request) => withQuery(request, 'subAgentTagId', ownSubAgentTag(request)),
    ),
  })),
);

const subAgentInPayload = faultTable({}, [
  {
    id: 'unknown-sub-agent-served-op-16',
    does: 'OP-16 takes a customer of a sub-agent never heard of.',
    breaks: ['REFUSAL-UNKNOWN-SUB-AGENT'],
    twist: changeRequest(
      (request) => isWellFormedOn('OP-16')(request) && isUnknownTag(request, bodyText(request, 'subAgentTag')),
      (request) => withBody(request, (body) => ({ ...body, subAgentTag: ownSubAgentTag(request) })),
    ),
  },
]);

export const unknownUserFaults: Fault[] = [...senders, ...senderInPayload, ...subAgents, ...subAgentInPayload];
