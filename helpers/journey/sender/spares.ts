import { untried } from '../../judge/stop.ts';
import { step, type Step } from '../../session/session.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { People } from '../setup/people.ts';
import { createOnboarding, type Onboarding } from '../onboarding/onboarding.ts';
import { createSenderSteps, type Sender } from './sender.ts';

/** Spare mobiles with another role; the second agent's sub-agent takes the last one beyond them. */
export const rolesOnSpares = 3;

/** Refused calls go to this many senders, side by side, where that leaves as many spare mobiles to others. */
const refusedSenders = 3;

/** Taken from behind, before the last one. Every sender costs codes, so none is taken where a person types them. */
export function listRefusedMobiles({ spares, codesAreTyped }: Pick<People, 'spares' | 'codesAreTyped'>): readonly string[] {
  const free = spares.slice(rolesOnSpares, -1);
  return codesAreTyped || free.length < 2 * refusedSenders ? [] : free.slice(-refusedSenders);
}

export function onboardOnSpare(deps: Dependencies, open: Step<void>, role: string, mobile: string | undefined): Onboarding {
  const ready = step(`a mobile for the ${role}`, async (session) => {
    if (mobile === undefined) throw untried(`no spare mobile for a ${role} (DMT_SPARE_MOBILES)`, 'configuration');
    await session.use(open);
  });
  return createOnboarding(deps, { role, userType: 'customer', mobile: mobile ?? '', mpin: deps.people.mpin }, ready);
}

/**
 * Senders for sequences and races, which come last. Spare mobiles without a role come first, then those whose role is done.
 * The stranger's mobile is left out: it may be locked.
 */
export function createSequenceSenders(deps: Dependencies, open: Step<void>, subAgent: Onboarding): readonly Step<Sender>[] {
  const { spares } = deps.people;
  const mobiles = [...spares.slice(rolesOnSpares, -1).reverse(), ...spares.slice(0, rolesOnSpares - 1)];
  return mobiles.map((mobile, at) => createSenderSteps(onboardOnSpare(deps, open, `sequence sender ${at + 1}`, mobile), subAgent).sender);
}
