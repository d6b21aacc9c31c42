import { createHash } from 'node:crypto';

const rank = (seed: number, id: string): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');

/** Orders things with an id by the seed alone. */
export const shuffled =
  <Thing>(seed: number, idOf: (thing: Thing) => string) =>
  (things: readonly Thing[]): readonly Thing[] =>
    things
      .map((thing) => ({ thing, at: rank(seed, idOf(thing)) }))
      .sort((one, other) => (one.at < other.at ? -1 : 1))
      .map(({ thing }) => thing);
