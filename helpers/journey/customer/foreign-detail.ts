import { step, type Step } from '../../session/session.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { atHand, readDetail } from '../sender/sender.ts';
import { type Detail } from '../setup/detail.ts';
import type { CustomerJourney } from './customer-journey.ts';

/** The newest sessions of somebody else; where sessions serve once, unused ones: refused for being used up they would show nothing. */
export function foreignDetailOf(
  deps: Dependencies,
  { beneficiaries, sender }: CustomerJourney,
  follows: readonly Step<unknown>[],
): Step<Detail> {
  const { memory, people, inTurn } = deps;
  return step('sessions of another sender', async (session) => {
    const who = await session.use(sender);
    await session.behind(follows);
    const held = memory.details.get(who.person.mobile);
    if (held === undefined) return session.use(beneficiaries.detail);
    const isUsed = (held.spent || held.looked) && memory.sessionServesAgain === false && !people.codesAreTyped;
    return isUsed ? inTurn(who.person, () => readDetail(deps, session, who)) : atHand(session, held.detail);
  });
}
