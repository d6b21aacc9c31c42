import type { Variant } from '../../sandbox/catalog.ts';
import type { Trial } from './prove.ts';

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
