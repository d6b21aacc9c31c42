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

/** In the form of a policy. What twists make of each other is seen when they are tried. */
const contradict = (one: Variant, other: Variant): boolean => {
  const settings = listSettings(other);
  return listSettings(one).some((setting) => settings.includes(setting));
};

/** With more, too many runs show something wrong, and then each variant has a run of its own. */
const inOneRun = 3;

const cut = <T>(list: readonly T[], size: number): readonly (readonly T[])[] =>
  list.length === 0 ? [] : [list.slice(0, size), ...cut(list.slice(size), size)];

/** Groups of those that do not contradict each other, one from each third of the list: what is near each other there is alike. */
function groupAcross(list: readonly Variant[]): readonly (readonly Variant[])[] {
  const [firsts = [], ...thirds] = cut(list, Math.ceil(list.length / inOneRun)).map((third) => new Set(third));
  const addFrom = (group: readonly Variant[], third: Set<Variant>): readonly Variant[] => {
    const next = [...third].find((other) => !group.some((one) => contradict(one, other)));
    if (next !== undefined) third.delete(next);
    return next === undefined ? group : [...group, next];
  };
  const groups = [...firsts].map((first) => thirds.reduce(addFrom, [first]));
  return [...groups, ...thirds.flatMap((third) => [...third]).map((left) => [left])];
}

/** Several variants in each run where they can be: every check meets all of them. Those that need every check have runs without others. */
export function groupVariants(all: readonly Variant[]): readonly Trial[] {
  const together = Map.groupBy(all, (one) => (isTriedAlone(one) ? 'alone' : one.everywhere === true ? 'everywhere' : 'usual'));
  const alone = (together.get('alone') ?? []).map((one) => [one]);
  const groups = [...alone, ...groupAcross(together.get('everywhere') ?? []), ...groupAcross(together.get('usual') ?? [])];
  return groups.flatMap(([first, ...beside]): readonly Trial[] =>
    first === undefined ? [] : [{ kind: 'variant', id: first.id, beside: beside.map(({ id }) => id) }],
  );
}
