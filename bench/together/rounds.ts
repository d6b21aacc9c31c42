/** What a planted fault does alone: the checks that accuse it, and the checks that it keeps from judging. */
export interface Alone {
  readonly id: string;
  readonly accusedBy: readonly string[];
  readonly blocks: readonly string[];
}

const overlap = (one: readonly string[], other: readonly string[]): boolean => one.some((check) => other.includes(check));

/** One check cannot tell two faults apart, and a blocked check tells nothing. */
const contradict = (one: Alone, other: Alone): boolean =>
  overlap(one.accusedBy, other.accusedBy) || overlap(one.blocks, other.accusedBy) || overlap(other.blocks, one.accusedBy);

/** Puts each fault into the first round where it contradicts none. */
export function chooseRounds(faults: readonly Alone[]): readonly (readonly Alone[])[] {
  const rounds: Alone[][] = [];
  for (const fault of faults.toSorted((one, other) => one.blocks.length - other.blocks.length)) {
    const round = rounds.find((among) => !among.some((other) => contradict(other, fault)));
    if (round === undefined) rounds.push([fault]);
    else round.push(fault);
  }
  return rounds;
}

export type Ended = ReadonlyMap<string, string>;

export const isAccusing = (verdict: string | undefined): boolean => verdict === 'fail' || verdict === 'warn';

export type Sight = 'found' | 'hidden' | 'missed';

/** A fault is found when a check accuses all together, and nobody once this one is taken out. */
export function judgeSight({ accusedBy }: Alone, together: Ended, without: Ended): Sight {
  const pointing = accusedBy.filter((check) => isAccusing(together.get(check)));
  if (pointing.some((check) => !isAccusing(without.get(check)) && without.get(check) !== 'blocked')) return 'found';
  const silenced = accusedBy.filter((check) => together.get(check) === 'blocked');
  return accusedBy.length > 0 && pointing.length + silenced.length > 0 ? 'hidden' : 'missed';
}
