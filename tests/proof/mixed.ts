import { shuffled } from './shuffled.ts';
import type { Trial } from './prove.ts';

/** Fixed, so that a problem shows again. */
const seed = 16;

/** A fault may contradict a personality. Hardly one contradicts three. */
const mostTried = 3;

/** One fault of so many, each with the next personalities of one order, so that all of them are used alike. */
export function mixedTrials(faults: readonly string[], personalities: readonly string[], oneOf = 10): readonly Trial[] {
  const order = shuffled(seed, (name: string) => name)(personalities);
  const from = (at: number): readonly string[] => [...order.slice(at % order.length), ...order].slice(0, mostTried);
  return shuffled(
    seed,
    (id: string) => id,
  )(faults)
    .map((id, at): Trial => ({ kind: 'fault', id, on: from(at) }))
    .filter((_, at) => at % oneOf === 0);
}
