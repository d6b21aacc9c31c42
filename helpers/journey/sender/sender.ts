import { documentedCall } from '../../../specs/documented-call.ts';
import { senderDetail, senderSecurityScheme } from '../../../specs/operations.ts';
import { readBeneficiaries } from '../../judge/facts/beneficiaries.ts';
import { usableTextAt, valueAt, schemeAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { isListedRefusal } from '../../judge/served.ts';
import { isViolationOf } from '../../judge/stop.ts';
import { lastReading, poll } from '../../session/poll.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { moment } from '../../session/waits.ts';
import { withConsent } from '../consent/consent.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { HeldDetail } from '../setup/memory.ts';
import { mustServeConfigured } from '../onboarding/configured-ids.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import type { Person } from '../setup/person.ts';
import type { Detail, Listed } from '../setup/detail.ts';

/** A tagged customer, with the ids that every sender call carries. */
export interface Sender {
  readonly person: Person;
  readonly senderId: string;
  readonly subAgentTagId: string;
  /** The scheme that OP-5 asks for. */
  readonly scheme: string;
}

export const readText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const readListed = ({ people: { accounts } }: Dependencies, reply: Reply): readonly Listed[] =>
  readBeneficiaries(valueAt(reply, 'result')).map(({ id, account, ifsc, status }) => ({
    beneficiaryId: id,
    accountNumber: account,
    status,
    ours: accounts.isOurs(account, ifsc),
  }));

export function keepDetail(deps: Dependencies, { person, ...ids }: Sender, reply: Reply): Detail {
  const detail: Detail = {
    reply,
    fundtransferSessionId: (asking) => usableTextAt(reply, 'result.sessionId.fundtransferSessionId', asking.doubt),
    getBalanceSessionId: (asking) => usableTextAt(reply, 'result.sessionId.getBalanceSessionId', asking.doubt),
    beneficiaries: readListed(deps, reply),
  };
  deps.memory.of(person).heldDetail = {
    detail,
    ids,
    readAt: Date.now(),
    isSpent: false,
    hasPaid: false,
    isOutdated: false,
    isBalanceRead: false,
  };
  return detail;
}

/** OP-6 with a new challenge. Call it in the sender's turn. */
export async function readDetail(deps: Dependencies, session: Session, sender: Sender): Promise<Detail> {
  const { person, scheme } = sender;
  const reply = await withConsent(deps, session, person, scheme, senderDetail, (consent) =>
    session.send(senderDetail, documentedCall(senderDetail, 'only', { ...sender, consent })),
  );
  return keepDetail(deps, sender, reply);
}

/** A check that runs alone takes a code for this answer, so the code counts as this check's too. */
export function countHeldDetail({ evidence }: Session, detail: Detail): Detail {
  const { id } = detail.reply.exchange;
  if (!evidence.exchanges.has(id)) evidence.effects.set(`${id} at hand`, 'sends-otp');
  return detail;
}

/** Sessions may end by themselves, after an unknown time. */
const freshForMs = 60_000;

/** The newest OP-6 answer if no transfer has used its session yet, else a new one (reading 13). */
export async function readUnspentDetail(deps: Dependencies, session: Session, sender: Sender): Promise<Detail> {
  const held = findHeldDetail(deps, sender);
  return held?.isSpent === false ? countHeldDetail(session, held.detail) : readDetail(deps, session, sender);
}

/** The newest OP-6 answer if no call has changed it since, else a new one. */
export async function readCurrentDetail(deps: Dependencies, session: Session, sender: Sender): Promise<Detail> {
  const held = findHeldDetail(deps, sender);
  return held?.isSpent === false && !held.isOutdated ? countHeldDetail(session, held.detail) : readDetail(deps, session, sender);
}

/** Notes that a call is about to change the OP-6 answer. */
export function markOutdated({ memory }: Dependencies, { person }: Sender): void {
  const held = memory.of(person).heldDetail;
  if (held !== null) held.isOutdated = true;
}

/** The newest OP-6 answer of the sender, however old; null before the first. */
export const findNewestDetail = ({ memory }: Dependencies, { person }: Sender): Detail | null =>
  memory.of(person).heldDetail?.detail ?? null;

/** The newest OP-6 answer of the sender; null when it is too old. */
export function findHeldDetail({ memory }: Dependencies, { person }: Sender): HeldDetail | null {
  const held = memory.of(person).heldDetail;
  return held !== null && Date.now() - held.readAt < freshForMs ? held : null;
}

/** The newest answer also after its session was used, once sessions were seen to serve again; else as `readUnspentDetail`. */
export async function readDetailToPayWith(deps: Dependencies, session: Session, sender: Sender): Promise<Detail> {
  await deps.memory.sessionTry;
  const held = findHeldDetail(deps, sender);
  return held !== null && deps.memory.sessionServesAgain === true
    ? countHeldDetail(session, held.detail)
    : readUnspentDetail(deps, session, sender);
}

/** As `readUnspentDetail`, so that the limits show what earlier transfers used up. No code is spent on it where codes are few. */
export const readDetailAfterTransfers = (deps: Dependencies, session: Session, sender: Sender): Promise<Detail> =>
  deps.people.codesAreTyped || deps.profile === 'essential'
    ? readDetailToPayWith(deps, session, sender)
    : readUnspentDetail(deps, session, sender);

/**
 * Notes that the balance session of an OP-6 answer is used; returns whether the service may refuse it: it was used before, or a newer
 * answer or a transfer may have ended it (reading 13).
 */
export function markBalanceRead({ memory }: Pick<Dependencies, 'memory'>, { person }: Sender, detail: Detail): boolean {
  const held = memory.of(person).heldDetail;
  if (held?.detail !== detail) return true;
  const before = held.isBalanceRead || held.isSpent;
  held.isBalanceRead = true;
  return before;
}

/** The newest OP-6 answer, where a transfer has used its session. */
export function findSpentDetail(deps: Dependencies, sender: Sender): Detail | null {
  const held = findHeldDetail(deps, sender);
  return held?.isSpent === true ? held.detail : null;
}

/** Notes that a transfer uses the newest session of this sender. */
export function markSpent(deps: Dependencies, { person }: Sender): void {
  const held = deps.memory.of(person).heldDetail;
  if (held !== null) held.isSpent = true;
}

/** Where OP-5 is not served, the OTP of the typical order is tried, as where it names no scheme. */
export async function useScheme(session: Session, scheme: Step<Reply>): Promise<string> {
  const done = await session.after(scheme);
  if (done.ok) return schemeAt(done.value, session.doubt);
  if (!isViolationOf(done.error, 'OP5-SERVED')) return schemeAt(await session.use(scheme), session.doubt);
  session.doubt('OP5-SERVED');
  return 'OTP';
}

/** OP-5 costs nothing. Where another part of the service has just tagged the user, it may know the tag a moment later (reading 1). */
export async function readScheme(session: Session, ids: Pick<Sender, 'senderId' | 'subAgentTagId'>): Promise<Reply> {
  const call = documentedCall(senderSecurityScheme, 'only', ids);
  const read = (): Promise<Reply> => session.send(senderSecurityScheme, call);
  const readings = await poll(read, (reply) => !isListedRefusal(reply), moment, { sparing: true });
  return lastReading(readings);
}

export interface SenderSteps {
  readonly scheme: Step<Reply>;
  readonly sender: Step<Sender>;
}

export function createSenderSteps(onboarding: Onboarding, subAgent: Onboarding): SenderSteps {
  const { person } = onboarding;
  const scheme = step(`security scheme of the ${person.role}`, async (session) => {
    const ids = { senderId: await session.use(onboarding.tagId), subAgentTagId: await session.use(subAgent.tagId) };
    return mustServeConfigured(person.configuredTag, await readScheme(session, ids));
  });
  const sender = step(`the ${person.role} as a sender`, async (session) => ({
    person,
    senderId: await session.use(onboarding.tagId),
    subAgentTagId: await session.use(subAgent.tagId),
    scheme: await useScheme(session, scheme),
  }));
  return { scheme, sender };
}
