import { defineConfig } from 'vitest/config';

// `conformance` tells the last recorded run as tests, for editors; `npm run conformance` judges.
export default defineConfig({
  test: {
    pool: 'forks',
    isolate: false,
    // Much of the time goes by in waits: a core for itself is more than a worker needs.
    maxWorkers: 4,
    projects: [
      { extends: true, test: { name: 'tests', include: ['tests/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 } },
      { extends: true, test: { name: 'conformance', include: ['suites/conformance.test.ts'] } },
    ],
  },
});
