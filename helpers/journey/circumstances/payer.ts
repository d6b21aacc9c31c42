import { findNewestDetail } from '../sender/sender.ts';
import { Big } from 'big.js';
import { untried } from '../../judge/stop.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { readBalances, type AccountBalances } from '../transfer/balance.ts';
import { createBalanceReader } from '../transfer/balance-reader.ts';
import { createTransferFlow } from '../transfer/transfer-flow.ts';
import type { TransferFlow, TransferPlan } from '../transfer/transfer-plan.ts';

/** OP-14 once, before the sender gets a beneficiary: a sender without money needs none. */
export function createFundsStep(deps: Dependencies, { onboarding, sender, beneficiaries }: CustomerJourney): Step<AccountBalances> {
  return step(`funds of the ${onboarding.person.role}`, async (session) => {
    const who = await session.use(sender);
    const first = await session.use(beneficiaries.detail);
    return deps.inTurn(who.person, async () => {
      const newest = findNewestDetail(deps, who) ?? first;
      return readBalances(await createBalanceReader(deps, who, newest).read(session));
    });
  });
}

export interface Candidate {
  readonly journey: CustomerJourney;
  readonly funds: Step<AccountBalances>;
  /** The configured customer pays for circumstances only after its own transfers, whose balances are compared. */
  readonly follows: readonly Step<unknown>[];
}

/** The first sender whose wallet holds the amount. */
export function createPayerStep(candidates: readonly Candidate[], amount: string): Step<CustomerJourney> {
  return step(`a sender with ${amount} in its wallet`, async (session) => {
    let unread = 0;
    for (const { journey, funds, follows } of candidates) {
      await session.afterRequested(follows);
      const done = await session.after(funds);
      if (done.ok && new Big(amount).lte(done.value.mainAccount)) return journey;
      if (!done.ok) unread += 1;
    }
    // Where no balance could be read, the reason is that of the configured customer.
    const last = candidates.at(-1);
    if (last !== undefined && unread === candidates.length) await session.use(last.funds);
    throw untried(`no sender of ours holds ${amount} in its wallet: fund one, or lower DMT_TRANSFER_AMOUNT`, 'test-data');
  });
}

/** A part of the journey of whoever pays. */
export const ofPayer = <T>(payer: Step<CustomerJourney>, what: string, pick: (journey: CustomerJourney) => Step<T>): Step<T> =>
  step(`${what} of whoever pays`, async (session: Session) => session.use(pick(await session.use(payer))));

type FlowOptions = Pick<TransferPlan, 'name' | 'amount'> & Partial<TransferPlan>;

/** A transfer of whoever pays, to its usual beneficiary unless the options name another. */
export const createPayerFlow = (deps: Dependencies, payer: Step<CustomerJourney>, options: FlowOptions): TransferFlow =>
  createTransferFlow(deps, {
    who: ofPayer(payer, 'the sender', ({ sender }) => sender),
    payee: ofPayer(payer, 'the beneficiary', ({ beneficiaries }) => beneficiaries.payee),
    source: ofPayer(payer, 'the payment source', ({ source }) => source),
    compared: false,
    sessions: 'at-hand',
    follows: [],
    ...options,
  });

/** From its request to the balance after it. */
export async function useWhole(session: Session, { requested, status, invoice, after }: TransferFlow): Promise<void> {
  await session.use(requested);
  await session.use(status);
  await session.use(invoice);
  await session.use(after);
}
