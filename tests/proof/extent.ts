import type { Variant } from '../../sandbox/catalog.ts';
import cover from './cover.json' with { type: 'json' };
import type { Extent, Trial } from './prove.ts';
import { suiteParts } from './select.ts';

/** One fault of so many is tried as `npm run proof` tries all: a wrong accusation beside the right one shows there. */
const usualOneOf = 12;

/** The faults that make every check fail, each with the checks that it showed first in the last whole proof. */
export const coveringTrials: readonly Trial[] = Object.entries(cover).map(([id, seenBy], at) => ({
  kind: 'fault',
  id,
  extent: at % usualOneOf === 0 ? 'usual' : 'seen',
  seenBy,
}));

/** Every thirteenth suite, the next ones on the next variant; all of them where the difference stops the run. `npm run proof` tries all. */
export const extentOnVariant = ({ ends }: Variant, at: number): Extent => (ends === undefined ? at % suiteParts : 'usual');
