import { step, type Step } from '../../session/session.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { createBalanceReader, readBalances } from '../transfer/balance.ts';

const createFundsStep = (deps: Dependencies, { sender, beneficiaries }: CustomerJourney): Step<boolean> =>
  step('the funds of a sender of refused calls', async (session) => {
    const who = await session.use(sender);
    const { detail } = await session.use(beneficiaries.payee);
    const { mainAccount } = await deps.inTurn(who.person, async () =>
      readBalances(await createBalanceReader(deps, who, detail).read(session)),
    );
    return mainAccount >= Number(deps.people.amount);
  });

/** The spare sender if it has funds, else the configured customer: without funds a transfer is refused for that alone. */
export function createFundedStep(deps: Dependencies, customer: CustomerJourney, spare: CustomerJourney | null): Step<CustomerJourney> {
  if (spare === null) return step('the customer for refused calls', () => Promise.resolve(customer));
  const funds = createFundsStep(deps, spare);
  return step('the sender of refused calls', async (session) => {
    const funded = await session.after(funds);
    return funded.ok && funded.value ? spare : customer;
  });
}
