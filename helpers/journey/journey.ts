import type { Reply } from '../judge/reply.ts';
import { step, type Session, type Step } from '../session/session.ts';
import type { AnswerObserver } from '../judge/answer-observer.ts';
import { createOldTokens, type OldTokens } from './second-agent/old-tokens.ts';
import { createAccess, type Access } from './access/access.ts';
import { createCallbacks, type Callbacks } from './onboarding/callbacks.ts';
import { createDescription, type Description } from './operational/description.ts';
import { createEkyc, type Ekyc, type EkycMobiles } from './onboarding/ekyc.ts';
import type { Dependencies } from './setup/dependencies.ts';
import type { Memory } from './setup/memory.ts';
import { createForeignIds, type ForeignIds } from './second-agent/foreign-ids.ts';
import { createMpinSteps, type MpinSet } from './mpin/mpin.ts';
import { type MpinConsent } from './mpin/mpin-consent.ts';
import type { AllNearMisses } from './refusals/all-near-misses.ts';
import type { MpinTransfer } from './mpin/mpin-transfer.ts';
import type { SecondMpin } from './mpin/second-mpin.ts';
import { createOperational, type Operational } from './operational/operational.ts';
import { askOnboardingStatus, type Onboarding } from './onboarding/onboarding.ts';
import { createOtherAgent, type OtherAgent } from './second-agent/second-agent.ts';
import { createOrder, type Before } from './order.ts';
import type { People } from './setup/people.ts';
import type { Sender } from './sender/sender.ts';
import { createSenderSteps } from './sender/sender-steps.ts';
import type { Detail } from './setup/detail.ts';
import { chooseEkycPeople, createRoles, createSpareCustomer, type Roles } from './roles.ts';
import { requireFreshSpare, rolesOnSpares } from './sender/spares.ts';
import { createCircumstances, type Circumstances } from './circumstances/circumstances.ts';
import type { Refusals } from './refusals/refusals.ts';
import { fromOwner } from './refusals/refused-sender.ts';
import type { RefusedReplies } from './refusals/refused-replies.ts';
import { type WrongCodes } from './refusals/wrong-code.ts';
import type { CustomerJourney } from './customer/customer-journey.ts';
import { createTokenRequests, type TokenRequests } from './access/token-requests.ts';
import { createRefusedSteps } from './refused-steps.ts';

/** Everything that checks may ask for. Each step runs at most once, when a check first asks for it. */
export interface Journey {
  readonly people: People;
  readonly access: Access;
  readonly subAgent: Onboarding;
  readonly customer: CustomerJourney;
  /** On a spare mobile: a new user, unless the mobile turns out to be old; then it is used all the same. */
  readonly newCustomer: CustomerJourney;
  /** OP-12 on a sender that only it uses. */
  readonly mpin: Step<MpinSet>;
  readonly ekyc: Ekyc;
  readonly callbacks: Callbacks;
  readonly description: Description;
  readonly withoutToken: RefusedReplies;
  readonly brokenJson: RefusedReplies;
  /** The newest OP-6 answer of the new customer: the customer must not use its sessions. */
  readonly foreignDetail: Step<Detail>;
  readonly refusals: Refusals;
  /** The sender of that OP-12, which pays nothing. */
  readonly mpinSender: Step<Sender>;
  readonly mpinRefused: ReadonlyMap<string, Step<Reply>>;
  readonly mpinConsent: MpinConsent;
  readonly mpinTransfer: MpinTransfer;
  readonly secondMpin: SecondMpin;
  readonly nearMisses: AllNearMisses;
  /** Wrong OTPs, each after all other calls of its sender. */
  readonly wrongCodes: WrongCodes;
  readonly operational: Operational;
  readonly tokenRequests: TokenRequests;
  readonly otherAgent: OtherAgent;
  readonly oldTokens: OldTokens;
  readonly foreignIds: ForeignIds;
  readonly answerObserver: AnswerObserver;
  readonly isResumed: boolean;
  /** Situations that the journey passes through once (specs/circumstances.ts). */
  readonly circumstances: Circumstances;
  readonly memory: Memory;
  /** Runs a call to a person while no other part of the journey calls for the same person. */
  readonly inTurn: Dependencies['inTurn'];
  /** A call whose answer several checks judge, by name: whoever asks first sends it. */
  readonly shareReply: (name: string, ask: (session: Session) => Promise<Reply>) => Step<Reply>;
}

function createSharedReplies(): Journey['shareReply'] {
  const steps = new Map<string, Step<Reply>>();
  return (name, ask) => {
    const shared = steps.get(name) ?? step(name, ask, false);
    steps.set(name, shared);
    return shared;
  };
}

function createMpinSetStep({ subAgent, mpinOwner }: Roles, set: Step<MpinSet>, follows: () => readonly Step<unknown>[]): Step<MpinSet> {
  return step('an MPIN set', async (session) => {
    await session.afterRequested(follows());
    await session.after(mpinOwner.statusAfter);
    const done = await session.use(set);
    // The scheme may have changed; the answer is judged like any other of OP-5.
    await session.after(createSenderSteps(mpinOwner, subAgent).scheme);
    // An MPIN makes no old user new.
    await session.after(step('OP-1 once an MPIN is set', (next) => askOnboardingStatus(next, mpinOwner.person)));
    return done;
  });
}

function createSecondAgent(deps: Dependencies, roles: Roles, follows: () => readonly Step<unknown>[]): OtherAgent {
  const { spares } = deps.people;
  return createOtherAgent(deps, { ...roles, follows, mobile: spares.length > rolesOnSpares ? spares.at(-1) : undefined });
}

/** On a sender whose transfers are all followed to their end, so that nothing else moves its balance. */
function chooseForeignIds(deps: Dependencies, roles: Roles, other: OtherAgent, before: Before): ForeignIds {
  const { people } = deps;
  const isNew = people.spares.length > 0;
  const customer = isNew ? roles.newCustomer : roles.customer;
  return createForeignIds(deps, {
    other,
    customer,
    configuredCustomer: roles.customer,
    mpinSender: roles.mpinSender.sender,
    mpin: isNew ? people.mpin : null,
    ekycMobile: chooseEkycPeople(deps, roles).customer.person.mobile,
    follows: before('secondAgentCallsOnOthers'),
  });
}

function chooseEkycMobiles(deps: Dependencies, roles: Roles, freshCustomer: EkycMobiles['fresh']['customer']): EkycMobiles {
  const { subAgent, customer } = chooseEkycPeople(deps, roles);
  const freshSubAgent = (): Promise<string> => Promise.resolve(requireFreshSpare(deps.people));
  return {
    subAgent: subAgent.person.mobile,
    customer: customer.person.mobile,
    fresh: { customer: freshCustomer, subAgent: freshSubAgent },
  };
}

export function createJourney(deps: Dependencies): Journey {
  const access = createAccess(deps);
  const before = createOrder(() => ({ deps, roles, circumstances, foreignIds, mpin, ...refused }));
  const roles = createRoles(deps, access, before('subAgentTaggedAgain'));
  const { subAgent, customer, newCustomer, mpinSender } = roles;
  const { set, refused: mpinRefused } = createMpinSteps(deps, mpinSender.sender, roles.mpinOwner.statusBefore);
  const mpin = createMpinSetStep(roles, set, before('mpinSet'));
  const ekycPeople = chooseEkycPeople(deps, roles);
  const ekyc = createEkyc({
    open: access.open,
    subAgent,
    mobiles: chooseEkycMobiles(deps, roles, (session) => refused.wrongCodes.freshMobile(session)),
    follows: before('ekyc'),
  });
  const otherAgent = createSecondAgent(deps, roles, before('secondAgentPays'));
  const foreignIds = chooseForeignIds(deps, roles, otherAgent, before);
  const callbacks = createCallbacks(deps, { ekyc, people: ekycPeople, subAgent, others: [customer.onboarding, newCustomer.onboarding] });
  const owner = createSpareCustomer(deps, roles, 'owner of many beneficiaries');
  const circumstances = createCircumstances(deps, {
    ...roles,
    ekyc: ekyc.customer,
    callbacks,
    payer: createSpareCustomer(deps, roles, 'payer'),
    owner,
    mpinForm: () => refused.mpinConsent.form,
  });
  const refused = createRefusedSteps(deps, roles, {
    mpin,
    otherAgent,
    owner: fromOwner(deps, owner, circumstances.listedOff),
    before,
  });
  return {
    ...refused,
    people: deps.people,
    access,
    subAgent,
    customer,
    newCustomer,
    mpin,
    mpinSender: mpinSender.sender,
    mpinRefused,
    ekyc,
    callbacks,
    circumstances,
    operational: createOperational(deps, access),
    description: createDescription(deps, access),
    tokenRequests: createTokenRequests(deps, { agent: access.token, other: otherAgent.token }),
    otherAgent,
    oldTokens: createOldTokens(deps, otherAgent),
    foreignIds,
    answerObserver: deps.answerObserver,
    isResumed: deps.isResumed,
    memory: deps.memory,
    inTurn: deps.inTurn,
    shareReply: createSharedReplies(),
  };
}
