import { createHash } from 'node:crypto';

const rank = (seed: number, id: string): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');

/** Things with an id in an order that the seed alone decides. */
export const shuffled =
  <Thing>(seed: number, idOf: (thing: Thing) => string) =>
  (things: readonly Thing[]): readonly Thing[] =>
    things
      .map((thing) => ({ thing, at: rank(seed, idOf(thing)) }))
      .sort((one, other) => (one.at < other.at ? -1 : 1))
      .map(({ thing }) => thing);
