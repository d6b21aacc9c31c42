import { step, type Step } from '../../session/session.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { lacksSpare, type People } from '../setup/people.ts';
import { createOnboarding, type Onboarding } from '../onboarding/onboarding.ts';
import type { Sender } from './sender.ts';
import { createSenderSteps } from './sender-steps.ts';

/** Spare mobiles with another role; the second agent's sub-agent takes the last one beyond them. */
export const rolesOnSpares = 3;

export function onboardOnSpare(deps: Dependencies, open: Step<void>, role: string, mobile: string | undefined): Onboarding {
  const ready = step(`a mobile for the ${role}`, async (session) => {
    if (mobile === undefined) throw lacksSpare(deps.people, `the ${role}`);
    await session.use(open);
  });
  return createOnboarding(deps, { role, userType: 'customer', mobile: mobile ?? '', mpin: deps.people.mpin }, ready);
}

/** Odd calls have as many senders of their own. */
const sparesOfOddCalls = 2;

/** Circumstances have senders of their own, so that they run side by side. Those that fewer mobiles leave out come last. */
const circumstanceRoles = ['payer', 'payer of odd amounts', 'owner of many beneficiaries'] as const;

export type CircumstanceRole = (typeof circumstanceRoles)[number];

/** Odd calls have the first two of the mobiles without a role. The last is the second agent's. */
const listFree = (spares: readonly string[]): readonly string[] => spares.slice(rolesOnSpares + sparesOfOddCalls, -1);

/** Odd calls alone use this mobile, and they come last. */
export function requireFreshSpare(people: People): string {
  const fresh = people.spares.slice(rolesOnSpares, -1)[0];
  if (fresh === undefined) throw lacksSpare(people, 'a sub-agent without a tag');
  return fresh;
}

const findSpareFor = ({ spares }: People, role: CircumstanceRole): string | undefined => listFree(spares)[circumstanceRoles.indexOf(role)];

export const hasSpareFor = (people: People, role: CircumstanceRole): boolean => findSpareFor(people, role) !== undefined;

export const onboardForCircumstance = (deps: Dependencies, open: Step<void>, role: CircumstanceRole): Onboarding =>
  onboardOnSpare(deps, open, role, findSpareFor(deps.people, role));

/** Refused calls go to this many senders, side by side. */
const refusedSenders = 2;

/** The last free mobiles, where no other role needs them. Every sender costs codes, so none is taken where a person types them. */
export function listRefusedMobiles({ spares, codesAreTyped }: People): readonly string[] {
  const free = spares.slice(rolesOnSpares, -1);
  const others = sparesOfOddCalls + circumstanceRoles.length;
  return codesAreTyped || free.length < others + refusedSenders ? [] : free.slice(-refusedSenders);
}

/**
 * Senders for sequences and races, which come last. Spare mobiles without a role come first, then those whose role is done.
 * The stranger's mobile is left out, since it may be locked, and so is the payer's, since its wallet may be empty.
 */
export function createSequenceSenders(deps: Dependencies, open: Step<void>, subAgent: Onboarding): readonly Step<Sender>[] {
  const { spares } = deps.people;
  const mobiles = [...spares.slice(rolesOnSpares, -1).reverse(), ...spares.slice(0, rolesOnSpares - 1)];
  const emptied = findSpareFor(deps.people, 'payer');
  const usable = mobiles.filter((mobile) => mobile !== emptied);
  return usable.map((mobile, at) => createSenderSteps(onboardOnSpare(deps, open, `sequence sender ${at + 1}`, mobile), subAgent).sender);
}
