import { documentedCall } from '../../../specs/documented-call.ts';
import { transactionStatus } from '../../../specs/operations.ts';
import type { OperationId } from '../../../specs/operation.ts';
import { valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { untried } from '../../judge/stop.ts';
import { poll } from '../../session/poll.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { accountsIn, takenBy } from '../beneficiary/beneficiary.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import type { Refused } from '../refusals/refused.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { asOther } from './as-other.ts';
import { ekycForeignCall, plainCalls } from './foreign-calls.ts';
import { playRounds, type Round, type Rounds, type Under, type Untouched } from './foreign-rounds.ts';
import type { OtherAgent } from './second-agent.ts';

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
  readonly customer: CustomerJourney;
  /** The customer's journey has everything in it. */
  readonly thorough: boolean;
  /** What the run sets as MPIN, where this sender is one it may be set on. */
  readonly mpin: string | null;
  readonly ekycMobile: string;
  /** Steps of the same sender that come first, whatever becomes of them. */
  readonly follows: readonly Step<unknown>[];
}

const consented = ['OP-6', 'OP-7', 'OP-9', 'OP-12', 'OP-14'] as const;

const nameOf = (id: string, under: Under): string => `${id} of the second agent under ${under.replaceAll('-', ' ')}`;

/** What the calls of the second agent share. */
interface Shared extends Pick<ForeignParts, 'other' | 'customer'> {
  readonly deps: Dependencies;
  readonly account: Step<string>;
  readonly rounds: Step<Rounds>;
}

function roundsOf(deps: Dependencies, { other, customer, mpin, follows }: ForeignParts, account: Step<string>): Step<Rounds> {
  return step('calls of the second agent on a sender of the first', async (session) => {
    await session.use(other.open);
    await session.behind(follows);
    const sender = await session.use(customer.sender);
    const payee = await session.use(customer.beneficiaries.payee);
    const own = await session.after(other.subAgentTag);
    const lent = await session.after(account);
    const plan = { sender, payee, mpin, ownTag: own.ok ? own.value : null, account: lent.ok ? lent.value : null };
    return deps.inTurn(sender.person, () => playRounds(deps, session, plan));
  });
}

const tagUnder = async (session: Session, { other, customer }: Shared, under: Under): Promise<string> =>
  under === 'their-sub-agent' ? (await session.use(customer.sender)).subAgentTagId : session.use(other.subAgentTag);

async function roundUnder(session: Session, shared: Shared, under: Under): Promise<Round> {
  await session.use(shared.other.open);
  await tagUnder(session, shared, under);
  const round = (await session.use(shared.rounds)).rounds[under];
  if (round === undefined) throw untried('the second agent has no sub-agent of its own', 'test-data');
  return round;
}

function repliesUnder(shared: Shared, under: Under): Refused {
  const { other, customer, account } = shared;
  const plain = plainCalls.map(({ operation, ask }) => {
    const reply = step(nameOf(operation.id, under), async (session) => {
      await session.use(other.open);
      return asOther(session).probe(operation, await ask(session, customer, await tagUnder(session, shared, under)));
    });
    return [operation.id, reply] as const;
  });
  const rest = consented.map((id) => {
    const reply = step(nameOf(id, under), async (session) => {
      if (id === 'OP-7') await session.use(account);
      const found = (await roundUnder(session, shared, under)).replies.get(id);
      if (found === undefined) throw untried('no sender whose MPIN may be set (DMT_SPARE_MOBILES, DMT_MPIN)', 'configuration');
      return found;
    });
    return [id, reply] as const;
  });
  return new Map<OperationId, Step<Reply>>([...plain, ...rest]);
}

const ekycReplyOf = (shared: Shared, mobile: string): Step<Reply> =>
  step(nameOf('OP-16', 'their-sub-agent'), async (session) => {
    await session.use(shared.other.open);
    const { operation, call } = ekycForeignCall(mobile, await tagUnder(session, shared, 'their-sub-agent'));
    return asOther(session).probe(operation, call);
  });

const transferFailedUnder = (shared: Shared, under: Under): Step<boolean> =>
  step(`what became of the transfer of the second agent under ${under}`, async (session) => {
    const { correlationId } = (await roundUnder(session, shared, under)).material.transfer;
    const subAgentTagId = await tagUnder(session, shared, under);
    const call = documentedCall(transactionStatus, 'only', { correlationId, subAgentTagId });
    const read = (): Promise<Reply> => asOther(session).probe(transactionStatus, call);
    const hasEnded = (reply: Reply): boolean => valueAt(reply, 'result.status') !== 'PENDING';
    const readings = await poll(read, hasEnded, shared.deps.waits.upTo('final-status'));
    return readings.some((reply) => valueAt(reply, 'result.status') === 'FAILED');
  });

export function foreignIdsOf(deps: Dependencies, parts: ForeignParts): ForeignIds {
  const { other, customer, thorough, ekycMobile } = parts;
  const account = step('an account for the second agent', async (session) => {
    const before = await session.use(customer.beneficiaries.detail);
    return deps.people.accounts.lend(accountsIn(before), takenBy(before, thorough), thorough ? 4 : 1);
  });
  const rounds = roundsOf(deps, parts, account);
  const shared: Shared = { deps, other, customer, account, rounds };
  const theirs = repliesUnder(shared, 'their-sub-agent');
  return {
    replies: {
      'their-sub-agent': new Map([...theirs, ['OP-16', ekycReplyOf(shared, ekycMobile)]]),
      'its-own-sub-agent': repliesUnder(shared, 'its-own-sub-agent'),
    },
    transferFailed: {
      'their-sub-agent': transferFailedUnder(shared, 'their-sub-agent'),
      'its-own-sub-agent': transferFailedUnder(shared, 'its-own-sub-agent'),
    },
    account,
    untouched: step('the sender after the calls of the second agent', async (session) => (await session.use(rounds)).untouched),
    end: rounds,
  };
}
