/** Every so many, from a place that moves with the turn: at least one, and all of them over that many turns. */
export function pickSample<One>(oneOf: number, all: readonly One[], turn: number): readonly One[] {
  const step = Math.min(oneOf, all.length);
  return all.filter((_, at) => (at + turn) % step === 0);
}

/** A few of many like ones: `npm test` tries one of so many, others at each commit. `npm run test:all` (a step of the night) tries all. */
export const someOf = <One>(oneOf: number, all: readonly One[]): readonly One[] =>
  process.env['TEST_ALL'] === undefined ? pickSample(oneOf, all, Number(process.env['TEST_TURN'] ?? 0)) : all;
