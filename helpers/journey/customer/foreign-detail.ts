import { step, type Step } from '../../session/session.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { countHeldDetail, readDetail } from '../sender/sender.ts';
import { type Detail } from '../setup/detail.ts';
import type { CustomerJourney } from './customer-journey.ts';

/**
 * The newest sessions of another sender.
 * Where sessions serve once, they must be unused: a refusal because they are used up would prove nothing.
 */
export function createForeignDetailStep(
  deps: Dependencies,
  { beneficiaries, sender }: CustomerJourney,
  follows: () => readonly Step<unknown>[],
): Step<Detail> {
  const { memory, people, inTurn } = deps;
  return step('sessions of another sender', async (session) => {
    const who = await session.use(sender);
    await session.afterRequested(follows());
    const held = memory.of(who.person).heldDetail;
    if (held === null) return session.use(beneficiaries.detail);
    const isUsed = (held.isSpent || held.isBalanceRead) && memory.sessionServesAgain === false && !people.codesAreTyped;
    return isUsed ? inTurn(who.person, () => readDetail(deps, session, who)) : countHeldDetail(session, held.detail);
  });
}
