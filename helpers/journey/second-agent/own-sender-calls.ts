import { documentedCall } from '../../../specs/documented-call.ts';
import { activateBeneficiary, senderBalance, senderSecurityScheme, transferSecurityScheme } from '../../../specs/operations.ts';
import type { Operation } from '../../../specs/operation.ts';
import type { Call } from '../../client/http/call.ts';
import type { Reply } from '../../judge/reply.ts';
import { sameId } from '../../core/ids.ts';
import { notApplicable, untried } from '../../judge/stop.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import { useInactive, useToActivate } from '../beneficiary/inactive.ts';
import { listAccounts } from '../beneficiary/beneficiary.ts';
import type { RefusedReplies } from '../refusals/refused-replies.ts';
import type { Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { buildSchemeCall } from '../transfer/transfer.ts';
import { asOtherAgent, orUntried, readOwnScheme } from './as-other-agent.ts';
import {
  createConsentedReplies,
  createTransferFailedSteps,
  createUntouchedStep,
  describeStep,
  isQueryFormServed,
  pickReplies,
  type ForeignEffects,
  type RoundParts,
} from './foreign-replies.ts';
import { runRounds, type Round, type Rounds } from './foreign-rounds.ts';
import type { OwnSender, OwnSenderParts } from './own-sender.ts';

/** The second agent on its own sender under the first agent's sub-agent. Its transfer comes later, so OP-10 and OP-11 have no id to ask for. */
export interface OwnSenderCalls {
  readonly replies: RefusedReplies;
  readonly transferFailed: ReadonlyMap<string, Step<boolean>>;
  readonly effects: ForeignEffects;
}

interface CallsPlan extends Pick<OwnSenderParts, 'customer' | 'foreignTag'> {
  readonly own: OwnSender;
}

type Ids = Pick<Sender, 'senderId' | 'subAgentTagId'>;

/** Ids may begin anew for each sender: then this one is the sender's own (reading 21). */
async function nameForeign(session: Session, own: OwnSender, id: string): Promise<Ids & { readonly id: string }> {
  const { beneficiaries } = await session.use(own.detail);
  if (beneficiaries.some(({ beneficiaryId }) => sameId(beneficiaryId, id))) throw notApplicable('the sender has a beneficiary of that id');
  return { ...(await session.use(own.sender)), id };
}

/** OP-8 names the source to pay from last before the calls, and another one behind them (reading 20). */
function createPlainReplies({ customer, foreignTag, own }: CallsPlan, rounds: () => Step<unknown>): RefusedReplies {
  const ask = (id: string, operation: Operation, build: (session: Session, ids: Ids) => Promise<Call>): [string, Step<Reply>] => [
    id,
    step(describeStep(id, 'own-sender'), async (session) => {
      const ids = { ...(await session.use(own.sender)), subAgentTagId: await session.use(foreignTag) };
      return asOtherAgent(session).probe(operation, await build(session, ids));
    }),
  ];
  const falseCall = ask('OP-13-false-foreign-beneficiary', activateBeneficiary, async (session) => {
    const beneficiaryId = await useInactive(session, customer.beneficiaries);
    return documentedCall(activateBeneficiary, 'false', await nameForeign(session, own, beneficiaryId));
  });
  const [, askedWithFalse] = falseCall;
  return new Map([
    ask('OP-5', senderSecurityScheme, (_, ids) => Promise.resolve(documentedCall(senderSecurityScheme, 'only', ids))),
    ask('OP-8', transferSecurityScheme, async (session, ids) => buildSchemeCall(ids, await session.use(customer.source))),
    ask('OP-8-bank', transferSecurityScheme, async (session, ids) => {
      if (!(await session.use(customer.schemes)).has('bank')) throw notApplicable('OP-8 is not served for the source bank');
      await session.afterRequested([rounds()]);
      return documentedCall(transferSecurityScheme, 'bank', ids);
    }),
    ['OP-13', own.activation],
    ask('OP-14-foreign-session', senderBalance, async (session) => {
      const { getBalanceSessionId } = await session.use(customer.beneficiaries.detail);
      return documentedCall(senderBalance, 'only', { ...(await session.use(own.sender)), sessionId: getBalanceSessionId(session) });
    }),
    ask('OP-13-foreign-beneficiary', activateBeneficiary, async (session) => {
      // Behind the call with `false`, which would undo what this one does.
      await session.after(askedWithFalse);
      const beneficiaryId = await useToActivate(session, customer.beneficiaries);
      return documentedCall(activateBeneficiary, 'true', await nameForeign(session, own, beneficiaryId));
    }),
    falseCall,
    ask('OP-13-false', activateBeneficiary, async (session, ids) => {
      await session.after(own.activated);
      await session.use(own.detail);
      const { beneficiaryId: id } = await session.use(own.payee);
      return documentedCall(activateBeneficiary, 'false', { ...ids, id });
    }),
  ]);
}

const ownCallRefused = "the second agent's sender could not be used";

function createRoundsStep(
  deps: Dependencies,
  { customer, foreignTag, own }: CallsPlan,
  account: Step<string>,
  before: (() => readonly Step<unknown>[]) | null,
): Step<Rounds> {
  return step('calls of the second agent on its own sender', async (session) => {
    await session.after(own.activated);
    const sender = await session.use(own.sender);
    const payee = await session.use(own.payee);
    await session.use(own.detail);
    const lent = await session.after(account);
    if (before !== null) await session.afterRequested(before());
    const asOther = asOtherAgent(session);
    await asOther.send(transferSecurityScheme, buildSchemeCall(sender, await session.use(customer.source)));
    const plan = {
      sender,
      payee,
      mpin: deps.people.mpin,
      subAgentTags: [await session.use(foreignTag)],
      account: lent.ok ? lent.value : null,
      // It would use up the code, and reading the list behind it would cost another one.
      mixed: null,
      isQueryServed: await isQueryFormServed(session, customer),
      isAgain: before === null,
    };
    const run = () => runRounds(deps, asOther, plan);
    return deps.inTurn(sender.person, () => orUntried(session, run, ownCallRefused, () => readOwnScheme(session, sender)));
  });
}

async function readRound(session: Session, { foreignTag }: CallsPlan, rounds: Step<Rounds>): Promise<Round> {
  const { rounds: byTag } = await session.use(rounds);
  const round = byTag.get(await session.use(foreignTag));
  if (round === undefined) throw untried(ownCallRefused, 'test-data');
  return round;
}

export function createOwnSenderCalls(deps: Dependencies, plan: CallsPlan): OwnSenderCalls {
  const { sender, detail } = plan.own;
  const account = step('an account for the sender of the second agent', async (session) =>
    deps.people.accounts.lend(listAccounts(await session.use(detail)), 1),
  );
  const rounds = createRoundsStep(deps, plan, account, () => pickReplies([plain], 'OP-8', 'OP-13-false'));
  const plain = createPlainReplies(plan, () => rounds);
  const parts: RoundParts = { way: 'own-sender', account, ownSession: detail, round: (session) => readRound(session, plan, rounds) };
  return {
    replies: new Map([...plain, ...createConsentedReplies(parts)]),
    transferFailed: createTransferFailedSteps(deps, parts, async (session) => (await session.use(sender)).subAgentTagId),
    effects: {
      account,
      untouched: createUntouchedStep(rounds),
      untouchedAgain: createUntouchedStep(createRoundsStep(deps, plan, account, null)),
    },
  };
}
