import { untried } from '../../judge/stop.ts';
import { step, type Step } from '../../session/session.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { createOnboarding, type Onboarding } from '../onboarding/onboarding.ts';
import { createSenderSteps, type Sender } from './sender.ts';

/** Spare mobiles that have another role; the second agent's sub-agent takes one beyond them. */
export const rolesOnSpares = 3;

/** A customer on a spare mobile. */
export function onboardOnSpare(deps: Dependencies, open: Step<void>, role: string, mobile: string | undefined): Onboarding {
  const ready = step(`a mobile for the ${role}`, async (session) => {
    if (mobile === undefined) throw untried(`no spare mobile for a ${role} (DMT_SPARE_MOBILES)`, 'configuration');
    await session.use(open);
  });
  return createOnboarding(deps, { role, userType: 'customer', mobile: mobile ?? '', mpin: deps.people.mpin }, ready);
}

/**
 * Senders for walks and races, which begin when everything else is told: spare mobiles without a role first, then those
 * that had one and are done with it, but for the stranger's, which may be locked.
 */
export function createSequenceSenders(deps: Dependencies, open: Step<void>, subAgent: Onboarding): readonly Step<Sender>[] {
  const { spares } = deps.people;
  const mobiles = [...spares.slice(rolesOnSpares, -1).reverse(), ...spares.slice(0, rolesOnSpares - 1)];
  return mobiles.map((mobile, at) => createSenderSteps(onboardOnSpare(deps, open, `walker ${at + 1}`, mobile), subAgent).sender);
}
