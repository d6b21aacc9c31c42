import { step, type Step } from '../session/session.ts';
import type { Dependencies } from './setup/dependencies.ts';
import type { OtherAgent } from './second-agent/second-agent.ts';
import { createMpinAccountsStep } from './mpin/mpin-accounts.ts';
import { type MpinSet } from './mpin/mpin.ts';
import { createMpinConsent, type MpinConsent } from './mpin/mpin-consent.ts';
import { createMpinTransfer } from './mpin/mpin-transfer.ts';
import { createSecondMpin } from './mpin/second-mpin.ts';
import type { Before } from './order.ts';
import type { Roles } from './roles.ts';
import { createAllNearMisses } from './refusals/all-near-misses.ts';
import { createForeignBalance } from './refusals/foreign-balance.ts';
import { createRefusedSender, type RefusedSender } from './refusals/refused-sender.ts';
import { mustServeQueryForm } from './refusals/query-form-calls.ts';
import { createRefusals, type Refusals } from './refusals/refusals.ts';
import { createRepliesToBrokenJson, createRepliesWithoutToken } from './refusals/refused-replies.ts';
import { createWrongCodes, type WrongCodes } from './refusals/wrong-code.ts';
import { createForeignDetailStep } from './customer/foreign-detail.ts';
import type { CustomerJourney } from './customer/customer-journey.ts';
import type { Foreign } from './refusals/wrong-values.ts';

function buildMpinConsent(deps: Dependencies, roles: Roles, mpin: Step<MpinSet>, before: Before): MpinConsent {
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
    follows: before('mpinInConsents'),
  });
}

interface BeforeWrongCodes {
  readonly refusals: Refusals;
  readonly mpinConsent: MpinConsent;
}

function buildWrongCodes(deps: Dependencies, roles: Roles, { refusals, mpinConsent }: BeforeWrongCodes, before: Before): WrongCodes {
  const { subAgent, customer, newCustomer, mpinSender } = roles;
  const [first, , third] = deps.people.spares;
  return createWrongCodes(deps, {
    strangerMobile: third ?? first ?? '',
    newcomer: newCustomer.sender,
    mpinSender: mpinSender.sender,
    refusals,
    mpinConsent,
    follows: { newcomer: before('wrongCodeOfNewCustomer'), stranger: before('wrongCodeOfStranger') },
    tagged: { customer: customer.onboarding.tag, subAgent: subAgent.tag },
  });
}

/** What belongs to the new customer. */
const createForeign = (deps: Dependencies, journey: CustomerJourney, follows: () => readonly Step<unknown>[]): Foreign => ({
  sender: journey.sender,
  balance: createForeignBalance(deps, journey.sender, follows),
  added: journey.beneficiaries.added,
  payee: journey.beneficiaries.payee,
  detail: createForeignDetailStep(deps, journey, follows),
});

interface BeforeRefused {
  readonly mpin: Step<MpinSet>;
  /** The second agent's token opens plain reads. */
  readonly otherAgent: Pick<OtherAgent, 'open' | 'subAgentTag'>;
  readonly owner: RefusedSender;
  readonly before: Before;
}

export function createRefusedSteps(deps: Dependencies, roles: Roles, { mpin, otherAgent, owner, before }: BeforeRefused) {
  const { access, subAgent, customer, newCustomer, mpinSender, refusedSenders } = roles;
  const foreign = createForeign(deps, newCustomer, before('anotherSenderRead'));
  const refusals = createRefusals({
    deps,
    customer,
    subAgent,
    mpinSender: mpinSender.sender,
    foreign,
    owner,
    spares: refusedSenders.map((onboarding) => createRefusedSender(deps, onboarding, subAgent)),
    follows: {
      customer: before('refusedOnCustomer'),
      owner: before('refusedOnOwner'),
      values: before('refusedForValues'),
      consents: before('refusedForConsents'),
    },
  });
  const mpinConsent = buildMpinConsent(deps, roles, mpin, before);
  const wrongCodes = buildWrongCodes(deps, roles, { refusals, mpinConsent }, before);
  const mpinTransfer = createMpinTransfer(deps, {
    who: mpinSender.sender,
    form: mpinConsent.form,
    payee: mpinConsent.elsewhere.stillRight,
    source: customer.source,
    follows: before('mpinTransfer'),
    paid: customer.usualTransfer.requested,
  });
  const secondMpin = createSecondMpin(deps, {
    who: mpinSender.sender,
    form: mpinConsent.form,
    otherAgent,
    payee: mpinConsent.elsewhere.stillRight,
    paid: customer.usualTransfer.requested,
    follows: before('secondMpin'),
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
      secondMpin,
      follows: { mpinSender: before('nearMissesOfMpinSender'), spare: before('nearMissesOfSpare') },
      paid: customer.usualTransfer.requested,
    }),
  };
}
