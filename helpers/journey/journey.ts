import type { Reply } from '../judge/reply.ts';
import { step, type Step } from '../session/session.ts';
import type { AnswerObserver } from '../judge/answer-observer.ts';
import { accessOf, type Access } from './access/access.ts';
import { callbacksOf, type Callbacks } from './onboarding/callbacks.ts';
import { descriptionOf, type Description } from './operational/description.ts';
import { ekycOf, type Ekyc } from './onboarding/ekyc.ts';
import type { Dependencies, Memory } from './setup/dependencies.ts';
import { foreignIdsOf, type ForeignIds } from './second-agent/foreign-ids.ts';
import { mpinAccountsOf } from './mpin/mpin-accounts.ts';
import { mpinOf, type MpinSet } from './mpin/mpin.ts';
import { mpinConsentOf, type MpinConsent } from './mpin/mpin-consent.ts';
import { operationalOf, type Operational } from './operational/operational.ts';
import { onboard, type Onboarding } from './onboarding/onboarding.ts';
import { otherAgentOf, type OtherAgent } from './second-agent/second-agent.ts';
import type { People } from './setup/people.ts';
import { asSender } from './sender/sender.ts';
import { type Detail } from './setup/detail.ts';
import { onSpare, rolesOnSpares } from './sender/spares.ts';
import { refusalsOf, type Refusals } from './refusals/refusals.ts';
import { withBrokenJson, withoutToken, type Refused } from './refusals/refused.ts';
import { wrongCodesOf, type WrongCodes } from './refusals/wrong-code.ts';
import { foreignDetailOf } from './customer/foreign-detail.ts';
import { customerOf, endsOf, type CustomerJourney } from './customer/customer-journey.ts';
import { tokenRequestsOf, type TokenRequests } from './access/token-requests.ts';

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

export function journeyOf(deps: Dependencies): Journey {
  const { people } = deps;
  const access = accessOf(deps);
  // Another mobile's code is needed by refusals, and served afterwards as well as any.
  const subAgent = onboard(deps, people.subAgent, access.open, () => [refusals.whole]);
  const [first, second] = people.spares;
  const common = { subAgent, sources: access.sources };
  const customer = customerOf(deps, { ...common, onboarding: onboard(deps, people.customer, access.open), thorough: true, follows: [] });
  // Read once more when the customer has a beneficiary, so that the new customer could be shown it.
  const follows = [customer.beneficiaries.added];
  const newCustomer = customerOf(deps, {
    ...common,
    onboarding: onSpare(deps, access.open, 'new customer', first),
    thorough: false,
    follows,
  });
  const mpinOwner = onSpare(deps, access.open, 'MPIN sender', second ?? first);
  const mpinSender = asSender(mpinOwner, subAgent);
  const alone = second !== undefined;
  const plainMpin = mpinOf(deps, mpinSender.sender);
  // An MPIN may change what the sender is asked for, so what else is told of the same mobile comes first.
  const beforeMpin = alone ? [] : endsOf(newCustomer);
  const mpin = step('an MPIN set', async (session) => {
    await session.behind(alone ? [] : [...beforeMpin, wrongCodes.replies.get('OP-6') ?? access.open]);
    const set = await session.use(plainMpin.set);
    // The scheme may be another one now; the answer is judged like any other of OP-5.
    await session.after(asSender(mpinOwner, subAgent).scheme);
    return set;
  });
  // People who have a tag already: another mobile would cost another code, and leave another user.
  const ekycPeople = { subAgent, customer: first === undefined ? customer.onboarding : mpinOwner };
  const mobiles = { subAgent: ekycPeople.subAgent.person.mobile, customer: ekycPeople.customer.person.mobile };
  const ekyc = ekycOf(access.open, subAgent, mobiles);
  const otherAgent = otherAgentOf(
    deps,
    access,
    { subAgent, customer },
    people.spares.length > rolesOnSpares ? people.spares.at(-1) : undefined,
  );
  // On a sender all of whose transfers are followed to their end, so that nothing else moves its balance.
  const foreignIds = foreignIdsOf(deps, {
    other: otherAgent,
    story: first === undefined ? customer : newCustomer,
    thorough: first === undefined,
    mpin: first === undefined ? null : people.mpin,
    ekycMobile: mobiles.customer,
    follows: endsOf(first === undefined ? customer : newCustomer),
  });
  const foreign = {
    added: newCustomer.beneficiaries.added,
    detail: foreignDetailOf(deps, newCustomer, [newCustomer.usualTransfer.after, foreignIds.end]),
  };
  const refusals = refusalsOf({
    deps,
    customer,
    subAgent,
    mpinSender: mpinSender.sender,
    foreign,
    follows: [customer.onboarding.tagAgain, ...endsOf(customer), ...endsOf(newCustomer), foreignIds.end, mpin],
  });
  const mpinConsent = mpinConsentOf(deps, {
    who: mpinSender.sender,
    accounts: mpinAccountsOf(deps, {
      who: mpinSender.sender,
      onboarding: mpinOwner,
      story: alone ? null : newCustomer.beneficiaries.detail,
    }),
    set: mpin,
    served: customer.beneficiaries.detail,
    follows: [...(alone ? [] : endsOf(newCustomer)), refusals.mpinSenderTried],
  });
  const strangerMobile = people.spares[2] ?? first;
  const wrongCodes: WrongCodes = wrongCodesOf(deps, {
    stranger: strangerMobile === undefined ? null : { role: 'stranger', userType: 'customer', mobile: strangerMobile, mpin: people.mpin },
    newcomer: newCustomer.sender,
    customer: customer.sender,
    mpinSender: mpinSender.sender,
    refusals,
    mpinConsent,
    ends: {
      newcomer: [...endsOf(newCustomer), foreignIds.end],
      stranger: strangerMobile === first ? [...endsOf(newCustomer), refusals.whole] : [],
    },
    tagged: customer.onboarding.tag,
  });
  return {
    people,
    withoutToken: withoutToken(deps, access),
    brokenJson: withBrokenJson(deps, access, customer, refusals),
    foreignDetail: foreign.detail,
    refusals,
    wrongCodes,
    access,
    subAgent,
    customer,
    newCustomer,
    mpin,
    mpinRefused: plainMpin.refused,
    mpinConsent,
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
