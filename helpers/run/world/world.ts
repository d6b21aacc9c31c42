import { untried } from '../../judge/stop.ts';
import { step, type Step } from '../step.ts';
import { accessOf, type Access } from './access.ts';
import { descriptionOf, type Description } from './description.ts';
import { ekycOf, type Ekyc } from './ekyc.ts';
import type { Kit, Memory } from './kit.ts';
import { mpinOf, type MpinSet } from './mpin.ts';
import { onboard, type Onboarding } from './onboarding.ts';
import type { People } from './people.ts';
import { asSender } from './sender.ts';
import { withBrokenJson, withoutToken, type Refused } from './refused.ts';
import { wrongCodesOf, type WrongCodes } from './wrong-code.ts';
import { storyOf, type Story } from './story.ts';

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
  readonly description: Description;
  /** A well-formed call of each operation without a token. */
  readonly withoutToken: Refused;
  /** Broken JSON on each operation with a payload. */
  readonly brokenJson: Refused;
  /** Wrong OTPs, each behind everything else that is told of its sender. */
  readonly wrongCodes: WrongCodes;
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
  const mobiles = { subAgent: people.spares[3] ?? people.subAgent.mobile, customer: people.spares[2] ?? people.customer.mobile };
  const refused = { withoutToken: withoutToken(kit, access), brokenJson: withBrokenJson(kit, access, customer) };
  const wrongCodes = wrongCodesOf(kit, {
    customer,
    newcomer,
    careless: { onboarding: careless, sender: asSender(careless, subAgent).sender },
    mpinSender,
    carelessIsNewcomer: carelessMobile === first,
    ends: {
      customer: endsOf(customer, refused.brokenJson),
      newcomer: [newcomer.usual.after],
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
    ekyc: ekycOf(access.open, subAgent, mobiles),
    description: descriptionOf(kit, access),
    memory: kit.memory,
  };
}
