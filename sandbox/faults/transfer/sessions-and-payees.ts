import { faultTable } from '../table.ts';
import { isGood, ownerOf, payerOf, sessionIn, textIn, userInPath, withSession } from '../../twists/requests.ts';
import { keep, type Beneficiary, type Session, type User } from '../../state/store.ts';
import type { Fault } from '../../catalog.ts';
import type { Ask, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { asking, on } from '../../twists/twists.ts';

type When = (ask: Ask) => boolean;

const goodOn =
  (operation: string): When =>
  (ask) =>
    on(operation)(ask) && isGood(ask);

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

export const hasUnknownSession: When = (ask) => !ask.bank.sessions.has(sessionIn(ask));

export const hasForeignSession: When = (ask) => {
  const [sender, subject] = [ask.bank.sessions.get(sessionIn(ask))?.sender, subjectOf(ask)];
  return sender !== undefined && subject !== undefined && sender !== subject && ownerOf(ask) === sender.agent && sender.agent === ask.agent;
};

/** Takes a wrong session for one of the sender. */
export const acceptingSession = (operation: string, isTaken: When): Twist =>
  asking((ask) => goodOn(operation)(ask) && isTaken(ask), inSession);

const sessions = faultTable({}, [
  {
    id: 'unknown-session-pays',
    breaks: ['OP9-UNKNOWN-SESSION'],
    does: 'A transfer needs no session that was ever issued.',
    twist: acceptingSession('OP-9', hasUnknownSession),
  },
  {
    id: 'foreign-session-pays',
    breaks: ['OP9-FOREIGN-SESSION'],
    does: 'A transfer takes the session of another sender.',
    twist: acceptingSession('OP-9', hasForeignSession),
  },
  {
    id: 'unknown-session-tells',
    breaks: ['OP14-UNKNOWN-SESSION'],
    does: 'OP-14 tells a balance to a session never issued.',
    twist: acceptingSession('OP-14', hasUnknownSession),
  },
  {
    id: 'foreign-session-tells',
    breaks: ['OP14-FOREIGN-SESSION'],
    does: 'OP-14 tells a balance to a session of another sender.',
    twist: acceptingSession('OP-14', hasForeignSession),
  },
  {
    id: 'foreign-session-tells-its-own',
    breaks: ['OP14-FOREIGN-SESSION'],
    does: "OP-14 tells the balance of the session's sender, whoever is in the path.",
    twist: asking(
      (ask) => goodOn('OP-14')(ask) && hasForeignSession(ask),
      (ask) => ({ ...ask, path: ask.path.replace(/[^/]+$/, ask.bank.sessions.get(sessionIn(ask))?.sender.tagId ?? '') }),
    ),
  },
]);

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

const isNumber = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text);

export const unknownPaid = registered((ask) =>
  known(ask) === undefined && isNumber(textIn(ask, 'to')) ? { id: Number(textIn(ask, 'to')), ...NOBODYS } : undefined,
);

/** Registered by another sender of the same agent. */
export const foreignPaid = registered((ask, payer) => {
  const one = known(ask);
  const owner = [...ask.bank.users.values()].find(({ beneficiaries }) => one !== undefined && beneficiaries.get(one.id) === one);
  return one !== undefined && owner !== payer && owner?.agent === payer.agent ? { ...one, active: true } : undefined;
});

export const inactivePaid = registered((ask, payer) => {
  const one = payer.beneficiaries.get(Number(textIn(ask, 'to')));
  return one?.active === false ? { ...one, active: true } : undefined;
});

const beneficiaries = faultTable({}, [
  {
    id: 'unknown-beneficiary-paid',
    breaks: ['OP9-UNKNOWN-BENEFICIARY'],
    does: 'Money goes to a beneficiary nobody registered.',
    twist: unknownPaid,
  },
  {
    id: 'foreign-beneficiary-paid',
    breaks: ['OP9-FOREIGN-BENEFICIARY'],
    does: 'Money goes to a beneficiary of another sender.',
    twist: foreignPaid,
  },
  {
    id: 'inactive-beneficiary-paid',
    breaks: ['OP9-INACTIVE-BENEFICIARY'],
    does: 'Money goes to a beneficiary that was never activated.',
    twist: inactivePaid,
  },
  {
    id: 'inactive-beneficiary-paid-small',
    breaks: ['OP9-INACTIVE-BENEFICIARY'],
    does: 'Up to 5000 rupees go to a beneficiary that was never activated.',
    twist: (right) => (ask) => (Number(field(ask.body, 'amount')) <= 5000 ? inactivePaid(right)(ask) : right(ask)),
  },
]);

/** Sessions and beneficiaries that were never issued, or to somebody else, and move money or tell a balance. */
export const unknownPayeeFaults: Fault[] = [...sessions, ...beneficiaries];
