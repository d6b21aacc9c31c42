import type { Reply } from '../judge/reply.ts';
import { step, type Step } from '../session/session.ts';
import type { AnswerObserver } from '../judge/answer-observer.ts';
import { accessOf, type Access } from './access/access.ts';
import { callbacksOf, type Callbacks } from './onboarding/callbacks.ts';
import { descriptionOf, type Description } from './operational/description.ts';
import { ekycOf, type Ekyc } from './onboarding/ekyc.ts';
import type { Dependencies, Memory } from './setup/dependencies.ts';
import { foreignIdsOf, type ForeignIds } from './second-agent/foreign-ids.ts';
import { mpinOf, type MpinSet } from './mpin/mpin.ts';
import { type MpinConsent } from './mpin/mpin-consent.ts';
import { operationalOf, type Operational } from './operational/operational.ts';
import type { Onboarding } from './onboarding/onboarding.ts';
import { otherAgentOf, type OtherAgent } from './second-agent/second-agent.ts';
import type { People } from './setup/people.ts';
import { asSender } from './sender/sender.ts';
import type { Detail } from './setup/detail.ts';
import { ekycPeopleOf, rolesOf, type Roles } from './roles.ts';
import { rolesOnSpares } from './sender/spares.ts';
import { type Refusals } from './refusals/refusals.ts';
import type { Refused } from './refusals/refused.ts';
import { type WrongCodes } from './refusals/wrong-code.ts';
import { endsOf, type CustomerJourney } from './customer/customer-journey.ts';
import { tokenRequestsOf, type TokenRequests } from './access/token-requests.ts';
import { refusedOf } from './refused-of-roles.ts';

/** Everything checks may ask to be made ready; each step is done at most once, when it is first asked for. */
export interface Journey {
  readonly people: People;
  readonly access: Access;
  readonly subAgent: Onboarding;
  readonly customer: CustomerJourney;
  /** On a spare mobile: new, unless it turns out old and is used all the same. */
  readonly newCustomer: CustomerJourney;
  /** OP-12 on a sender of its own. */
  readonly mpin: Step<MpinSet>;
  readonly ekyc: Ekyc;
  /** The eKYC processes completed, and what follows them. */
  readonly callbacks: Callbacks;
  readonly description: Description;
  /** A well-formed call of each operation without a token. */
  readonly withoutToken: Refused;
  /** Broken JSON on each operation with a payload. */
  readonly brokenJson: Refused;
  /** The newest OP-6 answer of the new customer, whose sessions are not the customer's. */
  readonly foreignDetail: Step<Detail>;
  /** Calls on the customer that ought to be refused. */
  readonly refusals: Refusals;
  /** OP-12 with a right code and something never issued. */
  readonly mpinRefused: ReadonlyMap<string, Step<Reply>>;
  readonly mpinConsent: MpinConsent;
  /** Wrong OTPs, each behind everything else that is told of its sender. */
  readonly wrongCodes: WrongCodes;
  /** Everything beside the business operations: `/actuator`, `/error`, `/service`. */
  readonly operational: Operational;
  /** Token requests with something wrong in them. */
  readonly tokenRequests: TokenRequests;
  readonly otherAgent: OtherAgent;
  /** The second agent on ids of the first. */
  readonly foreignIds: ForeignIds;
  /** Everything the run was answered. */
  readonly answerObserver: AnswerObserver;
  readonly isResumed: boolean;
  /** What this run has learnt. */
  readonly memory: Memory;
}

/** OP-12 behind everything else of the same sender, as an MPIN may change what the sender is asked for. */
function mpinSetOf(roles: Roles, set: Step<MpinSet>, wrongDetail: () => Step<unknown> | undefined): Step<MpinSet> {
  const { access, subAgent, newCustomer, mpinOwner, mpinSenderIsAlone } = roles;
  return step('an MPIN set', async (session) => {
    await session.behind(mpinSenderIsAlone ? [] : [...endsOf(newCustomer), wrongDetail() ?? access.open]);
    const done = await session.use(set);
    // The scheme may be another one now; the answer is judged like any other of OP-5.
    await session.after(asSender(mpinOwner, subAgent).scheme);
    return done;
  });
}

function secondAgentOf(deps: Dependencies, roles: Roles): OtherAgent {
  const { spares } = deps.people;
  return otherAgentOf(deps, { ...roles, mobile: spares.length > rolesOnSpares ? spares.at(-1) : undefined });
}

/** On a sender all of whose transfers are followed to their end, so that nothing else moves its balance. */
function foreignIdsIn(deps: Dependencies, roles: Roles, other: OtherAgent): ForeignIds {
  const { people } = deps;
  const isNew = people.spares.length > 0;
  const customer = isNew ? roles.newCustomer : roles.customer;
  return foreignIdsOf(deps, {
    other,
    customer,
    thorough: !isNew,
    mpin: isNew ? people.mpin : null,
    ekycMobile: ekycPeopleOf(deps, roles).customer.person.mobile,
    follows: endsOf(customer),
  });
}

export function journeyOf(deps: Dependencies): Journey {
  const access = accessOf(deps);
  // Another mobile's code is needed by refusals, and served afterwards as well as any.
  const roles = rolesOf(deps, access, () => [refused.refusals.whole]);
  const { subAgent, customer, newCustomer, mpinSender } = roles;
  const { set, refused: mpinRefused } = mpinOf(deps, mpinSender.sender);
  const mpin = mpinSetOf(roles, set, () => refused.wrongCodes.replies.get('OP-6'));
  const ekycPeople = ekycPeopleOf(deps, roles);
  const ekyc = ekycOf(access.open, subAgent, {
    subAgent: ekycPeople.subAgent.person.mobile,
    customer: ekycPeople.customer.person.mobile,
  });
  const otherAgent = secondAgentOf(deps, roles);
  const foreignIds = foreignIdsIn(deps, roles, otherAgent);
  const refused = refusedOf(deps, roles, { mpin, foreignIds });
  return {
    ...refused,
    people: deps.people,
    access,
    subAgent,
    customer,
    newCustomer,
    mpin,
    mpinRefused,
    ekyc,
    callbacks: callbacksOf(deps, { ekyc, people: ekycPeople, subAgent }),
    operational: operationalOf(deps, access),
    description: descriptionOf(deps, access),
    tokenRequests: tokenRequestsOf(deps, { agent: access.token, other: otherAgent.token }),
    otherAgent,
    foreignIds,
    answerObserver: deps.witness,
    isResumed: deps.goesOn,
    memory: deps.memory,
  };
}
