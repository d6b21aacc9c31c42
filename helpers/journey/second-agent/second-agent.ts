import { documentedCall } from '../../../specs/documented-call.ts';
import { agentBalance, onboardingStatus, paymentSources } from '../../../specs/operations.ts';
import type { OperationId } from '../../../specs/operation.ts';
import type { Token } from '../../client/auth/token.ts';
import type { Reply } from '../../judge/reply.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { Access } from '../access/access.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { lacksSpare } from '../setup/people.ts';
import { asOtherAgent, mustServeOtherAgent } from './as-other-agent.ts';
import { createOtherSender } from './other-sender.ts';
import { createOwnSenderCalls, type OwnSenderCalls } from './own-sender-calls.ts';
import { createOwnSender } from './own-sender.ts';
import { createOwnTransfer, type OwnTransfer } from './own-transfer.ts';

export interface OtherAgent {
  readonly token: Step<Token>;
  /** The second agent's token opens a plain read: a later refusal is about the ids it uses. */
  readonly open: Step<void>;
  readonly own: ReadonlyMap<OperationId, Step<unknown>>;
  readonly transfer: OwnTransfer;
  readonly subAgentTag: Step<string>;
  /** Of its own sender. */
  readonly transferSession: Step<string>;
  /** Its own sender under the first agent's sub-agent. */
  readonly ownSender: OwnSenderCalls;
}

interface OtherAgentParts {
  /** What pays with a session of its sender, or compares its balance, among the calls on ids of the first agent. */
  readonly follows: () => readonly Step<unknown>[];
  readonly access: Access;
  readonly subAgent: Onboarding;
  readonly customer: CustomerJourney;
  readonly mobile: string | undefined;
}

export function createOtherAgent(deps: Dependencies, { access, subAgent, customer, mobile, follows }: OtherAgentParts): OtherAgent {
  const token = step('obtain a token for the second agent', async (session) => {
    await session.use(access.open);
    return deps.obtainToken('other', session.evidence.exchanges);
  });
  const served = (name: string, first: Step<unknown>, call: (session: Session) => Promise<Reply>): Step<Reply> =>
    step(`${name} by the second agent`, async (session) => {
      await session.use(token);
      await session.use(first);
      return mustServeOtherAgent(await call(asOtherAgent(session)));
    });
  const sources = served('read the payment sources', access.sources, ({ send }) => send(paymentSources));
  const open = step('check that plain reads are served to the second agent', async (session) => {
    await session.use(sources);
  });
  const ownMobile = step('a mobile for the second agent', async (session) => {
    await session.use(open);
    if (mobile === undefined) throw lacksSpare(deps.people, 'a sub-agent of the second agent');
  });
  const status = step('an onboarding status of each agent', async (session) => {
    await session.use(ownMobile);
    return session.use(subAgent.statusBefore);
  });
  const { person, subAgentTag, scheme, sender, isNew } = createOtherSender(deps, {
    subAgent,
    customer,
    mobile: mobile ?? '',
    ready: ownMobile,
  });
  const foreignTag = subAgent.tagId;
  const own = createOwnSender(deps, { sender, isNew, customer, foreignTag });
  const ownSender = createOwnSenderCalls(deps, { own, customer, foreignTag });
  const transfer = createOwnTransfer(deps, { own, customer, follows: () => [...ownSender.replies.values(), ...follows()] });
  const statusCall = documentedCall(onboardingStatus, person.userType, person);
  return {
    token,
    open,
    own: new Map<OperationId, Step<unknown>>([
      ['OP-5', scheme],
      ['OP-6', own.detail],
      ['OP-8', transfer.scheme],
      ['OP-9', transfer.requested],
      ['OP-10', transfer.status],
      ['OP-11', transfer.invoice],
      ['OP-13', own.activationServed],
      ['OP-14', transfer.after],
      ['OP-1', served('read an onboarding status', status, ({ send }) => send(onboardingStatus, statusCall))],
      ['OP-2', sources],
      ['OP-15', served('read the agent balance', access.agentBalance, ({ send }) => send(agentBalance))],
    ]),
    subAgentTag,
    transferSession: step('a session of the second agent to pay with', async (session) =>
      (await session.use(own.detail)).fundtransferSessionId(session),
    ),
    transfer,
    ownSender,
  };
}
