/** A few of many like ones: `npm test` tries one of so many, `npm run test:all` (a step of the night) tries all. */
export const someOf = <One>(oneOf: number, all: readonly One[]): readonly One[] =>
  process.env['TEST_ALL'] === undefined ? all.filter((_, at) => at % oneOf === 0) : all;
