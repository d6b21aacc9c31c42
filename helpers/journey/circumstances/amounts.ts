import { Big } from 'big.js';
import { schemeAt } from '../../judge/fields.ts';
import { notApplicable } from '../../judge/stop.ts';
import { step, type Step } from '../../session/session.ts';
import type { RefusedCallResult } from '../calls/send-refused-call.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { TransferFlow } from '../transfer/transfer-plan.ts';
import { readDetailAfterTransfers } from '../sender/sender.ts';
import { createCircumstance } from '../setup/circumstance.ts';
import { partAfter } from '../setup/part-step.ts';
import { createPayerFlow, createPayerStep, useWhole, type Candidate } from './payer.ts';
import { partsIfDone, sendUnconsentedTransfer, type WithoutCode } from './unconsented.ts';

/** Times 100, a double falls just below a whole number of paise, so that rounding and cutting show. */
const fourDigitAmount = '1234.61';
const belowOneAmount = '0.57';

export interface Amounts {
  /** Whoever pays, by the amount needed. */
  readonly payers: readonly Step<CustomerJourney>[];
  readonly decimalsDebited: Step<unknown>;
  readonly belowOneDebited: Step<unknown>;
  readonly fourDigits: Step<unknown>;
  /** The transfers of both, by what is unusual about the amount. */
  readonly byAmount: Readonly<Record<'decimals' | 'below-one' | 'four-digit', TransferFlow>>;
  /** OP-9 without a code, behind the transfer of that amount. */
  readonly unconsented: Readonly<Record<'below-one' | 'four-digit', WithoutCode>>;
  /** OP-9 without a consent, for the transfer with decimals that the service knows. */
  readonly unconsentedKnown: Step<RefusedCallResult>;
}

/**
 * With the session of the transfer before: no code is spent on it. `known` sends its correlationId too: a service that knows the transfer
 * answers for it only where the consent is right.
 */
const createUnconsented = (
  deps: Dependencies,
  payer: Step<CustomerJourney>,
  { requested, scheme }: TransferFlow,
  how: keyof WithoutCode,
  known?: 'known',
): Step<RefusedCallResult> =>
  step(`${requested.name} ${how === 'none' ? 'with NONE' : 'without a consent'}`, async (session) => {
    const { sender: of, beneficiaries } = await session.use(payer);
    const { amount, correlationId } = await session.use(requested);
    if (deps.memory.sessionServesAgain !== true) throw notApplicable('a session serves once, so this would be refused for its session');
    const sender = await session.use(of);
    const payee = await session.use(beneficiaries.payee);
    const asked = schemeAt(await session.use(scheme), session.doubt);
    const again = known === undefined ? {} : { correlationId };
    const transfer = { sender, payee, amount, scheme: asked, ...again };
    return deps.inTurn(sender.person, () => sendUnconsentedTransfer(deps, session, transfer, how));
  });

const createWithoutCode = (deps: Dependencies, payer: Step<CustomerJourney>, flow: TransferFlow): WithoutCode => ({
  none: createUnconsented(deps, payer, flow, 'none'),
  missing: createUnconsented(deps, payer, flow, 'missing'),
});

/** Transfers of other than the usual amount, with the balance before and after each. */
export function createAmounts(deps: Dependencies, candidates: readonly Candidate[]): Amounts {
  const decimalAmount = new Big(deps.people.amount).plus('0.37').toFixed();
  const small = new Big(decimalAmount).plus(belowOneAmount);
  const payer = createPayerStep(candidates, small.toFixed());
  const richPayer = createPayerStep(candidates, small.plus(fourDigitAmount).toFixed());
  const decimals = createPayerFlow(deps, payer, { name: 'a compared transfer with decimals', amount: decimalAmount, compared: true });
  // The transfer with decimals shows as much to a person who types each code.
  const furtherPayer = step('a sender for one more transfer', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    return session.use(payer);
  });
  const belowOne = createPayerFlow(deps, furtherPayer, {
    name: 'a compared transfer below one',
    amount: belowOneAmount,
    compared: true,
    sessions: 'same',
    follows: [decimals.requested],
  });
  const fourDigits = createPayerFlow(deps, richPayer, {
    name: 'a transfer of four digits',
    amount: fourDigitAmount,
    compared: true,
    sessions: 'new',
    follows: [decimals.requested, belowOne.requested],
  });
  const missingDecimals = createUnconsented(deps, furtherPayer, decimals, 'missing', 'known');
  const ofBelowOne = createWithoutCode(deps, furtherPayer, belowOne);
  const ofFourDigits = createWithoutCode(deps, richPayer, fourDigits);
  const decimalsDebited = createCircumstance(deps, 'balances around an amount with decimals', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    await useWhole(session, decimals);
    // The amount below one may be refused.
    await Promise.allSettled([useWhole(session, belowOne)]);
    await session.after(missingDecimals);
  });
  const belowOneDebited = createCircumstance(deps, 'balances around an amount below one', async (session) => {
    await session.use(decimalsDebited);
    await useWhole(session, belowOne);
    await session.afterAll(Object.values(ofBelowOne));
  });
  const fourDigitsWhole = createCircumstance(deps, 'a transfer of four digits', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    await useWhole(session, fourDigits);
    await session.afterAll(Object.values(ofFourDigits));
    // What its limits show behind the last transfer.
    const sender = await session.use((await session.use(richPayer)).sender);
    await deps.inTurn(sender.person, () => readDetailAfterTransfers(deps, session, sender));
  });
  return {
    payers: [payer, richPayer],
    unconsented: { 'below-one': partsIfDone(belowOneDebited, ofBelowOne), 'four-digit': partsIfDone(fourDigitsWhole, ofFourDigits) },
    unconsentedKnown: partAfter(decimalsDebited)(missingDecimals),
    decimalsDebited,
    belowOneDebited,
    byAmount: { decimals, 'below-one': belowOne, 'four-digit': fourDigits },
    fourDigits: fourDigitsWhole,
  };
}
