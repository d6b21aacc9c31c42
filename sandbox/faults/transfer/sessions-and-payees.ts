import { faultTable } from '../table.ts';
import { findOwner, findPayer, requestedSession, bodyText, userInPath, withSession, isWellFormedOn } from '../../twists/requests.ts';
import { setBounded, type Beneficiary, type Session, type User } from '../../state/store.ts';
import type { Fault } from '../../catalog.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { changeRequest, type When } from '../../twists/twists.ts';

const KINDS: Record<string, Session['kind']> = { 'OP-9': 'fundTransfer', 'OP-14': 'balance' };

/** The sender by the payload of OP-9, or by the path. */
const findSubject = (request: ServiceRequest): User | undefined =>
  request.operation === 'OP-9' ? findPayer(request) : userInPath(request);

/** Replaces the sent session by a new session of the sender. */
export const withNewSession = (request: ServiceRequest): ServiceRequest => {
  const sender = findSubject(request);
  const kind = KINDS[request.operation ?? ''];
  if (sender === undefined || kind === undefined) return request;
  const id = request.store.uuid();
  setBounded(request.store.sessions, id.toLowerCase(), { id, kind, sender, expiresAt: request.clock.now() + 60_000, revoked: false });
  return withSession(request, id);
};

export const hasUnknownSession: When = (request) => !request.store.sessions.has(requestedSession(request));

export const hasForeignSession: When = (request) => {
  const sender = request.store.sessions.get(requestedSession(request))?.sender;
  const subject = findSubject(request);
  return (
    sender !== undefined &&
    subject !== undefined &&
    sender !== subject &&
    findOwner(request) === sender.agent &&
    sender.agent === request.agent
  );
};

/** Accepts a wrong session as one of the sender. */
const hasBalanceSession: When = (request) => request.store.sessions.get(requestedSession(request))?.kind === 'balance';

export const acceptingSession = (operation: string, isTaken: When): Twist =>
  changeRequest((request) => isWellFormedOn(operation)(request) && isTaken(request), withNewSession);

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
    id: 'balance-session-pays',
    breaks: [],
    warns: ['OP9-BALANCE-SESSION'],
    does: 'A transfer takes the session of the balance query.',
    twist: acceptingSession('OP-9', hasBalanceSession),
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
    twist: changeRequest(
      (request) => isWellFormedOn('OP-14')(request) && hasForeignSession(request),
      (request) => ({
        ...request,
        path: request.path.replace(/[^/]+$/, request.store.sessions.get(requestedSession(request))?.sender.tagId ?? ''),
      }),
    ),
  },
]);

const findBeneficiary = (request: ServiceRequest): Beneficiary | undefined =>
  [...request.store.users.values()]
    .map(({ beneficiaries }) => beneficiaries.get(Number(bodyText(request, 'to'))))
    .find((one) => one !== undefined);

const UNKNOWN_ACCOUNT = { accountNumber: '000000000000', ifscCode: 'ZZZZ0000000', holderName: 'Testcase Nobody', active: true };

/** The payer has this beneficiary only while the service handles the request. */
const registeredMeanwhile =
  (beneficiaryOf: (request: ServiceRequest, payer: User) => Beneficiary | undefined): Twist =>
  (right) =>
  async (request) => {
    const payer = isWellFormedOn('OP-9')(request) ? findPayer(request) : undefined;
    const one = payer?.agent === request.agent && payer !== undefined ? beneficiaryOf(request, payer) : undefined;
    if (one === undefined || payer === undefined) return right(request);
    const before = payer.beneficiaries.get(one.id);
    payer.beneficiaries.set(one.id, one);
    const response = await right(request);
    if (before === undefined) payer.beneficiaries.delete(one.id);
    else payer.beneficiaries.set(one.id, before);
    return response;
  };

const isNumber = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text);

export const unknownPaid = registeredMeanwhile((request) =>
  findBeneficiary(request) === undefined && isNumber(bodyText(request, 'to'))
    ? { id: Number(bodyText(request, 'to')), ...UNKNOWN_ACCOUNT }
    : undefined,
);

/** The beneficiary belongs to another sender of the same agent. */
export const foreignPaid = registeredMeanwhile((request, payer) => {
  const one = findBeneficiary(request);
  const owner = [...request.store.users.values()].find(({ beneficiaries }) => one !== undefined && beneficiaries.get(one.id) === one);
  return one !== undefined && owner !== payer && owner?.agent === payer.agent ? { ...one, active: true } : undefined;
});

export const inactivePaid = registeredMeanwhile((request, payer) => {
  const one = payer.beneficiaries.get(Number(bodyText(request, 'to')));
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
    twist: (right) => (request) => (Number(field(request.body, 'amount')) <= 5000 ? inactivePaid(right)(request) : right(request)),
  },
]);

export const sessionAndPayeeFaults: Fault[] = [...sessions, ...beneficiaries];
