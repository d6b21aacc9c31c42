import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { senderDetail } from '../../../specs/operations.ts';
import { readBeneficiaries } from '../../judge/facts/beneficiaries.ts';
import { usableTextAt, valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { Stop } from '../../judge/stop.ts';
import { lastReading, poll } from '../../session/poll.ts';
import type { Session } from '../../session/session.ts';
import { withConsent } from '../consent/consent.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { HeldDetail } from '../setup/person-memory.ts';
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

const isNothingFound = (error: unknown): error is Stop =>
  error instanceof Stop && error.why.kind === 'violation' && error.why.deviation === `code-${apiCodes.nothingFound}`;

const askForDetail = (deps: Dependencies, session: Session, sender: Sender): Promise<Reply> =>
  withConsent(deps, session, sender.person, sender.scheme, senderDetail, (consent) =>
    session.send(senderDetail, documentedCall(senderDetail, 'only', { ...sender, consent })),
  );

type Asked = { readonly reply: Reply } | { readonly stop: Stop };

/** OP-6 may know a sender a while after OP-4: it is asked at most twice more, as each time takes a code (reading 1). */
async function askUntilKnown(deps: Dependencies, session: Session, sender: Sender): Promise<Reply> {
  let count = 0;
  const ask = async (): Promise<Asked> => {
    count += 1;
    try {
      return { reply: await askForDetail(deps, session, sender) };
    } catch (error) {
      if (!isNothingFound(error)) throw error;
      return { stop: error };
    }
  };
  const last = lastReading(await poll(ask, (asked) => 'reply' in asked, deps.waits.upTo('list'), { costly: () => count > 1 }));
  if ('reply' in last) return last.reply;
  deps.memory.staysUnknown = true;
  throw last.stop;
}

/** OP-6 with a new challenge. Call it in the sender's turn. */
export async function readDetail(deps: Dependencies, session: Session, sender: Sender): Promise<Detail> {
  const { memory, people } = deps;
  const mayBeEarly = memory.of(sender.person).heldDetail === null && !memory.staysUnknown && !people.codesAreTyped;
  return keepDetail(deps, sender, await (mayBeEarly ? askUntilKnown : askForDetail)(deps, session, sender));
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
