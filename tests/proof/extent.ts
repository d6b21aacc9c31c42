import type { Variant } from '../../sandbox/catalog.ts';
import cover from './cover.json' with { type: 'json' };
import type { Extent, Trial } from './prove.ts';
import { suiteParts } from './select.ts';

/** One fault of so many is tried with all suites of the clauses it breaks: a wrong accusation beside the right one shows there. */
const ownOneOf = 12;

/** One fault of so many is also tried with the suites that could accuse something else. `npm run proof` tries all of them so. */
const usualOneOf = 60;

function extentOnFault(at: number): Extent {
  if (at % usualOneOf === 0) return 'usual';
  return at % ownOneOf === 0 ? 'own' : 'seen';
}

/** The faults that make every check fail, each with the checks that it showed first in the last whole proof. */
export const coveringTrials: readonly Trial[] = Object.entries(cover).map(([id, seenBy], at) => ({
  kind: 'fault',
  id,
  extent: extentOnFault(at),
  seenBy,
}));

const seenByFault: Readonly<Record<string, readonly string[]>> = cover;

/** A seventeenth of the suites, and what makes each check fail once. */
export const withCover = (trial: Trial): Trial => ({ ...trial, extent: 'part', seenBy: seenByFault[trial.id] ?? [] });

/** Every thirteenth suite, the next ones on the next variant; all of them where the difference stops the run. `npm run proof` tries all. */
export const extentOnVariant = ({ ends }: Variant, at: number): Extent => (ends === undefined ? at % suiteParts : 'usual');

/** Stops a run or checks, or has checks of its own. */
const isTriedAlone = ({ ends, mayBlock, checks, campaign }: Variant): boolean =>
  [ends, mayBlock, checks, campaign].some((reason) => reason !== undefined);

const listSettings = ({ policy = {} }: Variant): readonly string[] =>
  Object.entries(policy).flatMap(([group, change]) =>
    typeof change === 'object' ? Object.keys(change).map((name) => `${group}.${name}`) : [group],
  );

/** In the form of a policy. What two twists make of each other is seen when they are tried. */
const contradict = (one: Variant, other: Variant): boolean => {
  const settings = listSettings(other);
  return listSettings(one).some((setting) => settings.includes(setting));
};

/**
 * Two variants in each run where they can be: every check meets both. Each is tried with one from the other half of the catalogue, which has
 * other kinds of differences.
 */
export function pairVariants(all: readonly Variant[]): readonly Trial[] {
  const half = all.length / 2;
  const rest = new Set([...all.filter((_, at) => at >= half), ...all.filter((_, at) => at < half)]);
  return all.flatMap((one): Trial[] => {
    if (!rest.delete(one)) return [];
    const fitting = isTriedAlone(one)
      ? undefined
      : [...rest].find((other) => !isTriedAlone(other) && one.everywhere === other.everywhere && !contradict(one, other));
    if (fitting === undefined) return [{ kind: 'variant', id: one.id }];
    rest.delete(fitting);
    return [{ kind: 'variant', id: one.id, beside: fitting.id }];
  });
}
