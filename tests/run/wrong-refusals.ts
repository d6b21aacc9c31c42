import type { Challenge, User } from '../../sandbox/bank.ts';
import type { Ask, Twist } from '../../sandbox/exchange.ts';
import { field, type Json } from '../../sandbox/json.ts';
import { paise } from '../../sandbox/money.ts';
import { faults } from '../../sandbox/faults.ts';
import { asking, both, codeOf, on, resultField } from '../../sandbox/twists.ts';
import { envelopeOf, inPlaceOfCode, shifted } from './twists.ts';
import { afterTransfer } from './twists-of-state.ts';
import { textOf, withPayload, type Wrong } from './wrong.ts';

const neverIssued = '00000000-0000-4000-8000-000000000404';
const customerMobile = '9990000002';
const subAgentMobile = '9990000001';

const consentOf = ({ headers }: Ask): string => (typeof headers['consent'] === 'string' ? headers['consent'] : '');

const withHeader = (ask: Ask, consent: string): Ask => ({ ...ask, headers: { ...ask.headers, consent } });

const userOf = ({ bank, path, body }: Ask): User | undefined =>
  [...bank.users.values()].find(({ tagId }) => path.includes(tagId) || field(body, 'from') === tagId);

/** Whose code a call needs: the sender's, or the mobile in the path of OP-4. */
const mobileOf = (ask: Ask): string => userOf(ask)?.mobile ?? ask.path.split('/').at(-1) ?? '';

/** A challenge of that mobile that nobody asked for, with its code. */
function answered({ bank, agent, clock }: Ask, mobile: string): Challenge | undefined {
  if (agent === undefined) return undefined;
  const fresh = { state: bank.uuid(), code: '123456', mobile, agent, issuedAt: clock.now(), dead: false };
  bank.challenges.set(fresh.state, fresh);
  return fresh;
}

/** Takes a consent of this kind for a right one. */
const taking = (when: (consent: string, ask: Ask) => boolean, ...operations: string[]): Twist =>
  asking(
    (ask) => on(...operations)(ask) && when(consentOf(ask), ask),
    (ask) => {
      const made = answered(ask, mobileOf(ask));
      return made === undefined ? ask : withHeader(ask, `OTP ${made.code} ${made.state}`);
    },
  );

const consenting = ['OP-4', 'OP-6', 'OP-7', 'OP-9'];

const challengeOf = (ask: Ask, state: Json | undefined): Challenge | undefined => ask.bank.challenges.get(textOf(state).toLowerCase());

const stateOf = (consent: string): string => /^OTP \S+ ([^\s,]+)/.exec(consent)?.[1] ?? '';

/** OP-12 takes states of this kind for right ones. */
const settingMpin = (when: (found: Challenge | undefined, mobile: string) => boolean): Twist =>
  asking(
    (ask) => on('OP-12')(ask) && when(challengeOf(ask, field(ask.body, 'state')), mobileOf(ask)),
    (ask) => {
      const made = answered(ask, mobileOf(ask));
      return made === undefined ? ask : withPayload(ask, (payload) => ({ ...payload, otp: made.code, state: made.state }));
    },
  );

const tagOf = ({ bank }: Ask, mobile: string): string => [...bank.users.values()].find((user) => user.mobile === mobile)?.tagId ?? '';

const replaced = (ask: Ask, tag: string): Ask => ({
  ...ask,
  path: ask.path.replace(`/${neverIssued}`, `/${tag}`),
  body: ask.body === undefined ? undefined : (JSON.parse(JSON.stringify(ask.body).replace(neverIssued, tag)) as Json),
});

/** Takes a sender that nobody knows for one it knows. */
const knowingEverySender: Twist = asking(
  (ask) => on('OP-5', 'OP-6', 'OP-7', 'OP-8', 'OP-9', 'OP-12', 'OP-13', 'OP-14')(ask) && !ask.path.includes('/request/'),
  (ask) => replaced(ask, tagOf(ask, challengeOf(ask, field(ask.body, 'state'))?.mobile ?? customerMobile)),
);

const knowingEveryFrom: Twist = asking(
  (ask) => on('OP-9')(ask) && field(ask.body, 'from') === neverIssued,
  (ask) => withPayload(ask, (payload) => ({ ...payload, from: tagOf(ask, customerMobile) })),
);

/** The same for sub-agents. */
const knowingEverySubAgent: Twist = asking(
  ({ query, body }) => query.get('subAgentTagId') === neverIssued || field(body, 'subAgentTag') === neverIssued,
  (ask) => ({
    ...withPayload(ask, (payload) =>
      payload['subAgentTag'] === undefined ? payload : { ...payload, subAgentTag: tagOf(ask, subAgentMobile) },
    ),
    query: new URLSearchParams(ask.query.toString().replace(neverIssued, tagOf(ask, subAgentMobile))),
  }),
);

const own = (ask: Ask): User | undefined => ask.bank.users.get(textOf(field(ask.body, 'from')));

/** Pays the sender's own beneficiary in place of these. */
const payingInstead = (when: (id: number, sender: User, ask: Ask) => boolean): Twist =>
  asking(on('OP-9'), (ask) => {
    const sender = own(ask);
    const active = [...(sender?.beneficiaries.values() ?? [])].find((one) => one.active);
    const to = Number(textOf(field(ask.body, 'to')));
    if (sender === undefined || active === undefined || !when(to, sender, ask)) return ask;
    return withPayload(ask, (payload) => ({ ...payload, to: String(active.id) }));
  });

const isOfSomebody = (id: number, { bank }: Ask): boolean => [...bank.users.values()].some(({ beneficiaries }) => beneficiaries.has(id));

/** Takes another session for one of this sender. */
const underAnySession = (when: (known: User | undefined, sender: User) => boolean): Twist =>
  asking(on('OP-9'), (ask) => {
    const sender = own(ask);
    const sent = /\/request\/([^/]+)$/.exec(ask.path)?.[1] ?? '';
    if (sender === undefined || !when(ask.bank.sessions.get(sent)?.sender, sender)) return ask;
    const right = [...ask.bank.sessions.values()].findLast((one) => one.sender === sender && one.kind === 'fundTransfer');
    return right === undefined ? ask : { ...ask, path: ask.path.replace(sent, right.id) };
  });

/** A negative amount is paid into the sender's own wallet. */
const creditingNegatives: Twist = (right) => (ask) => {
  const amount = paise(field(ask.body, 'amount')) ?? 0;
  const sender = own(ask);
  if (!on('OP-9')(ask) || amount >= 0 || sender === undefined) return right(ask);
  sender.balance -= amount;
  return Promise.resolve({
    ...envelopeOf(2000, 'success'),
    json: { status: { message: 'success', code: 2000 }, result: { invoiceId: '17' } },
  });
};

/** OP-4 refuses a wrong code and tags the user all the same. */
const taggingInSpite: Twist = (right) => async (ask) => {
  const answer = await right(ask);
  if (!on('OP-4')(ask) || codeOf(answer) !== 4170) return answer;
  const made = answered(ask, mobileOf(ask));
  if (made !== undefined) await right(withHeader(ask, `OTP ${made.code} ${made.state}`));
  return answer;
};

/** OP-14 shows the sender whatever session of anybody it is asked with. */
const balanceUnderAnySession: Twist = asking(on('OP-14'), (ask) => {
  const sender = userOf(ask);
  const sent = ask.query.get('sessionId') ?? '';
  const known = ask.bank.sessions.get(sent);
  const right = [...ask.bank.sessions.values()].findLast((one) => one.sender === sender && one.kind === 'balance');
  if (known === undefined || known.sender === sender || right === undefined) return ask;
  return { ...ask, query: new URLSearchParams(ask.query.toString().replace(sent, right.id)) };
});

/** OP-13 says yes to anybody's beneficiary. */
const activatingAnybodys: Twist = (right) => (ask) => {
  const id = Number(ask.path.split('/').at(-1));
  const foreign = on('OP-13')(ask) && isOfSomebody(id, ask) && userOf(ask)?.beneficiaries.has(id) === false;
  return foreign ? Promise.resolve(envelopeOf(2000, 'activate.beneficiary.success')) : right(ask);
};

/** OP-10 loses its way once a correlationId was sent twice. */
function losingRepeats(): Twist {
  const seen = new Map<string, number>();
  return both(
    asking(on('OP-9'), (ask) => {
      const id = textOf(field(ask.body, 'correlationId'));
      seen.set(id, (seen.get(id) ?? 0) + 1);
      return ask;
    }),
    resultField('OP-10', 'invoiceId', (value = null, ask) =>
      (seen.get(ask.path.split('/').at(-1) ?? '') ?? 0) > 1 ? shifted(7)(value) : value,
    ),
  );
}

/** A wrong MPIN is as good as the right one. */
const anyMpin: Twist = asking(on('OP-6'), (ask) => withHeader(ask, consentOf(ask).replace(/MPIN +\S+/, `MPIN ${userOf(ask)?.mpin ?? ''}`)));

const consents: readonly Wrong[] = [
  { story: 'no consent is as good as any', clauses: ['CONSENT-MISSING'], twist: taking((consent) => consent === '', ...consenting) },
  { story: 'the word OTP is consent enough', clauses: ['CONSENT-MALFORMED'], twist: taking((consent) => consent === 'OTP', ...consenting) },
  {
    story: 'a code without its state is consent enough',
    clauses: ['CONSENT-MALFORMED'],
    twist: taking((consent) => /^OTP \d+$/.test(consent), ...consenting),
  },
  {
    story: 'the word OTP may be missing',
    clauses: ['CONSENT-MALFORMED'],
    twist: taking((consent) => /^\d+ \S+$/.test(consent), ...consenting),
  },
  {
    story: 'any word will do for OTP',
    clauses: ['CONSENT-MALFORMED'],
    twist: taking((consent) => consent.startsWith('PIN '), ...consenting),
  },
  {
    story: 'NONE is taken where the scheme is OTP',
    clauses: ['CONSENT-NONE-WHERE-OTP'],
    twist: taking((consent) => consent === 'NONE', ...consenting),
  },
  {
    story: 'a state is not looked up',
    clauses: ['CONSENT-STATE-UNKNOWN'],
    twist: both(
      taking((consent, ask) => stateOf(consent) !== '' && !ask.bank.challenges.has(stateOf(consent).toLowerCase()), ...consenting),
      settingMpin((found) => found === undefined),
    ),
  },
  {
    story: 'a state is as good for one mobile as for another',
    clauses: ['CONSENT-STATE-OTHER-MOBILE'],
    twist: both(
      taking(
        (consent, ask) => {
          const found = ask.bank.challenges.get(stateOf(consent).toLowerCase());
          return found !== undefined && found.mobile !== mobileOf(ask);
        },
        ...consenting,
      ),
      settingMpin((found, mobile) => found !== undefined && found.mobile !== mobile),
    ),
  },
  { story: 'OP-6 takes any MPIN', clauses: ['CODE-4170'], twist: anyMpin },
  { story: 'OP-4 tags the user it refuses', clauses: ['CONSENT-WRONG-NO-EFFECT'], twist: taggingInSpite },
];

const people: readonly Wrong[] = [
  { story: 'no sender is unknown', clauses: ['REFUSAL-UNKNOWN-SENDER'], twist: both(knowingEverySender, knowingEveryFrom) },
  { story: 'no sub-agent is unknown', clauses: ['REFUSAL-UNKNOWN-SUB-AGENT'], twist: knowingEverySubAgent },
  { story: 'what is not found is code 4160', clauses: [], warns: ['CODE-4040'], policy: { refusals: { unknownId: 4160 } } },
  { story: "OP-14 takes anybody's session", clauses: ['OP14-FOREIGN-SESSION'], twist: balanceUnderAnySession },
  { story: "OP-13 takes anybody's beneficiary", clauses: ['OP13-UNKNOWN-ID'], twist: activatingAnybodys },
  {
    story: 'invalid user data are code 4001',
    clauses: [],
    warns: ['CODE-4160'],
    twist: inPlaceOfCode(4160, (answer) =>
      textOf(field(field(answer.json, 'status'), 'message')).startsWith('email') ||
      textOf(field(field(answer.json, 'status'), 'message')).startsWith('name')
        ? envelopeOf(4001, 'user.invalid')
        : answer,
    ),
  },
];

const transfers: readonly Wrong[] = [
  {
    story: 'a beneficiary that waits is paid',
    clauses: ['OP9-INACTIVE-BENEFICIARY'],
    twist: faults.get('inactive-beneficiary-paid')?.twist ?? ((right) => right),
  },
  {
    story: 'a beneficiary nobody knows is paid',
    clauses: ['OP9-UNKNOWN-BENEFICIARY'],
    twist: payingInstead((id, _, ask) => !isOfSomebody(id, ask)),
  },
  {
    story: "another sender's beneficiary is paid",
    clauses: ['OP9-FOREIGN-BENEFICIARY'],
    twist: payingInstead((id, sender, ask) => isOfSomebody(id, ask) && !sender.beneficiaries.has(id)),
  },
  { story: 'OP-9 looks up no session', clauses: ['OP9-UNKNOWN-SESSION'], twist: underAnySession((known) => known === undefined) },
  {
    story: "OP-9 takes anybody's session",
    clauses: ['OP9-FOREIGN-SESSION'],
    twist: underAnySession((known, sender) => known !== undefined && known !== sender),
  },
  { story: 'a negative amount credits the sender', clauses: ['OP9-NEGATIVE-AMOUNT'], twist: creditingNegatives },
  {
    story: 'a transfer that is not found uses up the limit',
    clauses: ['REFUSAL-NOTHING-CHANGED'],
    twist: afterTransfer('code 4040', (sender) => (sender.spent += 100)),
  },
  {
    story: 'a transfer asked for again has a second invoice',
    clauses: [],
    warns: ['OP9-SAME-CORRELATION-ID'],
    policy: { transfer: { repeatedCorrelationId: 'new-invoice' } },
  },
  { story: 'OP-10 answers for neither of two', clauses: ['OP10-SAME-CORRELATION-ID'], twist: losingRepeats() },
  {
    story: 'OP-10 refuses a statusCheckType',
    clauses: [],
    warns: ['OP10-STATUS-CHECK-TYPE'],
    policy: { transfer: { statusCheckType: 'refused' } },
  },
];

export const wrongRefusals: readonly Wrong[] = [...consents, ...people, ...transfers];
