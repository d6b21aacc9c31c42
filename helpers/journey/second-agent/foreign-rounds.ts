import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { senderDetail } from '../../../specs/operations.ts';
import type { Reply } from '../../judge/reply.ts';
import { findNotServedStop } from '../../judge/served.ts';
import type { Session } from '../../session/session.ts';
import { answerScheme } from '../consent/consent.ts';
import { keepDetail, readDetail, readDetailToPayWith, type Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail, Listed } from '../setup/detail.ts';
import { hasFallen, readBalances, requireIdleBalances, requireSameBalances, type AccountBalances } from '../transfer/balance.ts';
import { createBalanceReader, readOnceSettled, readUntilIdle } from '../transfer/balance-reader.ts';
import { allowLateCost, watchBalance } from '../transfer/balances-around.ts';
import { buildTransferPayload } from '../transfer/transfer-call.ts';
import { asOtherAgent } from './as-other-agent.ts';
import { buildConsentedCalls, foreignCallId, type CallMaterial } from './foreign-calls.ts';

export interface Untouched {
  readonly before: AccountBalances;
  readonly after: AccountBalances;
  readonly listed: Detail;
}

export interface Round {
  readonly material: CallMaterial;
  /** By the id of an operation, or of one of its forms. */
  readonly replies: ReadonlyMap<string, Reply>;
  /** Those answered with 4170 to a code that a call before them may have used up: they show nothing of the agent. */
  readonly behindSpentCode: ReadonlySet<string>;
}

type Played = Omit<Round, 'behindSpentCode'>;

export interface Rounds {
  /** By the tag of the sub-agent that the calls name. */
  readonly rounds: ReadonlyMap<string, Round>;
  readonly untouched: Untouched;
}

/** What a transfer names of the second agent, from a sender of the first. */
type OwnIds = Pick<NonNullable<CallMaterial['mixed']>, 'subAgentTagId' | 'sessionId'>;

interface RoundsPlan {
  /** With the sub-agent under which its own agent uses it. */
  readonly sender: Sender;
  readonly payee: Pick<Listed, 'beneficiaryId'>;
  readonly mpin: string | null;
  /** One round of calls for each. */
  readonly subAgentTags: readonly string[];
  readonly account: string | null;
  /** Sent in the last round. */
  readonly mixed: OwnIds | null;
  readonly isQueryServed: boolean;
  /** The calls are repeated before a check accuses, so the balance must be idle before them (reading 17). */
  readonly isAgain: boolean;
}

/** The sender's own agent asked for this code, so it is right: a refusal can only be about the agent or its sub-agent. */
async function createRightConsent(
  deps: Dependencies,
  session: Session,
  { person, scheme }: Sender,
): Promise<Pick<CallMaterial, 'consent' | 'otp'>> {
  const { consent, challenge } = await answerScheme(deps, session, person, scheme);
  return { consent, otp: challenge ?? { code: '', state: '' } };
}

/** In one turn of the sender: its balance, the calls of the second agent, and its balance and list after them, for the agent of `session`. */
export async function runRounds(
  deps: Dependencies,
  session: Session,
  { sender, payee, mpin, subAgentTags, account, mixed: toMix, isQueryServed, isAgain }: RoundsPlan,
): Promise<Rounds> {
  const reader = createBalanceReader(deps, sender, await readDetailToPayWith(deps, session, sender));
  // A code may cost its sender a fee (reading 20), so it is asked for before the first reading.
  const right = await createRightConsent(deps, session, sender);
  const before = isAgain
    ? requireIdleBalances(await readUntilIdle(deps, sender, reader, session))
    : await readOnceSettled(deps, sender, reader, session);
  const play = async (subAgentTagId: string): Promise<Played> => {
    const beneficiary = account === null ? null : { accountNo: account, ...deps.people.beneficiary };
    const order = { amount: deps.people.amount, payee };
    const transfer = buildTransferPayload(deps, sender, order);
    const queryTransfer = isQueryServed ? buildTransferPayload(deps, sender, order) : null;
    const isLast = subAgentTagId === subAgentTags.at(-1);
    const mixed = toMix === null || !isLast ? null : { ...buildTransferPayload(deps, sender, order), ...toMix };
    const material = { sender, detail: reader.detail(), ...right, beneficiary, transfer, queryTransfer, mixed, mpin };
    const replies = new Map<string, Reply>();
    for (const foreign of buildConsentedCalls(session, material, subAgentTagId))
      replies.set(foreignCallId(foreign), await asOtherAgent(session).probe(foreign.operation, foreign.call));
    return { material, replies };
  };
  const played = new Map<string, Played>();
  const began = Date.now();
  for (const tag of subAgentTags) played.set(tag, await play(tag));
  const tookMs = Date.now() - began;
  const after = readBalances(await reader.read(session));
  // If the balance also falls without these calls, another user pays from this wallet.
  if (isAgain && hasFallen(before, after))
    requireSameBalances(after, await watchBalance(session, reader, after, Math.max(tookMs, allowLateCost(deps))));
  const { listed, isCodeSpent } = await readWithConsent(deps, session, sender, right.consent);
  const spent = isCodeSpent ? listBehindFirst([...played.values()]) : new Set<Reply>();
  const toRound = ({ material, replies }: Played): Round => ({
    material,
    replies,
    behindSpentCode: new Set([...replies].flatMap(([id, reply]) => (spent.has(reply) ? [id] : []))),
  });
  return { rounds: new Map([...played].map(([tag, round]) => [tag, toRound(round)])), untouched: { before, after, listed } };
}

/** The first call had a code that no other call had used. */
function listBehindFirst(rounds: readonly Played[]): ReadonlySet<Reply> {
  const [, ...others] = rounds.flatMap(({ replies }) => [...replies.values()]);
  return new Set(others.filter(({ code }) => code === apiCodes.wrongOtpOrMpin));
}

interface ReadBehind {
  readonly listed: Detail;
  readonly isCodeSpent: boolean;
}

/**
 * OP-6 with the code of the second agent's calls: if it is served, the code was right all along.
 * If the code was used up, OP-6 with a new one.
 */
async function readWithConsent(deps: Dependencies, session: Session, sender: Sender, consent: string): Promise<ReadBehind> {
  const reply = await session.probe(senderDetail, documentedCall(senderDetail, 'only', { ...sender, consent }));
  const isCodeSpent = findNotServedStop(reply) !== null;
  return { listed: isCodeSpent ? await readDetail(deps, session, sender) : keepDetail(deps, sender, reply), isCodeSpent };
}
