import { faultTable } from '../table.ts';
import { served } from '../../http/responses.ts';
import { isGood, payerOf, sessionIn, textIn, underOwnSubAgent, userInPath, withBody, withQuery } from '../../twists/requests.ts';
import type { Fault } from '../../catalog.ts';
import type { Ask } from '../../http/exchange.ts';
import type { Json } from '../../http/json.ts';
import { asking, instead, on } from '../../twists/twists.ts';

type When = (ask: Ask) => boolean;

const goodOn =
  (operation: string): When =>
  (ask) =>
    on(operation)(ask) && isGood(ask);

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

/** What a service without a look at its senders would answer. */
const NOBODY: [operation: string, what: string, result: Json][] = [
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
  NOBODY.map(([operation, what, result]) => ({
    id: `unknown-sender-served-${operation.toLowerCase()}`,
    does: `A sender never heard of ${what}.`,
    twist: instead(
      (ask) => goodOn(operation)(ask) && userInPath(ask) === undefined && underOwnSubAgent(ask),
      ({ policy }) => served(policy, result, operation === 'OP-13' ? 'activate.beneficiary.success' : 'success', operation === 'OP-13'),
    ),
  })),
);

const senderInPayload = faultTable({}, [
  {
    id: 'unknown-sender-pays',
    does: 'OP-9 pays by the session and takes a sender never heard of in its payload.',
    breaks: ['REFUSAL-UNKNOWN-SENDER'],
    twist: asking(
      (ask) => goodOn('OP-9')(ask) && payerOf(ask) === undefined && textIn(ask, 'from') !== '',
      (ask) => withBody(ask, (body) => ({ ...body, from: ask.bank.sessions.get(sessionIn(ask))?.sender.tagId ?? '' })),
    ),
  },
]);

const subAgentOf = ({ bank, agent }: Ask): string =>
  [...bank.users.values()].find((user) => user.agent === agent && user.userType === 'subAgent')?.tagId ?? '';

const isNobody = ({ bank }: Ask, tagId: string): boolean => tagId !== '' && !bank.users.has(tagId.toLowerCase());

/** Operations 5 to 14 have `subAgentTagId` in their query. */
const subAgents = faultTable(
  { breaks: ['REFUSAL-UNKNOWN-SUB-AGENT'] },
  Array.from({ length: 10 }, (_, at) => `OP-${at + 5}`).map((operation) => ({
    id: `unknown-sub-agent-served-${operation.toLowerCase()}`,
    does: `${operation} serves a sub-agent never heard of.`,
    twist: asking(
      (ask) => goodOn(operation)(ask) && isNobody(ask, ask.query.get('subAgentTagId') ?? ''),
      (ask) => withQuery(ask, 'subAgentTagId', subAgentOf(ask)),
    ),
  })),
);

const subAgentInPayload = faultTable({}, [
  {
    id: 'unknown-sub-agent-served-op-16',
    does: 'OP-16 takes a customer of a sub-agent never heard of.',
    breaks: ['REFUSAL-UNKNOWN-SUB-AGENT'],
    twist: asking(
      (ask) => goodOn('OP-16')(ask) && isNobody(ask, textIn(ask, 'subAgentTag')),
      (ask) => withBody(ask, (body) => ({ ...body, subAgentTag: subAgentOf(ask) })),
    ),
  },
]);

/** Senders and sub-agents nobody ever tagged, and yet served. */
export const unknownUserFaults: Fault[] = [...senders, ...senderInPayload, ...subAgents, ...subAgentInPayload];
