import type { Access } from './access/access.ts';
import { createCustomerJourney, type CustomerJourney } from './customer/customer-journey.ts';
import { createOnboarding, type Onboarding } from './onboarding/onboarding.ts';
import { createSenderSteps, type SenderSteps } from './sender/sender-steps.ts';
import { hasSpareFor, listRefusedMobiles, onboardForCircumstance, onboardOnSpare, type CircumstanceRole } from './sender/spares.ts';
import type { Dependencies } from './setup/dependencies.ts';
import type { Step } from '../session/session.ts';

export interface Roles {
  readonly access: Access;
  readonly subAgent: Onboarding;
  readonly customer: CustomerJourney;
  /** On a spare mobile: a new user, unless the mobile turns out to be old; then it is used all the same. */
  readonly newCustomer: CustomerJourney;
  /** It pays odd amounts, is tagged again, and then its eKYC is asked for. */
  readonly oddPayer: CustomerJourney;
  readonly mpinOwner: Onboarding;
  readonly mpinSender: SenderSteps;
  /** The MPIN sender and the new customer have different mobiles. */
  readonly mpinSenderIsAlone: boolean;
  /** Senders of refused calls alone; empty where spare mobiles are few. */
  readonly refusedSenders: readonly Onboarding[];
}

/** On a mobile that only circumstances use. Its wallet is not compared with the configured customer's. */
export function createSpareCustomer(deps: Dependencies, { access, subAgent }: Pick<Roles, 'access' | 'subAgent'>, role: CircumstanceRole) {
  const onboarding = onboardForCircumstance(deps, access.open, role);
  return createCustomerJourney(deps, { onboarding, subAgent, sources: access.sources, isConfigured: false, follows: [] });
}

/** `subAgentFollows` comes before the sub-agent is tagged again. */
export function createRoles(deps: Dependencies, access: Access, subAgentFollows: () => readonly Step<unknown>[]): Roles {
  const { people } = deps;
  const [first, second] = people.spares;
  const subAgent = createOnboarding(deps, people.subAgent, access.open, subAgentFollows);
  const common = { subAgent, sources: access.sources };
  const customer = createCustomerJourney(deps, {
    ...common,
    onboarding: createOnboarding(deps, people.customer, access.open),
    isConfigured: true,
    follows: [],
  });
  const newCustomer = createCustomerJourney(deps, {
    ...common,
    onboarding: onboardOnSpare(deps, access.open, 'new customer', first),
    isConfigured: false,
    // The new customer is read again after the customer has a beneficiary, to see whether that beneficiary shows in its list.
    follows: [customer.beneficiaries.added],
  });
  const mpinOwner = onboardOnSpare(deps, access.open, 'MPIN sender', second ?? first);
  const mpinSender = createSenderSteps(mpinOwner, subAgent);
  const refusedSenders = listRefusedMobiles(people).map((mobile, at) =>
    onboardOnSpare(deps, access.open, `sender ${at + 1} of refused calls`, mobile),
  );
  const oddPayer = createSpareCustomer(deps, { access, subAgent }, 'payer of odd amounts');
  return {
    access,
    subAgent,
    customer,
    newCustomer,
    oddPayer,
    mpinOwner,
    mpinSender,
    mpinSenderIsAlone: second !== undefined,
    refusedSenders,
  };
}

/** People who have a tag already: another mobile would cost another code and leave another user. */
export function chooseEkycPeople({ people }: Dependencies, { subAgent, customer, oddPayer, mpinOwner }: Roles) {
  const ofRole = hasSpareFor(people, 'payer of odd amounts') ? oddPayer.onboarding : mpinOwner;
  return { subAgent, customer: people.spares.length === 0 ? customer.onboarding : ofRole };
}
