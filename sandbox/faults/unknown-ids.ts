import { plain, served } from '../answers.ts';
import { lastSegment, ownerOf, payerOf, sessionIn, textIn, userInPath, withBody, withQuery, withSession } from '../asked.ts';
import { keep, type Beneficiary, type Session, type User } from '../bank.ts';
import type { Fault } from '../catalogue.ts';
import type { Ask, Twist } from '../exchange.ts';
import { field, type Json } from '../json.ts';
import { answering, asking, codeOf, instead, on } from '../twists.ts';

type When = (ask: Ask) => boolean;

/** A good request of an agent, apart from what it names. */
const goodOn =
  (...operations: string[]): When =>
  (ask) =>
    on(...operations)(ask) && ask.agent !== undefined && !ask.broken;

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

const senders: Fault[] = NOBODY.map(([operation, what, result]) => ({
  id: `unknown-sender-served-${operation.toLowerCase()}`,
  story: `A sender never heard of ${what}.`,
  breaks: ['REFUSAL-UNKNOWN-SENDER'],
  twist: instead(
    (ask) => goodOn(operation)(ask) && userInPath(ask) === undefined,
    ({ policy }) => served(policy, result, operation === 'OP-13' ? 'activate.beneficiary.success' : 'success', operation === 'OP-13'),
  ),
}));

const senderInPayload: Fault = {
  id: 'unknown-sender-pays',
  story: 'OP-9 pays by the session and takes a sender never heard of in its payload.',
  breaks: ['REFUSAL-UNKNOWN-SENDER'],
  twist: asking(
    (ask) => goodOn('OP-9')(ask) && payerOf(ask) === undefined && textIn(ask, 'from') !== '',
    (ask) => withBody(ask, (body) => ({ ...body, from: ask.bank.sessions.get(sessionIn(ask))?.sender.tagId ?? '' })),
  ),
};

const subAgentOf = ({ bank, agent }: Ask): string =>
  [...bank.users.values()].find((user) => user.agent === agent && user.userType === 'subAgent')?.tagId ?? '';

const isNobody = ({ bank }: Ask, tagId: string): boolean => tagId !== '' && !bank.users.has(tagId.toLowerCase());

/** Operations 5 to 14 have `subAgentTagId` in their query. */
const subAgents: Fault[] = Array.from({ length: 10 }, (_, at) => `OP-${at + 5}`).map((operation) => ({
  id: `unknown-sub-agent-served-${operation.toLowerCase()}`,
  story: `${operation} serves a sub-agent never heard of.`,
  breaks: ['REFUSAL-UNKNOWN-SUB-AGENT'],
  twist: asking(
    (ask) => goodOn(operation)(ask) && isNobody(ask, ask.query.get('subAgentTagId') ?? ''),
    (ask) => withQuery(ask, 'subAgentTagId', subAgentOf(ask)),
  ),
}));

const subAgentInPayload: Fault = {
  id: 'unknown-sub-agent-served-op-16',
  story: 'OP-16 takes a customer of a sub-agent never heard of.',
  breaks: ['REFUSAL-UNKNOWN-SUB-AGENT'],
  twist: asking(
    (ask) => goodOn('OP-16')(ask) && isNobody(ask, textIn(ask, 'subAgentTag')),
    (ask) => withBody(ask, (body) => ({ ...body, subAgentTag: subAgentOf(ask) })),
  ),
};

const KINDS: Record<string, Session['kind']> = { 'OP-9': 'fundTransfer', 'OP-14': 'balance' };

/** Whose money or balance it is about, by the payload or the path. */
const subjectOf = (ask: Ask): User | undefined => (ask.operation === 'OP-9' ? payerOf(ask) : userInPath(ask));

/** A session opened for the sender, in place of the one that was sent. */
const inSession = (ask: Ask): Ask => {
  const sender = subjectOf(ask);
  const kind = KINDS[ask.operation ?? ''];
  if (sender === undefined || kind === undefined) return ask;
  const id = ask.bank.uuid();
  keep(ask.bank.sessions, id.toLowerCase(), { id, kind, sender, expiresAt: ask.clock.now() + 60_000, dead: false });
  return withSession(ask, id);
};

const hasUnknownSession: When = (ask) => !ask.bank.sessions.has(sessionIn(ask));

const hasForeignSession: When = (ask) => {
  const [sender, subject] = [ask.bank.sessions.get(sessionIn(ask))?.sender, subjectOf(ask)];
  return sender !== undefined && subject !== undefined && sender !== subject && ownerOf(ask) === sender.agent && sender.agent === ask.agent;
};

const session = (id: string, story: string, operation: string, clause: string, isTaken: When): Fault => ({
  id,
  story,
  breaks: [clause],
  twist: asking((ask) => goodOn(operation)(ask) && isTaken(ask), inSession),
});

const sessions: Fault[] = [
  session('unknown-session-pays', 'A transfer needs no session that was ever issued.', 'OP-9', 'OP9-UNKNOWN-SESSION', hasUnknownSession),
  session('foreign-session-pays', 'A transfer takes the session of another sender.', 'OP-9', 'OP9-FOREIGN-SESSION', hasForeignSession),
  session('unknown-session-tells', 'OP-14 tells a balance to a session never issued.', 'OP-14', 'OP14-UNKNOWN-SESSION', hasUnknownSession),
  session(
    'foreign-session-tells',
    'OP-14 tells a balance to a session of another sender.',
    'OP-14',
    'OP14-FOREIGN-SESSION',
    hasForeignSession,
  ),
  {
    id: 'foreign-session-tells-its-own',
    story: "OP-14 tells the balance of the session's sender, whoever is in the path.",
    breaks: ['OP14-FOREIGN-SESSION'],
    twist: asking(
      (ask) => goodOn('OP-14')(ask) && hasForeignSession(ask),
      (ask) => ({ ...ask, path: ask.path.replace(/[^/]+$/, ask.bank.sessions.get(sessionIn(ask))?.sender.tagId ?? '') }),
    ),
  },
];

const known = (ask: Ask): Beneficiary | undefined =>
  [...ask.bank.users.values()].map(({ beneficiaries }) => beneficiaries.get(Number(textIn(ask, 'to')))).find((one) => one !== undefined);

const NOBODYS = { accountNumber: '000000000000', ifscCode: 'ZZZZ0000000', holderName: 'Testcase Nobody', active: true };

/** While the service looks, the payer has this beneficiary. */
const registered =
  (beneficiaryOf: (ask: Ask, payer: User) => Beneficiary | undefined): Twist =>
  (right) =>
  async (ask) => {
    const payer = goodOn('OP-9')(ask) ? payerOf(ask) : undefined;
    const one = payer?.agent === ask.agent && payer !== undefined ? beneficiaryOf(ask, payer) : undefined;
    if (one === undefined || payer === undefined) return right(ask);
    const before = payer.beneficiaries.get(one.id);
    payer.beneficiaries.set(one.id, one);
    const answer = await right(ask);
    if (before === undefined) payer.beneficiaries.delete(one.id);
    else payer.beneficiaries.set(one.id, before);
    return answer;
  };

const isNumber = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

const unknownPaid = registered((ask) =>
  known(ask) === undefined && isNumber(textIn(ask, 'to')) ? { id: Number(textIn(ask, 'to')), ...NOBODYS } : undefined,
);

/** Registered by another sender of the same agent. */
const foreignPaid = registered((ask, payer) => {
  const one = known(ask);
  const owner = [...ask.bank.users.values()].find(({ beneficiaries }) => one !== undefined && beneficiaries.get(one.id) === one);
  return one !== undefined && owner !== payer && owner?.agent === payer.agent ? { ...one, active: true } : undefined;
});

const sleepingPaid = registered((ask, payer) => {
  const one = payer.beneficiaries.get(Number(textIn(ask, 'to')));
  return one?.active === false ? { ...one, active: true } : undefined;
});

const beneficiaries: Fault[] = [
  {
    id: 'unknown-beneficiary-paid',
    story: 'Money goes to a beneficiary nobody registered.',
    breaks: ['OP9-UNKNOWN-BENEFICIARY'],
    twist: unknownPaid,
  },
  {
    id: 'foreign-beneficiary-paid',
    story: 'Money goes to a beneficiary of another sender.',
    breaks: ['OP9-FOREIGN-BENEFICIARY'],
    twist: foreignPaid,
  },
  {
    id: 'inactive-beneficiary-paid-small',
    story: 'Up to 5000 rupees go to a beneficiary that was never activated.',
    breaks: ['OP9-INACTIVE-BENEFICIARY'],
    twist: (right) => (ask) => (Number(field(ask.body, 'amount')) <= 5000 ? sleepingPaid(right)(ask) : right(ask)),
  },
];

/** Answers what nothing was found for. */
const found = (operation: string, result: Json): Twist =>
  answering(on(operation), (answer, { policy }) =>
    codeOf(answer) === 4040
      ? served(policy, result, operation === 'OP-13' ? 'activate.beneficiary.success' : 'success', operation === 'OP-13')
      : answer,
  );

/** Another answer where nothing was found. */
const notFound = (operation: string, status: number): Twist =>
  answering(on(operation), (answer, ask) => (codeOf(answer) === 4040 ? plain(ask, status) : answer));

const PENDING = { invoiceId: 1, message: 'Request is being processed', status: 'PENDING' };

const INVOICE: Json = { amount: 0, beneficiaryName: '', transactionId: '', status: 'PENDING', bankRRN: null, isDelayed: 'false' };

/** Activates a beneficiary of whichever sender has it. */
const activatingAnybodys: Twist = (right) => async (ask) => {
  const answer = await right(ask);
  const one = on('OP-13')(ask) && codeOf(answer) === 4040 ? anybodys(ask) : undefined;
  if (one === undefined) return answer;
  one.active ||= field(ask.body, 'object') === true;
  return served(ask.policy, null, 'activate.beneficiary.success', true);
};

/** The beneficiary in the path, of another sender of the same agent. */
const anybodys = (ask: Ask): Beneficiary | undefined =>
  [...ask.bank.users.values()]
    .filter(({ agent }) => agent === ask.agent && userInPath(ask)?.agent === agent)
    .map((user) => user.beneficiaries.get(Number(lastSegment(ask))))
    .find((one) => one !== undefined);

const lookups: Fault[] = [
  {
    id: 'unknown-id-activated',
    story: 'OP-13 activates a beneficiary that nobody has.',
    breaks: ['OP13-UNKNOWN-ID'],
    twist: instead(
      (ask) => goodOn('OP-13')(ask) && anybodys(ask) === undefined && userInPath(ask)?.agent === ask.agent,
      ({ policy }) => served(policy, null, 'activate.beneficiary.success', true),
    ),
  },
  {
    id: 'foreign-id-activated',
    story: "OP-13 activates another sender's beneficiary.",
    breaks: ['OP13-UNKNOWN-ID'],
    twist: activatingAnybodys,
  },
  {
    id: 'unknown-transfer-pending',
    story: 'A transfer never asked for is PENDING.',
    breaks: ['OP10-UNKNOWN-ID'],
    warns: ['CODE-4040'],
    twist: found('OP-10', PENDING),
  },
  {
    id: 'unknown-transfer-completed',
    story: 'A transfer never asked for is COMPLETED.',
    breaks: ['OP10-UNKNOWN-ID'],
    warns: ['CODE-4040'],
    twist: found('OP-10', { ...PENDING, status: 'COMPLETED' }),
  },
  {
    id: 'unknown-transfer-is-404',
    story: 'A transfer never asked for is HTTP 404.',
    breaks: ['OP10-UNKNOWN-ID'],
    warns: ['CODE-4040', 'HTTP-LISTED'],
    twist: notFound('OP-10', 404),
  },
  {
    id: 'unknown-transfer-is-500',
    story: 'OP-10 stumbles over a transfer never asked for.',
    breaks: ['HTTP-NO-5XX'],
    warns: ['CODE-4040'],
    twist: notFound('OP-10', 500),
  },
  {
    id: 'unknown-invoice-pending',
    story: 'An invoice never issued is PENDING.',
    breaks: ['OP11-UNKNOWN-ID'],
    warns: ['CODE-4040'],
    twist: found('OP-11', INVOICE),
  },
  {
    id: 'unknown-invoice-is-404',
    story: 'An invoice never issued is HTTP 404.',
    breaks: ['OP11-UNKNOWN-ID'],
    warns: ['CODE-4040', 'HTTP-LISTED'],
    twist: notFound('OP-11', 404),
  },
  {
    id: 'unknown-invoice-is-500',
    story: 'OP-11 stumbles over an invoice never issued.',
    breaks: ['HTTP-NO-5XX'],
    warns: ['CODE-4040'],
    twist: notFound('OP-11', 500),
  },
];

/** Ids, sessions and beneficiaries that were never issued, or to somebody else, and are served. */
export const unknownIdFaults: Fault[] = [
  ...senders,
  senderInPayload,
  ...subAgents,
  subAgentInPayload,
  ...sessions,
  ...beneficiaries,
  ...lookups,
];
