import type { Fault, Variant } from '../../sandbox/catalog.ts';
import cover from './cover.json' with { type: 'json' };
import type { Extent, Trial } from './prove.ts';
import { suiteParts } from './select.ts';

/** One fault of so many is tried with all suites of the clauses it breaks: a wrong accusation beside the right one shows there. */
const ownOneOf = 12;

/** One fault of so many is also tried with the suites that could accuse something else. `npm run proof` tries all of them so. */
const usualOneOf = 120;

/** The last whole proof says which faults show every check, and by which checks. */
const covering: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(cover));

function extentOnFault(id: string, at: number): Extent {
  if (at % usualOneOf === 0) return 'usual';
  return at % ownOneOf === 0 || !covering.has(id) ? 'own' : 'seen';
}

/** How much of the suite `npm test` tries on a fault; `at` is its place in the catalogue. */
export const trialOfFault = ({ id }: Fault, at: number): Trial => ({
  kind: 'fault',
  id,
  extent: extentOnFault(id, at),
  seenBy: covering.get(id) ?? [],
});

/** Whether a fault is tried only for a check that nothing else was seen to break. `npm run proof` tries all. */
export const canWait = ({ id }: Fault, at: number): boolean => !covering.has(id) && extentOnFault(id, at) === 'own';

/** Every thirteenth suite, the next ones on the next variant; all of them where the difference stops the run. `npm run proof` tries all. */
export const extentOnVariant = ({ ends }: Variant, at: number): Extent => (ends === undefined ? at % suiteParts : 'usual');
