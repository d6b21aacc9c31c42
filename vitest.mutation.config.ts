import { defineConfig } from 'vitest/config';

// What `npm run mutation` runs for every mutant: the tests of judging, without servers where that is possible.
export default defineConfig({
  test: {
    include: [
      'tests/judge/**/*.test.ts',
      'tests/schemas/**/*.test.ts',
      'tests/runner/outcomes.test.ts',
      'tests/runner/passive-results.test.ts',
      'tests/report/decide.test.ts',
      'tests/report/verdict-clause.test.ts',
      'tests/report/verdict.test.ts',
    ],
  },
});
