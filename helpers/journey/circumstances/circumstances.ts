import { Big } from 'big.js';
import type { Reply } from '../../judge/reply.ts';
import { step, type Step } from '../../session/session.ts';
import type { Access } from '../access/access.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import type { Callbacks } from '../onboarding/callbacks.ts';
import type { MpinForm } from '../../consent/consent-header.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Listed } from '../setup/detail.ts';
import { createAmounts, type Amounts } from './amounts.ts';
import { createDrained, type Drained } from './drained.ts';
import { createEkycSender, type EkycSender } from './ekyc-sender.ts';
import { createFailedLater, createAskedAgainLater } from './asked-again-later.ts';
import { createParameters, type Parameters } from './parameters.ts';
import { createFundsStep, createPayerStep, type Candidate } from './payer.ts';
import { createPeopleCircumstances, type PeopleCircumstances } from './people.ts';
import { createSeveralBeneficiaries, type SeveralBeneficiaries } from './several-beneficiaries.ts';
import { createSeveralTransfers, type SeveralTransfers } from './several-transfers.ts';
import { createThirdBeneficiary, type ThirdBeneficiary } from './switched-off.ts';

/** Each step passes through one situation, on senders side by side. What it shows is judged by rules. */
export interface Circumstances
  extends
    Pick<Amounts, 'decimalsDebited' | 'belowOneDebited' | 'fourDigits' | 'byAmount' | 'unconsented' | 'unconsentedKnown'>,
    Pick<SeveralTransfers, 'secondTransfer' | 'anotherSender' | 'toAnother' | 'unconsentedAgain'>,
    Pick<
      SeveralBeneficiaries,
      'listedOff' | 'activatedAmongSeveral' | 'manyBeneficiaries' | 'unconsentedAmongSeveral' | 'unconsentedAtFirst'
    >,
    ThirdBeneficiary,
    Drained,
    PeopleCircumstances,
    Parameters {
  /** Ends with the first transfer of any sender that was served. */
  readonly someTransfer: Step<unknown>;
  /** What the configured customer had to pay, because no newcomer has the money: calls that may lock it come after this. */
  readonly ofCustomer: Step<unknown>;
  /** The sender whose eKYC is asked for. */
  readonly ekycSender: EkycSender;
  readonly askedAgainLater: Step<unknown>;
  readonly failedLater: Step<unknown>;
}

interface CircumstancesParts {
  readonly access: Access;
  readonly subAgent: Onboarding;
  readonly callbacks: Callbacks;
  readonly customer: CustomerJourney;
  readonly newCustomer: CustomerJourney;
  /** OP-16 for a customer. */
  readonly ekyc: Step<Reply>;
  /** The form in which the service took an MPIN. */
  readonly mpinForm: () => Step<MpinForm>;
  /** Each on a spare mobile of its own; where there is none, the configured customer pays. */
  readonly payer: CustomerJourney;
  readonly oddPayer: CustomerJourney;
  readonly owner: CustomerJourney;
}

/** Ends at once where newcomers pay. */
function createEndOfCustomer(
  customer: CustomerJourney,
  payers: readonly Step<CustomerJourney>[],
  circumstances: readonly Step<unknown>[],
): Step<unknown> {
  const end = step('circumstances that the customer pays for', async (session) => {
    for (const payer of payers) {
      const done = payer.isRequested() ? await session.after(payer) : null;
      if (done?.ok === true && done.value === customer) await session.afterRequested(circumstances);
    }
  });
  return { ...end, isRequested: () => circumstances.some((each) => each.isRequested()) };
}

/** The beneficiary that was activated last, because an activation may switch off an earlier one. */
const createLastPayee = (
  own: CustomerJourney,
  { whoPays, second }: { readonly whoPays: Step<CustomerJourney>; readonly second: Step<Listed> },
): Step<Listed> =>
  step('the newest beneficiary of the payer', async (session) => {
    const isOwn = second.isRequested() && (await session.use(whoPays)) === own;
    const done = isOwn ? await session.after(second) : null;
    return done?.ok === true ? done.value : session.use(own.beneficiaries.payee);
  });

/** Where none of those that this run asks for is served, it ends with the last of them. */
const createFirstServed = (name: string, steps: readonly Step<unknown>[]): Step<unknown> => ({
  ...step(name, async (session) => {
    const served = async (one: Step<unknown>): Promise<void> => {
      const done = await session.after(one);
      if (!done.ok) throw done.error;
    };
    await Promise.any(steps.filter((one) => one.isRequested()).map(served)).catch(() => undefined);
  }),
  isRequested: () => steps.some((one) => one.isRequested()),
});

function createEkycCircumstances(
  deps: Dependencies,
  parts: CircumstancesParts,
  follows: readonly Step<unknown>[],
): PeopleCircumstances & Pick<Circumstances, 'ekycSender'> {
  const { ekyc: requested, callbacks, oddPayer: journey, mpinForm: form } = parts;
  const completed = callbacks.completed.customer;
  const ekycSender = createEkycSender(deps, { journey, requested, completed, form, follows });
  return { ekycSender, ...createPeopleCircumstances(deps, { ...parts, onboarding: journey.onboarding, ekycSender }) };
}

export function createCircumstances(deps: Dependencies, parts: CircumstancesParts): Circumstances {
  const { subAgent, customer, newCustomer, payer, oddPayer, owner } = parts;
  const candidate = (journey: CustomerJourney): Candidate => ({
    journey,
    funds: createFundsStep(deps, journey),
    follows: journey === customer ? customer.transfers : [],
  });
  const first = candidate(payer);
  const odd = candidate(oddPayer);
  const last = candidate(customer);
  const whoPays = createPayerStep([first, last], new Big(deps.people.amount).times(2).toFixed());
  // The customer is tagged and has a beneficiary, so it takes fewer codes.
  const amounts = createAmounts(deps, deps.people.codesAreTyped ? [last] : [odd, first, last]);
  const transfers = createSeveralTransfers(deps, { ...amounts, payer: whoPays, customer, othersFunds: first.funds });
  const third = createThirdBeneficiary(deps, { journey: owner, beneficiaries: () => severalBeneficiaries });
  const severalBeneficiaries = createSeveralBeneficiaries(deps, owner, {
    paid: () => third.thirdPaid,
    follows: () => [third.switchedOffPaid],
  });
  const { decimalsDebited, belowOneDebited, fourDigits } = amounts;
  const oddAmounts = [decimalsDebited, belowOneDebited, fourDigits];
  const before = [...customer.transfers, ...newCustomer.transfers, ...oddAmounts, transfers.secondTransfer];
  const drained = createDrained(deps, {
    journey: payer,
    payee: createLastPayee(payer, { whoPays, second: transfers.payee }),
    follows: before,
  });
  const { bankTransfer, emptiedWallet } = drained;
  const parameters = createParameters(deps, { customer, payer: whoPays, follows: [...before, bankTransfer, emptiedWallet] });
  return {
    ...amounts,
    ...transfers,
    ...severalBeneficiaries,
    ...third,
    someTransfer: createFirstServed('the first transfer', [customer.usualTransfer.requested, amounts.byAmount.decimals.requested]),
    ...drained,
    ...createEkycCircumstances(deps, parts, [...oddAmounts, transfers.anotherSender]),
    askedAgainLater: createAskedAgainLater(deps, {
      subAgent,
      customers: [customer, newCustomer],
      payers: [payer, oddPayer],
      follows: [...before, ...Object.values(transfers.unconsentedAgain), bankTransfer, emptiedWallet],
      change: transfers.payeeSwitchedOff,
    }),
    failedLater: createFailedLater(deps, customer),
    ...parameters,
    ofCustomer: createEndOfCustomer(
      customer,
      [whoPays, ...amounts.payers],
      [
        ...oddAmounts,
        amounts.byAmount.decimals.requested,
        amounts.byAmount['below-one'].requested,
        transfers.secondTransfer,
        transfers.anotherSender,
        parameters.parametersLeftOut,
      ],
    ),
  };
}
