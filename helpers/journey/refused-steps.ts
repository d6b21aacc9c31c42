import { step, type Step } from '../session/session.ts';
import type { Dependencies } from './setup/dependencies.ts';
import { type ForeignIds } from './second-agent/foreign-ids.ts';
import type { OtherAgent } from './second-agent/second-agent.ts';
import { createMpinAccountsStep } from './mpin/mpin-accounts.ts';
import { type MpinSet } from './mpin/mpin.ts';
import { createMpinConsent, type MpinConsent } from './mpin/mpin-consent.ts';
import { createMpinTransfer } from './mpin/mpin-transfer.ts';
import { createSecondMpin } from './mpin/second-mpin.ts';
import { type Roles } from './roles.ts';
import { createAllNearMisses } from './refusals/all-near-misses.ts';
import { createForeignBalance } from './refusals/foreign-balance.ts';
import { createRefusedSender } from './refusals/refused-sender.ts';
import { mustServeQueryForm } from './refusals/query-form-calls.ts';
import { createRefusals, type RefusalParts, type Refusals } from './refusals/refusals.ts';
import { createRepliesToBrokenJson, createRepliesWithoutToken } from './refusals/refused-replies.ts';
import { createWrongCodes, type WrongCodes } from './refusals/wrong-code.ts';
import { createForeignDetailStep } from './customer/foreign-detail.ts';
import { listEndSteps, type CustomerJourney } from './customer/customer-journey.ts';
import type { Foreign } from './refusals/wrong-values.ts';

interface BeforeMpinConsent {
  readonly mpin: Step<MpinSet>;
  readonly refusals: Refusals;
}

function buildMpinConsent(deps: Dependencies, roles: Roles, { mpin, refusals }: BeforeMpinConsent): MpinConsent {
  const { customer, newCustomer, mpinOwner, mpinSender, mpinSenderIsAlone } = roles;
  const who = mpinSender.sender;
  const listedBefore = mpinSenderIsAlone ? null : newCustomer.beneficiaries.detail;
  return createMpinConsent(deps, {
    who,
    accounts: createMpinAccountsStep(deps, { who, onboarding: mpinOwner, listedBefore }),
    set: mpin,
    before: listedBefore === null ? [] : [listedBefore],
    served: customer.beneficiaries.detail,
    queryForm: step('the query form of a transfer', (session) => mustServeQueryForm(session, customer.queryForm.reply)),
    paid: customer.usualTransfer.requested,
    follows: [...(mpinSenderIsAlone ? [] : listEndSteps(newCustomer)), refusals.mpinSenderTried],
  });
}

interface BeforeWrongCodes {
  readonly refusals: Refusals;
  readonly mpinConsent: MpinConsent;
  readonly foreignIds: ForeignIds;
}

function buildWrongCodes(deps: Dependencies, roles: Roles, { refusals, mpinConsent, foreignIds }: BeforeWrongCodes): WrongCodes {
  const { people } = deps;
  const { subAgent, customer, newCustomer, mpinSender } = roles;
  const [first, , third] = people.spares;
  const mobile = third ?? first;
  return createWrongCodes(deps, {
    strangerMobile: mobile ?? '',
    newcomer: newCustomer.sender,
    mpinSender: mpinSender.sender,
    refusals,
    mpinConsent,
    ends: {
      newcomer: [...listEndSteps(newCustomer), foreignIds.end],
      stranger: mobile === first ? [...listEndSteps(newCustomer), ...refusals.wholes] : [],
    },
    tagged: { customer: customer.onboarding.tag, subAgent: subAgent.tag },
  });
}

/** What belongs to the new customer, when its own calls have ended. */
const createForeign = (deps: Dependencies, journey: CustomerJourney, ends: readonly Step<unknown>[]): Foreign => ({
  sender: journey.sender,
  balance: createForeignBalance(deps, journey.sender, ends),
  added: journey.beneficiaries.added,
  detail: createForeignDetailStep(deps, journey, ends),
});

interface BeforeRefused {
  readonly mpin: Step<MpinSet>;
  readonly foreignIds: ForeignIds;
  /** The second agent's token opens plain reads. */
  readonly otherAgent: Pick<OtherAgent, 'open' | 'subAgentTag'>;
  readonly follows: readonly Step<unknown>[];
  readonly owner: RefusalParts['owner'];
}

export function createRefusedSteps(deps: Dependencies, roles: Roles, { mpin, foreignIds, otherAgent, follows, owner }: BeforeRefused) {
  const { access, subAgent, customer, newCustomer, mpinSender, refusedSenders } = roles;
  const foreignEnds = [...listEndSteps(newCustomer), foreignIds.end];
  const foreign = createForeign(deps, newCustomer, foreignEnds);
  const refusals = createRefusals({
    deps,
    customer,
    subAgent,
    mpinSender: mpinSender.sender,
    foreign,
    owner,
    spares: refusedSenders.map((onboarding) => createRefusedSender(deps, onboarding, subAgent)),
    follows: {
      all: [customer.onboarding.tagAgain, ...listEndSteps(customer), ...foreignEnds, mpin, ...follows],
      mpin,
    },
  });
  const mpinConsent = buildMpinConsent(deps, roles, { mpin, refusals });
  const wrongCodes = buildWrongCodes(deps, roles, { refusals, mpinConsent, foreignIds });
  const mpinTransfer = createMpinTransfer(deps, {
    who: mpinSender.sender,
    form: mpinConsent.form,
    payee: mpinConsent.elsewhere.stillRight,
    source: customer.source,
    follows: [mpinConsent.whole],
    paid: customer.usualTransfer.requested,
  });
  const secondMpin = createSecondMpin(deps, {
    who: mpinSender.sender,
    form: mpinConsent.form,
    otherAgent,
    payee: mpinConsent.elsewhere.stillRight,
    paid: customer.usualTransfer.requested,
    // Where a cap leaves a wrong code out, it leaves out the older MPIN rather than a plain wrong code.
    follows: [mpinConsent.whole, mpinTransfer.whole, foreignIds.end, ...(deps.wrongCodesMayRunOut ? wrongCodes.replies.values() : [])],
  });
  return {
    withoutToken: createRepliesWithoutToken(deps, access),
    brokenJson: createRepliesToBrokenJson(deps, access, customer, refusals),
    foreignDetail: foreign.detail,
    refusals,
    mpinConsent,
    wrongCodes,
    mpinTransfer,
    secondMpin,
    nearMisses: createAllNearMisses(deps, {
      refusals,
      mpinSender: mpinSender.sender,
      mpinConsent,
      mpinTransfer: mpinTransfer.whole,
      secondMpin,
      wrongCodes,
      paid: customer.usualTransfer.requested,
    }),
  };
}
