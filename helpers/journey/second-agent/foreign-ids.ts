import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { transactionStatus } from '../../../specs/operations.ts';
import { valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { notApplicable, untried } from '../../judge/stop.ts';
import { poll } from '../../session/poll.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { listAccounts, countTakenAccounts } from '../beneficiary/beneficiary.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import type { RefusedReplies } from '../refusals/refused-replies.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { asOtherAgent } from './as-other-agent.ts';
import { buildForeignEkycCall, callsByIdsAlone, foreignCallId, type FirstAgent } from './foreign-calls.ts';
import { runRounds, type Round, type Rounds, type SubAgentOwner, type Untouched } from './foreign-rounds.ts';
import type { OtherAgent } from './second-agent.ts';

/** The second agent on ids of the first (reading 3). */
export interface ForeignIds {
  readonly replies: Readonly<Record<SubAgentOwner, RefusedReplies>>;
  /** Whether a transfer that was answered with 2000 failed in the end. */
  readonly transferFailed: Readonly<Record<SubAgentOwner, ReadonlyMap<string, Step<boolean>>>>;
  readonly untouched: Step<Untouched>;
  /** All calls once more, before a check accuses (reading 17). */
  readonly untouchedAgain: Step<Untouched>;
  /** The account that the second agent tries to add. */
  readonly account: Step<string>;
  /** The last step here that uses the sender. */
  readonly end: Step<unknown>;
}

interface ForeignParts extends FirstAgent {
  readonly other: OtherAgent;
  /** The MPIN of the run, where it may be set on this sender. */
  readonly mpin: string | null;
  readonly ekycMobile: string;
  readonly follows: readonly Step<unknown>[];
}

const consentedForms = ['OP-6', 'OP-7', 'OP-9', 'OP-9-query', 'OP-12', 'OP-14'] as const;

const payloadByForm = { 'OP-9': 'transfer', 'OP-9-query': 'queryTransfer' } as const;

const noMpinSender = 'no sender whose MPIN may be set (DMT_SPARE_MOBILES, DMT_MPIN)';
const queryNotServed = 'OP-9 (query) was not served before the calls of the second agent';

const describeStep = (id: string, under: SubAgentOwner): string => `${id} of the second agent under ${under.replaceAll('-', ' ')}`;

interface Shared extends FirstAgent, Pick<ForeignParts, 'other'> {
  readonly deps: Dependencies;
  readonly account: Step<string>;
  readonly rounds: Step<Rounds>;
  /** What an effect would be in the way of. */
  readonly beforeEffects: () => readonly Step<unknown>[];
}

/** Only where some check asks for that form. */
async function isQueryFormServed(session: Session, { queryForm: { reply: queryForm } }: CustomerJourney): Promise<boolean> {
  await session.afterRequested([queryForm]);
  if (!queryForm.isRequested()) return false;
  const done = await session.after(queryForm);
  return done.ok && done.value.code === apiCodes.success;
}

function createRoundsStep(
  deps: Dependencies,
  { other, customer, thorough, mpin, follows }: ForeignParts,
  account: Step<string>,
  listCalls: (() => readonly Step<unknown>[]) | null,
): Step<Rounds> {
  return step('calls of the second agent on a sender of the first', async (session) => {
    await session.use(other.open);
    await session.afterRequested(follows);
    // The list that ends the calls shows their effects too.
    if (listCalls !== null) await session.afterRequested(listCalls());
    const sender = await session.use(customer.sender);
    const payee = await session.use(customer.beneficiaries.payee);
    const own = await session.after(other.subAgentTag);
    const lent = await session.after(account);
    const isQueryServed = await isQueryFormServed(session, thorough);
    const plan = {
      sender,
      payee,
      mpin,
      ownTag: own.ok ? own.value : null,
      account: lent.ok ? lent.value : null,
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
  await readTag(session, shared, under);
  const round = (await session.use(shared.rounds)).rounds[under];
  if (round === undefined) throw untried('the second agent has no sub-agent of its own', 'test-data');
  return round;
}

function createReplies(shared: Shared, under: SubAgentOwner): RefusedReplies {
  const { other, account, beforeEffects } = shared;
  const plain = callsByIdsAlone.map(({ operation, form, ask }) => {
    const id = foreignCallId({ operation, ...(form !== undefined && { form }) });
    const reply = step(describeStep(id, under), async (session) => {
      await session.use(other.open);
      if (operation.effect !== 'none') await session.afterRequested(beforeEffects());
      return asOtherAgent(session).probe(operation, await ask(session, shared, await readTag(session, shared, under)));
    });
    return [id, reply] as const;
  });
  const rest = consentedForms.map((id) => {
    const reply = step(describeStep(id, under), async (session) => {
      if (id === 'OP-7') await session.use(account);
      const found = (await readRound(session, shared, under)).replies.get(id);
      if (found !== undefined) return found;
      throw id === 'OP-9-query' ? notApplicable(queryNotServed) : untried(noMpinSender, 'configuration');
    });
    return [id, reply] as const;
  });
  return new Map<string, Step<Reply>>([...plain, ...rest]);
}

const createEkycReplyStep = (shared: Shared, mobile: string): Step<Reply> =>
  step(describeStep('OP-16', 'their-sub-agent'), async (session) => {
    await session.use(shared.other.open);
    const { operation, call } = buildForeignEkycCall(mobile, await readTag(session, shared, 'their-sub-agent'));
    return asOtherAgent(session).probe(operation, call);
  });

const createTransferFailedStep = (shared: Shared, under: SubAgentOwner, form: keyof typeof payloadByForm): Step<boolean> =>
  step(`what became of ${describeStep(form, under)}`, async (session) => {
    const { correlationId = '' } = (await readRound(session, shared, under)).material[payloadByForm[form]] ?? {};
    const subAgentTagId = await readTag(session, shared, under);
    const call = documentedCall(transactionStatus, 'only', { correlationId, subAgentTagId });
    const read = (): Promise<Reply> => asOtherAgent(session).probe(transactionStatus, call);
    const hasEnded = (reply: Reply): boolean => valueAt(reply, 'result.status') !== 'PENDING';
    const readings = await poll(read, hasEnded, shared.deps.waits.upTo('final-status'));
    return readings.some((reply) => valueAt(reply, 'result.status') === 'FAILED');
  });

const createTransferFailedSteps = (shared: Shared, under: SubAgentOwner): ReadonlyMap<string, Step<boolean>> =>
  new Map((['OP-9', 'OP-9-query'] as const).map((form) => [form, createTransferFailedStep(shared, under, form)]));

const pickReplies = (replies: readonly RefusedReplies[], ...ids: readonly string[]): readonly Step<Reply>[] =>
  replies.flatMap((each) => ids.flatMap((id) => each.get(id) ?? []));

const createUntouchedStep = (rounds: Step<Rounds>): Step<Untouched> =>
  step('the sender after the calls of the second agent', async (session) => (await session.use(rounds)).untouched);

export function createForeignIds(deps: Dependencies, parts: ForeignParts): ForeignIds {
  const { other, customer, thorough, mpinSender, ekycMobile } = parts;
  const isThorough = customer === thorough;
  const account = step('an account for the second agent', async (session) => {
    const before = await session.use(customer.beneficiaries.detail);
    return deps.people.accounts.lend(listAccounts(before), countTakenAccounts(before, isThorough), isThorough ? 4 : 1);
  });
  const rounds = createRoundsStep(deps, parts, account, () => pickReplies([theirs, own], 'OP-13', 'OP-13-false'));
  const beforeEffects = (): readonly Step<unknown>[] => [...pickReplies([theirs, own], 'OP-10', 'OP-11'), ...parts.follows];
  const shared: Shared = { deps, other, customer, thorough, mpinSender, account, rounds, beforeEffects };
  const theirs = createReplies(shared, 'their-sub-agent');
  const own = createReplies(shared, 'its-own-sub-agent');
  return {
    replies: {
      'their-sub-agent': new Map([...theirs, ['OP-16', createEkycReplyStep(shared, ekycMobile)]]),
      'its-own-sub-agent': own,
    },
    transferFailed: {
      'their-sub-agent': createTransferFailedSteps(shared, 'their-sub-agent'),
      'its-own-sub-agent': createTransferFailedSteps(shared, 'its-own-sub-agent'),
    },
    account,
    untouched: createUntouchedStep(rounds),
    untouchedAgain: createUntouchedStep(createRoundsStep(deps, parts, account, null)),
    end: rounds,
  };
}
