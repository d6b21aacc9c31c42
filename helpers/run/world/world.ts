import { raceNames } from '../../fuzz/race/races.ts';
import { racesOf, type Races } from '../../fuzz/race/run.ts';
import { walksOf, type Walks } from '../../fuzz/walk/walks.ts';
import type { Reply } from '../../judge/reply.ts';
import { chaptersOf, type Chapters } from '../../fuzz/chapters.ts';
import type { Fuzz } from '../../fuzz/fuzz.ts';
import { labOf } from '../../fuzz/lab.ts';
import { labPartsOf } from '../../fuzz/lab-parts.ts';
import { step, type Step } from '../step.ts';
import type { Witness } from '../witness.ts';
import { accessOf, type Access } from './access.ts';
import { callbacksOf, type Callbacks } from './callbacks.ts';
import { descriptionOf, type Description } from './description.ts';
import { ekycOf, type Ekyc } from './ekyc.ts';
import type { Kit, Memory } from './kit.ts';
import { foreignIdsOf, type ForeignIds } from './foreign-ids.ts';
import { mpinAccountsOf } from './mpin-accounts.ts';
import { mpinOf, type MpinSet } from './mpin.ts';
import { mpinConsentOf, type MpinConsent } from './mpin-consent.ts';
import { operationalOf, type Operational } from './operational.ts';
import { onboard, type Onboarding } from './onboarding.ts';
import { otherAgentOf, type OtherAgent } from './other-agent.ts';
import type { People } from './people.ts';
import { asSender, type Detail } from './sender.ts';
import { onSpare, rolesOnSpares, walkersOf } from './spares.ts';
import { refusalsOf, type Refusals } from './refusals.ts';
import { withBrokenJson, withoutToken, type Refused } from './refused.ts';
import { wrongCodesOf, type WrongCodes } from './wrong-code.ts';
import { foreignDetailOf } from './foreign-detail.ts';
import { customerOf, endsOf, type CustomerJourney } from './story.ts';
import { tokenRequestsOf, type TokenRequests } from './token-requests.ts';

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
  /** Walks through a model of the service, on senders of their own. */
  readonly walks: Walks;
  /** Calls released together, on the same senders. */
  readonly races: Races;
  /** Everything the run was answered. */
  readonly answerObserver: Witness;
  readonly isResumed: boolean;
  /** What this run has learnt. */
  readonly memory: Memory;
  /** Odd calls of an operation in one dimension. */
  readonly chapters: Chapters;
  /** What the campaign may cost, and what it has found. */
  readonly fuzz: Fuzz;
}

export function journeyOf(kit: Kit): Journey {
  const { people } = kit;
  const access = accessOf(kit);
  // Another mobile's code is needed by refusals, and served afterwards as well as any.
  const subAgent = onboard(kit, people.subAgent, access.open, () => [refusals.whole]);
  const [first, second] = people.spares;
  const common = { subAgent, sources: access.sources };
  const customer = customerOf(kit, { ...common, onboarding: onboard(kit, people.customer, access.open), thorough: true, follows: [] });
  // Read once more when the customer has a beneficiary, so that the new customer could be shown it.
  const follows = [customer.beneficiaries.added];
  const newCustomer = customerOf(kit, {
    ...common,
    onboarding: onSpare(kit, access.open, 'new customer', first),
    thorough: false,
    follows,
  });
  const mpinOwner = onSpare(kit, access.open, 'MPIN sender', second ?? first);
  const mpinSender = asSender(mpinOwner, subAgent);
  const alone = second !== undefined;
  const plainMpin = mpinOf(kit, mpinSender.sender);
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
    kit,
    access,
    { subAgent, customer },
    people.spares.length > rolesOnSpares ? people.spares.at(-1) : undefined,
  );
  // On a sender all of whose transfers are followed to their end, so that nothing else moves its balance.
  const foreignIds = foreignIdsOf(kit, {
    other: otherAgent,
    story: first === undefined ? customer : newCustomer,
    thorough: first === undefined,
    mpin: first === undefined ? null : people.mpin,
    ekycMobile: mobiles.customer,
    follows: endsOf(first === undefined ? customer : newCustomer),
  });
  const foreign = {
    added: newCustomer.beneficiaries.added,
    detail: foreignDetailOf(kit, newCustomer, [newCustomer.usualTransfer.after, foreignIds.end]),
  };
  const refusals = refusalsOf({
    kit,
    customer,
    subAgent,
    mpinSender: mpinSender.sender,
    foreign,
    follows: [customer.onboarding.tagAgain, ...endsOf(customer), ...endsOf(newCustomer), foreignIds.end, mpin],
  });
  const mpinConsent = mpinConsentOf(kit, {
    who: mpinSender.sender,
    accounts: mpinAccountsOf(kit, {
      who: mpinSender.sender,
      onboarding: mpinOwner,
      story: alone ? null : newCustomer.beneficiaries.detail,
    }),
    set: mpin,
    served: customer.beneficiaries.detail,
    follows: [...(alone ? [] : endsOf(newCustomer)), refusals.mpinSenderTried],
  });
  const strangerMobile = people.spares[2] ?? first;
  const wrongCodes: WrongCodes = wrongCodesOf(kit, {
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
  const walking = { kit, source: customer.source, senders: walkersOf(kit, access.open, subAgent) };
  return {
    people,
    withoutToken: withoutToken(kit, access),
    brokenJson: withBrokenJson(kit, access, customer, refusals),
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
    callbacks: callbacksOf(kit, { ekyc, people: ekycPeople, subAgent }),
    operational: operationalOf(kit, access),
    description: descriptionOf(kit, access),
    tokenRequests: tokenRequestsOf(kit, { agent: access.token, other: otherAgent.token }),
    otherAgent,
    foreignIds,
    walks: walksOf(walking),
    races: racesOf(walking, raceNames),
    answerObserver: kit.witness,
    isResumed: kit.goesOn,
    memory: kit.memory,
    fuzz: kit.fuzz,
    chapters: chaptersOf(kit, labOf(kit, labPartsOf(kit, { open: access.open, subAgent, customer, onSpare }))),
  };
}
