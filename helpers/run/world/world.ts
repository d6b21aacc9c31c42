import { untried } from '../../judge/stop.ts';
import { step, type Step } from '../step.ts';
import type { Witness } from '../witness.ts';
import { accessOf, type Access } from './access.ts';
import { callbacksOf, type Callbacks } from './callbacks.ts';
import { descriptionOf, type Description } from './description.ts';
import { ekycOf, type Ekyc } from './ekyc.ts';
import type { Kit, Memory } from './kit.ts';
import { foreignIdsOf, type ForeignIds } from './foreign-ids.ts';
import { mpinOf, type MpinSet } from './mpin.ts';
import { operationalOf, type Operational } from './operational.ts';
import { onboard, type Onboarding } from './onboarding.ts';
import { otherAgentOf, type OtherAgent } from './other-agent.ts';
import type { People } from './people.ts';
import { asSender } from './sender.ts';
import { withBrokenJson, withoutToken, type Refused } from './refused.ts';
import { wrongCodesOf, type WrongCodes } from './wrong-code.ts';
import { storyOf, type Story } from './story.ts';
import { tokenRequestsOf, type TokenRequests } from './token-requests.ts';

/** Everything checks may ask to be made ready; each step is done at most once, when it is first asked for. */
export interface World {
  readonly people: People;
  readonly access: Access;
  readonly subAgent: Onboarding;
  readonly customer: Story;
  /** On a spare mobile: new, unless it turns out old and is used all the same. */
  readonly newcomer: Story;
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
  readonly witness: Witness;
  /** What this run has learnt. */
  readonly memory: Memory;
}

/** A customer on a spare mobile. */
function onSpare(kit: Kit, open: Step<void>, role: string, mobile: string | undefined): Onboarding {
  const ready = step(`a mobile for the ${role}`, async (session) => {
    if (mobile === undefined) throw untried(`no spare mobile for a ${role} (DMT_SPARE_MOBILES)`, 'configuration');
    await session.use(open);
  });
  return onboard(kit, { role, userType: 'customer', mobile: mobile ?? '', mpin: kit.people.mpin }, ready);
}

/** Spare mobiles that have another role; the second agent's sub-agent takes one beyond them. */
const rolesOnSpares = 5;

/** Everything else that is told of the customer, so that what may lock a sender comes last. */
function endsOf(story: Story, brokenJson: Refused): Step<unknown>[] {
  return [
    story.usual.after,
    story.withDecimals.invoice,
    story.belowOne.invoice,
    story.queryForm,
    story.aboveBalance.after,
    ...brokenJson.values(),
  ];
}

export function worldOf(kit: Kit): World {
  const { people } = kit;
  const access = accessOf(kit);
  const subAgent = onboard(kit, people.subAgent, access.open);
  const [first, second] = people.spares;
  const common = { subAgent, sources: access.sources };
  const customer = storyOf(kit, { ...common, onboarding: onboard(kit, people.customer, access.open), thorough: true, follows: [] });
  // Read once more when the customer has a beneficiary, so that the newcomer could be shown it.
  const follows = [customer.beneficiaries.added];
  const newcomer = storyOf(kit, { ...common, onboarding: onSpare(kit, access.open, 'new customer', first), thorough: false, follows });
  const mpinOwner = onSpare(kit, access.open, 'MPIN sender', second ?? first);
  // Not on the MPIN sender, who may be asked for more than an OTP.
  const carelessMobile = people.spares[4] ?? (second === undefined ? undefined : first);
  const careless = onSpare(kit, access.open, 'careless customer', carelessMobile);
  const mpinSender = asSender(mpinOwner, subAgent).sender;
  const mpin = step('an MPIN set', async (session) => {
    // An MPIN may change what the sender is asked for, so what else is told of the same mobile comes first.
    if (second === undefined) await session.after(wrongCodes.beneficiary);
    const set = await session.use(mpinOf(kit, mpinSender));
    // The scheme may be another one now; the answer is judged like any other of OP-5.
    await session.after(asSender(mpinOwner, subAgent).scheme);
    return set;
  });
  const [, , third, fourth] = people.spares;
  const ekycPeople = {
    subAgent: fourth === undefined ? subAgent : onboard(kit, { ...people.subAgent, role: 'eKYC sub-agent', mobile: fourth }, access.open),
    customer: third === undefined ? customer.onboarding : onSpare(kit, access.open, 'eKYC customer', third),
  };
  const mobiles = { subAgent: ekycPeople.subAgent.person.mobile, customer: ekycPeople.customer.person.mobile };
  const ekyc = ekycOf(access.open, subAgent, mobiles);
  const refused = { withoutToken: withoutToken(kit, access), brokenJson: withBrokenJson(kit, access, customer) };
  const otherAgent = otherAgentOf(kit, access, subAgent, people.spares.length > rolesOnSpares ? people.spares.at(-1) : undefined);
  // On a sender all of whose transfers are followed to their end, so that nothing else moves its balance.
  const foreignIds = foreignIdsOf(kit, {
    other: otherAgent,
    story: first === undefined ? customer : newcomer,
    mpin: first === undefined ? null : people.mpin,
    ekycMobile: mobiles.customer,
    follows: first === undefined ? endsOf(customer, refused.brokenJson) : [newcomer.usual.after],
  });
  const wrongCodes = wrongCodesOf(kit, {
    customer,
    newcomer,
    careless: { onboarding: careless, sender: asSender(careless, subAgent).sender },
    mpinSender,
    carelessIsNewcomer: carelessMobile === first,
    ends: {
      customer: first === undefined ? [...endsOf(customer, refused.brokenJson), foreignIds.end] : endsOf(customer, refused.brokenJson),
      newcomer: [newcomer.usual.after, foreignIds.end],
      mpinSender: [mpin],
    },
  });
  return {
    people,
    ...refused,
    wrongCodes,
    access,
    subAgent,
    customer,
    newcomer,
    mpin,
    ekyc,
    callbacks: callbacksOf(kit, { ekyc, people: ekycPeople, subAgent }),
    operational: operationalOf(kit, access),
    description: descriptionOf(kit, access),
    tokenRequests: tokenRequestsOf(kit, access),
    otherAgent,
    foreignIds,
    witness: kit.witness,
    memory: kit.memory,
  };
}
