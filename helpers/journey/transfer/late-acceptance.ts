import { setTimeout as pause } from 'node:timers/promises';
import { apiCodes, isCertainRefusal } from '../../../specs/codes.ts';
import { sameId } from '../../core/ids.ts';
import { valueAt } from '../../judge/fields.ts';
import { isServed, type Reply } from '../../judge/reply.ts';
import { findNotServedStop } from '../../judge/served.ts';
import { isBlockedBy } from '../../judge/stop.ts';
import { lastReading, poll } from '../../session/poll.ts';
import type { Session } from '../../session/session.ts';
import type { Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail, Listed } from '../setup/detail.ts';

/** What OP-9 may find too new: a beneficiary that was just activated, or a session that OP-6 just gave. */
export interface NamedInTransfer {
  readonly sender: Sender;
  readonly payee: Pick<Listed, 'beneficiaryId'>;
  /** The OP-6 answer that gave the session. */
  readonly detail: Detail;
}

/** What is new to the service, or has just happened, and until which age it may be too new. */
interface Youth {
  /** What a later acceptance shows. */
  readonly fact: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly mostMs: number;
}

interface Answer {
  readonly reply: Reply;
}

const findNewPayee = ({ memory }: Dependencies, { sender, payee }: NamedInTransfer) =>
  memory.acceptance.newPayees.find((one) => one.senderId === sender.senderId && sameId(one.beneficiaryId, payee.beneficiaryId));

const readAnsweredAt = ({ exchange }: Reply): number => Math.ceil(Date.parse(exchange.startedAt) + exchange.durationMs);

/** What served once at some age may need more the next time. What served at once is never too new. */
const timesAsOld = 2;
const atOnceMs = 100;

const agedAs = (youngestMs: number): number => (youngestMs < atOnceMs ? 0 : youngestMs * timesAsOld);

const findEnd = ({ waits }: Dependencies, { since, mostMs }: Youth): number => since + Math.min(mostMs, waits.allowedMs('acceptance'));

/** A sender may have to wait between two transfers. */
function listPaces({ memory }: Dependencies, { sender }: NamedInTransfer): readonly Youth[] {
  const { youngest, lastTaken } = memory.acceptance;
  const since = lastTaken.get(sender.senderId);
  return since === undefined
    ? []
    : [{ fact: 'OP-9 takes a transfer only a while after another of its sender', since, mostMs: agedAs(youngest.pace) }];
}

/** A new beneficiary is paid under a new session, so the fact names the beneficiary. */
function listYouths(deps: Dependencies, named: NamedInTransfer): readonly [Youth, ...Youth[]] {
  const { youngest } = deps.memory.acceptance;
  const payee = findNewPayee(deps, named);
  const fact = `OP-9 takes a transfer ${payee === undefined ? 'under a new session' : 'to a new beneficiary'} only after a while`;
  const ofSession: Youth = { fact, since: readAnsweredAt(named.detail.reply), mostMs: agedAs(youngest.session) };
  return payee === undefined ? [ofSession] : [ofSession, { fact, since: payee.changedAt, mostMs: agedAs(youngest.payee) }];
}

/** What stays new for longest; null where nothing is. */
function findYouth(deps: Dependencies, named: NamedInTransfer, paces = listPaces(deps, named)): Youth | null {
  const last = [...listYouths(deps, named), ...paces].reduce((one, other) => (findEnd(deps, other) > findEnd(deps, one) ? other : one));
  return findEnd(deps, last) > Date.now() ? last : null;
}

/** OP-9 took something of some age, or a refused transfer later on. */
const isAgeKnown = ({ memory }: Dependencies, { mostMs }: Youth): boolean => mostMs < Infinity || memory.acceptance.isLate === true;

export const isNewPayee = (deps: Dependencies, named: NamedInTransfer): boolean =>
  findNewPayee(deps, named) !== undefined && findYouth(deps, named) !== null;

/**
 * Before a transfer that is to be refused for its consent alone. Where OP-9 took nothing yet, no age is known to wait for, and where nothing
 * came too early, no pace.
 */
export async function pauseWhileNew(deps: Dependencies, named: NamedInTransfer): Promise<void> {
  const youth = findYouth(deps, named, deps.memory.acceptance.isLate === true ? undefined : []);
  if (youth !== null && isAgeKnown(deps, youth)) await pause(findEnd(deps, youth) - Date.now());
}

/** Notes the ages at which OP-9 took a transfer. A beneficiary that was paid is new no longer. */
export function noteAges(deps: Dependencies, named: NamedInTransfer, reply: Reply): void {
  const { youngest, newPayees, lastTaken } = deps.memory.acceptance;
  const sentAt = Date.parse(reply.exchange.startedAt);
  youngest.pace = Math.min(youngest.pace, sentAt - (lastTaken.get(named.sender.senderId) ?? -Infinity));
  lastTaken.set(named.sender.senderId, readAnsweredAt(reply));
  const payee = findNewPayee(deps, named);
  youngest.session = Math.min(youngest.session, sentAt - readAnsweredAt(named.detail.reply));
  if (payee === undefined) return;
  youngest.payee = Math.min(youngest.payee, sentAt - payee.changedAt);
  newPayees.splice(newPayees.indexOf(payee), 1);
}

function noteTaken({ memory }: Dependencies, session: Session, { fact }: Youth): void {
  memory.acceptance.isLate = true;
  session.observe(fact);
}

/** A wait that a known age has cut short says nothing of other transfers. */
function noteInVain({ memory }: Dependencies, { mostMs }: Youth): void {
  if (mostMs === Infinity) memory.acceptance.isLate ??= false;
}

export const isSameAnswer = (one: Reply, other: Reply): boolean =>
  one.status === other.status && one.code === other.code && valueAt(one, 'status.message') === valueAt(other, 'status.message');

const mayBeTooNew = (reply: Reply): boolean => isBlockedBy(findNotServedStop(reply), 'funds-or-limits');

/** A refused transfer whose consent or session serves no longer. */
export interface UsedUp {
  readonly youth: Youth;
  readonly named: NamedInTransfer;
  /** The last refusal was another one, but not for the code: the first one may have ended the session. */
  readonly endsSession: boolean;
}

/** Only the session is new, and OP-9 took younger ones at once: a further code is hardly worth it. */
export const isUnlikelyToServe = (deps: Dependencies, { youth, named }: UsedUp): boolean =>
  deps.memory.acceptance.isLate === null && isAgeKnown(deps, youth) && findNewPayee(deps, named) === undefined;

export interface Resent<T> {
  readonly answer: T;
  readonly usedUp: UsedUp | null;
  /** Something was new. */
  readonly hasWaited: boolean;
}

/**
 * Sends a refused transfer again with the same consent, until nothing is new about it. Where the consent has served, the first refusal stands.
 */
export async function resendWhileNew<T extends Answer>(
  deps: Dependencies,
  session: Session,
  named: NamedInTransfer,
  first: T,
  send: () => Promise<T>,
): Promise<Resent<T>> {
  const { acceptance } = deps.memory;
  const youth = mayBeTooNew(first.reply) ? findYouth(deps, named) : null;
  if (youth === null) return { answer: first, usedUp: null, hasWaited: false };
  if (acceptance.refusalUsesCode) return { answer: first, usedUp: { youth, named, endsSession: false }, hasWaited: true };
  const deadline = deps.waits.upTo('acceptance', youth.mostMs);
  const isOver = ({ reply }: T): boolean => !mayBeTooNew(reply);
  const answers = await poll(send, isOver, deadline, { from: first, since: youth.since, sparing: true });
  const answer = lastReading(answers);
  const { reply } = answer;
  const isSame = isSameAnswer(reply, first.reply);
  if (isServed(reply)) noteTaken(deps, session, youth);
  if (isSame) noteInVain(deps, youth);
  if (isSame || !isCertainRefusal(reply.status, reply.code)) return { answer, usedUp: null, hasWaited: true };
  const isForCode = reply.code === apiCodes.wrongOtpOrMpin;
  if (isForCode) acceptance.refusalUsesCode = true;
  return { answer: first, usedUp: { youth, named, endsSession: !isForCode }, hasWaited: true };
}

/** Once more with another code, when nothing is new any longer. None is spent on it after a whole wait in vain. */
export async function sendWhenOld<T>(
  deps: Dependencies,
  session: Session,
  { youth }: UsedUp,
  before: T,
  send: () => Promise<T>,
  isTaken: (sent: T) => boolean,
): Promise<T> {
  if (deps.memory.acceptance.isLate === false) return before;
  const deadline = deps.waits.upTo('acceptance', youth.mostMs);
  const tries = await poll(send, isTaken, deadline, { from: before, since: youth.since, costly: () => true });
  const last = lastReading(tries);
  if (isTaken(last)) noteTaken(deps, session, youth);
  else noteInVain(deps, youth);
  return last;
}
