import { shuffled } from './shuffled.ts';
import type { Trial } from './prove.ts';

/** Fixed, so that a problem shows again. */
const seed = 16;

/** A fault may contradict a personality. Hardly one contradicts three. */
const mostTried = 3;

/** One fault of so many, each with personalities in an order of its own. */
export const mixedTrials = (faults: readonly string[], personalities: readonly string[], oneOf = 10): readonly Trial[] =>
  shuffled(
    seed,
    (id: string) => id,
  )(faults)
    .filter((_, at) => at % oneOf === 0)
    .map((id) => ({ kind: 'fault', id, on: shuffled(seed, (name: string) => `${id} ${name}`)(personalities).slice(0, mostTried) }));
