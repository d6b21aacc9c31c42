import { step, type Step } from '../step.ts';
import type { Kit } from './kit.ts';
import { atHand, readDetail, type Detail } from './sender.ts';
import type { CustomerJourney } from './story.ts';

/** The newest sessions of somebody else; where sessions serve once, unused ones: refused for being used up they would show nothing. */
export function foreignDetailOf(kit: Kit, { beneficiaries, sender }: CustomerJourney, follows: readonly Step<unknown>[]): Step<Detail> {
  const { memory, people, inTurn } = kit;
  return step('sessions of another sender', async (session) => {
    const who = await session.use(sender);
    await session.behind(follows);
    const held = memory.details.get(who.person.mobile);
    if (held === undefined) return session.use(beneficiaries.detail);
    const isUsed = (held.spent || held.looked) && memory.sessionServesAgain === false && !people.codesAreTyped;
    return isUsed ? inTurn(who.person, () => readDetail(kit, session, who)) : atHand(session, held.detail);
  });
}
