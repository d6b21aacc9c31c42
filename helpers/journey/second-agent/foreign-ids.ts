import { untried } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { Reply } from '../../judge/reply.ts';
import { listAccounts, countTakenAccounts } from '../beneficiary/beneficiary.ts';
import type { RefusedReplies } from '../refusals/refused-replies.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { asOtherAgent } from './as-other-agent.ts';
import { buildForeignEkycCall, callsByIdsAlone, foreignCallId, type FirstAgent } from './foreign-calls.ts';
import {
  createConsentedReplies,
  createTransferFailedSteps,
  createUntouchedStep,
  describeStep,
  isQueryFormServed,
  pickReplies,
  type ForeignEffects,
  type ForeignWay,
  type RoundParts,
} from './foreign-replies.ts';
import { runRounds, type Round, type Rounds } from './foreign-rounds.ts';
import type { OtherAgent } from './second-agent.ts';

/** The second agent on ids of the first (reading 3). */
export interface ForeignIds {
  readonly replies: Readonly<Record<ForeignWay, RefusedReplies>>;
  /** Whether a transfer that was answered with 2000 failed in the end. */
  readonly transferFailed: Readonly<Record<ForeignWay, ReadonlyMap<string, Step<boolean>>>>;
  /** Of the calls on a sender of the first agent. */
  readonly effects: ForeignEffects;
  /** The last step here that uses that sender. */
  readonly end: Step<unknown>;
}

/** Whose sub-agent a call on a sender of the first agent names. */
type SubAgentOwner = Exclude<ForeignWay, 'own-sender'>;

interface ForeignParts extends FirstAgent {
  readonly other: OtherAgent;
  /** The MPIN of the run, where it may be set on this sender. */
  readonly mpin: string | null;
  readonly ekycMobile: string;
  readonly follows: () => readonly Step<unknown>[];
}

interface Shared extends FirstAgent, Pick<ForeignParts, 'other'> {
  readonly account: Step<string>;
  readonly rounds: Step<Rounds>;
  /** What an effect would be in the way of. */
  readonly beforeEffects: () => readonly Step<unknown>[];
}

function createRoundsStep(
  deps: Dependencies,
  { other, customer, configuredCustomer, mpin, follows }: ForeignParts,
  account: Step<string>,
  listCalls: (() => readonly Step<unknown>[]) | null,
): Step<Rounds> {
  return step('calls of the second agent on a sender of the first', async (session) => {
    await session.use(other.open);
    await session.afterRequested(follows());
    // The list that ends the calls shows their effects too.
    if (listCalls !== null) await session.afterRequested(listCalls());
    const sender = await session.use(customer.sender);
    const payee = await session.use(customer.beneficiaries.payee);
    const own = await session.after(other.subAgentTag);
    const lent = await session.after(account);
    const isQueryServed = await isQueryFormServed(session, configuredCustomer);
    const ownSession = await session.after(other.transferSession);
    const plan = {
      sender,
      payee,
      mpin,
      subAgentTags: own.ok ? [sender.subAgentTagId, own.value] : [sender.subAgentTagId],
      account: lent.ok ? lent.value : null,
      mixed: own.ok && ownSession.ok ? { subAgentTagId: own.value, sessionId: ownSession.value } : null,
      isQueryServed,
      isAgain: listCalls === null,
    };
    return deps.inTurn(sender.person, () => runRounds(deps, session, plan));
  });
}

const readTag = async (session: Session, { other, customer }: Shared, under: SubAgentOwner): Promise<string> =>
  under === 'their-sub-agent' ? (await session.use(customer.sender)).subAgentTagId : session.use(other.subAgentTag);

async function readRound(session: Session, shared: Shared, under: SubAgentOwner): Promise<Round> {
  await session.use(shared.other.open);
  const tag = await readTag(session, shared, under);
  const round = (await session.use(shared.rounds)).rounds.get(tag);
  if (round === undefined) throw untried('the second agent has no sub-agent of its own', 'test-data');
  return round;
}

const describeRound = (shared: Shared, way: SubAgentOwner): RoundParts => ({
  way,
  account: shared.account,
  ownSession: shared.other.transferSession,
  round: (session) => readRound(session, shared, way),
});

function createReplies(shared: Shared, under: SubAgentOwner): RefusedReplies {
  const { other, beforeEffects } = shared;
  const plain = callsByIdsAlone.map(({ operation, form, ask }) => {
    const id = foreignCallId({ operation, ...(form !== undefined && { form }) });
    const reply = step(describeStep(id, under), async (session) => {
      await session.use(other.open);
      if (operation.effect !== 'none') await session.afterRequested(beforeEffects());
      return asOtherAgent(session).probe(operation, await ask(session, shared, await readTag(session, shared, under)));
    });
    return [id, reply] as const;
  });
  return new Map([...plain, ...createConsentedReplies(describeRound(shared, under))]);
}

const createEkycReplyStep = (shared: Shared, mobile: string): Step<Reply> =>
  step(describeStep('OP-16', 'their-sub-agent'), async (session) => {
    await session.use(shared.other.open);
    const { operation, call } = buildForeignEkycCall(mobile, await readTag(session, shared, 'their-sub-agent'));
    return asOtherAgent(session).probe(operation, call);
  });

export function createForeignIds(deps: Dependencies, parts: ForeignParts): ForeignIds {
  const { other, customer, configuredCustomer, mpinSender, ekycMobile } = parts;
  const isConfigured = customer === configuredCustomer;
  const account = step('an account for the second agent', async (session) => {
    const before = await session.use(customer.beneficiaries.detail);
    return deps.people.accounts.lend(listAccounts(before), isConfigured ? countTakenAccounts(before) : 1, isConfigured ? 4 : 1);
  });
  const rounds = createRoundsStep(deps, parts, account, () => pickReplies([theirs, own], 'OP-13', 'OP-13-false'));
  const beforeEffects = (): readonly Step<unknown>[] => [...pickReplies([theirs, own], 'OP-10', 'OP-11'), ...parts.follows()];
  const shared: Shared = { other, customer, configuredCustomer, mpinSender, account, rounds, beforeEffects };
  const theirs = createReplies(shared, 'their-sub-agent');
  const own = createReplies(shared, 'its-own-sub-agent');
  const transferFailed = (under: SubAgentOwner) =>
    createTransferFailedSteps(deps, describeRound(shared, under), (session) => readTag(session, shared, under));
  return {
    replies: {
      'their-sub-agent': new Map([...theirs, ['OP-16', createEkycReplyStep(shared, ekycMobile)]]),
      'its-own-sub-agent': own,
      'own-sender': other.ownSender.replies,
    },
    transferFailed: {
      'their-sub-agent': transferFailed('their-sub-agent'),
      'its-own-sub-agent': transferFailed('its-own-sub-agent'),
      'own-sender': other.ownSender.transferFailed,
    },
    effects: {
      account,
      untouched: createUntouchedStep(rounds),
      untouchedAgain: createUntouchedStep(createRoundsStep(deps, parts, account, null)),
    },
    end: rounds,
  };
}
