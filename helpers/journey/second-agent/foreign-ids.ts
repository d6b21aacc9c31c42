import { documentedCall } from '../../../specs/documented-call.ts';
import { senderDetail, transactionStatus } from '../../../specs/operations.ts';
import type { OperationId } from '../../../specs/operation.ts';
import { valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { notServed } from '../../judge/served.ts';
import { untried } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { accountsIn, takenBy } from '../beneficiary/beneficiary.ts';
import { accountsOf, balanceReader, idleAccounts, idleReadings, type Accounts } from '../transfer/balance.ts';
import { newChallenge } from '../consent/challenge.ts';
import { consentOf } from '../consent/consent.ts';
import { ekycAttempt, plainAttempts, seatedAttempts, type Seat } from './foreign-attempts.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { asOther, type OtherAgent } from './second-agent.ts';
import { poll } from '../../session/poll.ts';
import type { Refused } from '../refusals/refused.ts';
import { currentDetail, detailOf, readDetail, type Sender } from '../sender/sender.ts';
import type { Listed, Detail } from '../setup/detail.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { transferPayload } from '../transfer/transfer.ts';

/** Under whose sub-agent the second agent speaks of a sender of the first. */
export type Under = 'their-sub-agent' | 'its-own-sub-agent';

/** What the first agent's sender had before and after the calls of the second. */
export interface Untouched {
  readonly before: Accounts;
  readonly after: Accounts;
  readonly listed: Detail;
}

/** The second agent on ids of the first (reading 3). */
export interface ForeignIds {
  readonly replies: Readonly<Record<Under, Refused>>;
  /** Whether a transfer that was answered with 2000 failed after all. */
  readonly transferFailed: Readonly<Record<Under, Step<boolean>>>;
  readonly untouched: Step<Untouched>;
  /** The account the second agent tries to add. */
  readonly account: Step<string>;
  /** The last thing told of the sender here. */
  readonly end: Step<unknown>;
}

export interface ForeignParts {
  readonly other: OtherAgent;
  /** Of the first agent; all its transfers are over. */
  readonly story: CustomerJourney;
  /** The story is told with everything. */
  readonly thorough: boolean;
  /** What the run sets as MPIN, where this sender is one it may be set on. */
  readonly mpin: string | null;
  readonly ekycMobile: string;
  /** Steps of the same sender that come first, whatever becomes of them. */
  readonly follows: readonly Step<unknown>[];
}

/** One round of calls that need a session or a consent. */
interface Round {
  readonly seat: Seat;
  readonly replies: ReadonlyMap<OperationId, Reply>;
}

interface Staged {
  readonly rounds: Readonly<Partial<Record<Under, Round>>>;
  readonly untouched: Untouched;
}

/** Asked for by the first agent, the code is right for this sender: a refusal can only be about who sends it. */
async function rightConsent(deps: Dependencies, session: Session, { person, scheme }: Sender): Promise<Pick<Seat, 'consent' | 'otp'>> {
  if (scheme === 'NONE') return { consent: 'NONE', otp: { code: '', state: '' } };
  const otp = await newChallenge(deps, session, person);
  return { consent: consentOf(deps, person, otp.code, otp.state), otp };
}

/** In one turn of the sender: what it has, the calls of the second agent, and what it has then. */
async function stage(
  deps: Dependencies,
  session: Session,
  mpin: string | null,
  sender: Sender,
  payee: Listed,
  ownTag: string | null,
  account: string | null,
): Promise<Staged> {
  const reader = balanceReader(deps, sender, await currentDetail(deps, session, sender));
  const before = idleAccounts(await idleReadings(deps, sender, reader, session));
  const right = await rightConsent(deps, session, sender);
  const play = async (subAgentTagId: string): Promise<Round> => {
    const beneficiary = account === null ? null : { accountNo: account, ...deps.people.beneficiary };
    const transfer = transferPayload(deps, sender, { amount: deps.people.amount, payee });
    const seat = { sender, detail: reader.detail(), ...right, beneficiary, transfer, mpin };
    const replies = new Map<OperationId, Reply>();
    for (const { operation, call } of seatedAttempts(session, seat, subAgentTagId))
      replies.set(operation.id, await asOther(session).probe(operation, call));
    return { seat, replies };
  };
  const theirs = await play(sender.subAgentTagId);
  const own = ownTag === null ? null : await play(ownTag);
  const after = accountsOf(await reader.read(session));
  const listed = await readWith(deps, session, sender, right.consent);
  return {
    rounds: { 'their-sub-agent': theirs, ...(own !== null && { 'its-own-sub-agent': own }) },
    untouched: { before, after, listed },
  };
}

/** OP-6 with the code the second agent sent: served, it shows that the code was right all along. Where it was used up, with another. */
async function readWith(deps: Dependencies, session: Session, sender: Sender, consent: string): Promise<Detail> {
  const reply = await session.probe(senderDetail, documentedCall(senderDetail, 'only', { ...sender, consent }));
  return notServed(reply) === null ? detailOf(deps, sender, reply) : readDetail(deps, session, sender);
}

const seated = ['OP-6', 'OP-7', 'OP-9', 'OP-12', 'OP-14'] as const;

export function foreignIdsOf(deps: Dependencies, { other, story, thorough, mpin, ekycMobile, follows }: ForeignParts): ForeignIds {
  const account = step('an account for the second agent', async (session) => {
    const before = await session.use(story.beneficiaries.detail);
    return deps.people.accounts.lend(accountsIn(before), takenBy(before, thorough), thorough ? 4 : 1);
  });
  const staged = step('calls of the second agent on a sender of the first', async (session) => {
    await session.use(other.open);
    await session.behind(follows);
    const sender = await session.use(story.sender);
    const payee = await session.use(story.beneficiaries.payee);
    const own = await session.after(other.subAgentTag);
    const lent = await session.after(account);
    const [ownTag, accountNo] = [own.ok ? own.value : null, lent.ok ? lent.value : null];
    return deps.inTurn(sender.person, () => stage(deps, session, mpin, sender, payee, ownTag, accountNo));
  });
  const tagUnder: Readonly<Record<Under, (session: Session) => Promise<string>>> = {
    'their-sub-agent': async (session) => (await session.use(story.sender)).subAgentTagId,
    'its-own-sub-agent': (session) => session.use(other.subAgentTag),
  };
  const nameOf = (id: string, under: Under): string => `${id} of the second agent under ${under.replaceAll('-', ' ')}`;
  const roundOf = async (session: Session, under: Under): Promise<Round> => {
    await session.use(other.open);
    await tagUnder[under](session);
    const round = (await session.use(staged)).rounds[under];
    if (round === undefined) throw untried('the second agent has no sub-agent of its own', 'test-data');
    return round;
  };
  const repliesUnder = (under: Under): Refused => {
    const plain = plainAttempts.map(({ operation, ask }) => {
      const reply = step(nameOf(operation.id, under), async (session) => {
        await session.use(other.open);
        return asOther(session).probe(operation, await ask(session, story, await tagUnder[under](session)));
      });
      return [operation.id, reply] as const;
    });
    const rest = seated.map((id) => {
      const reply = step(nameOf(id, under), async (session) => {
        if (id === 'OP-7') await session.use(account);
        const found = (await roundOf(session, under)).replies.get(id);
        if (found === undefined) throw untried('no sender whose MPIN may be set (DMT_SPARE_MOBILES, DMT_MPIN)', 'configuration');
        return found;
      });
      return [id, reply] as const;
    });
    return new Map<OperationId, Step<Reply>>([...plain, ...rest]);
  };
  const ekyc = step(nameOf('OP-16', 'their-sub-agent'), async (session) => {
    await session.use(other.open);
    const { operation, call } = ekycAttempt(ekycMobile, await tagUnder['their-sub-agent'](session));
    return asOther(session).probe(operation, call);
  });
  const failedUnder = (under: Under): Step<boolean> =>
    step(`what became of the transfer of the second agent under ${under}`, async (session) => {
      const { correlationId } = (await roundOf(session, under)).seat.transfer;
      const call = documentedCall(transactionStatus, 'only', { correlationId, subAgentTagId: await tagUnder[under](session) });
      const look = (): Promise<Reply> => asOther(session).probe(transactionStatus, call);
      const readings = await poll(look, (reply) => valueAt(reply, 'result.status') !== 'PENDING', deps.waits.upTo('final-status'));
      return readings.some((reply) => valueAt(reply, 'result.status') === 'FAILED');
    });
  return {
    replies: {
      'their-sub-agent': new Map([...repliesUnder('their-sub-agent'), ['OP-16', ekyc]]),
      'its-own-sub-agent': repliesUnder('its-own-sub-agent'),
    },
    transferFailed: { 'their-sub-agent': failedUnder('their-sub-agent'), 'its-own-sub-agent': failedUnder('its-own-sub-agent') },
    account,
    untouched: step('the sender after the calls of the second agent', async (session) => (await session.use(staged)).untouched),
    end: staged,
  };
}
