import type { Fault, Variant } from '../../sandbox/catalog.ts';
import cover from './cover.json' with { type: 'json' };
import type { Extent } from './prove.ts';
import { suiteParts } from './select.ts';

/** One fault of so many is also tried with the suites that could accuse something else. `npm run proof` tries all of them so. */
const oneOf = 120;

/** The last whole proof says which faults show every check, and with which suites. */
const covering: ReadonlyMap<string, string> = new Map(Object.entries(cover));

/** How much of the suite `npm test` tries on a fault; `at` is its place in the catalogue. */
export const extentOnFault = ({ id }: Fault, at: number): Extent => (at % oneOf === 0 || covering.get(id) === 'usual' ? 'usual' : 'own');

/** Whether a fault is tried only for a check that nothing else was seen to break. `npm run proof` tries all. */
export const canWait = (fault: Fault, at: number): boolean => !covering.has(fault.id) && extentOnFault(fault, at) === 'own';

/** Every thirteenth suite, the next ones on the next variant; all of them where the difference stops the run. `npm run proof` tries all. */
export const extentOnVariant = ({ ends }: Variant, at: number): Extent => (ends === undefined ? at % suiteParts : 'usual');
