import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What waits long comes first, beside the proof, which takes all processors. What needs a processor for long comes next, so that none waits for it at the end. */
const longest = [
  'proof/proof',
  ...['chaos/chaos', 'run/living', 'bill/bill', 'run/broken', 'bill/campaign', 'cli/prompt', 'cli/secrets-campaign', 'cli/plan'],
  ...['cli/resume', 'run/callbacks', 'run/trouble', 'cli/interrupt', 'cli/replay', 'cli/trouble', 'client/trouble', 'hostile/hostile'],
  ...['bundle/tampering', 'bundle/again', 'cli/run', 'cli/secrets'],
];

/**
 * Whole runs by the dozen, which alone took half the time of `npm test`: wrong and strict services, bad lines, kills, campaigns. `npm run test:all`,
 * a step of the night, runs these files too. Most have a sweep of the night as well, or faults and variants of the proof that show the same. One
 * whole run of each kind stays: `cli/run`, `cli/resume`, `cli/interrupt`, `cli/prompt`, `cli/bundle`, `cli/secrets`, `cli/plan`, `fuzz/sequences`.
 */
const wholeRuns = [
  ...['addresses/addresses', 'bill/campaign', 'bundle/again', 'chaos/chaos', 'cli/kill', 'cli/secrets-campaign', 'consent/unanswered'],
  ...['fuzz/effects', 'fuzz/kept', 'hostile/hostile', 'journey/side-looks', 'judge/accept-header', 'judge/wrong-types', 'program/opened'],
  ...['proof/mixed', 'run/broken', 'run/late-transfers', 'run/living', 'run/sittings', 'run/strict'],
  ...['run/strangers-money', 'run/wrong-codes', 'runner/hint'],
];

const exclude = process.env['TEST_ALL'] === undefined ? wholeRuns.map((name) => `tests/${name}.test.ts`) : [];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
  return at === -1 ? longest.length : at;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

// `conformance` tells the last recorded run as tests, for editors; `npm run conformance` judges.
export default defineConfig({
  test: {
    pool: 'forks',
    experimental: { viteModuleRunner: false },
    // All processors are busy with tests: threads that collect garbage beside them, and often, would only take from them.
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
    isolate: false,
    // Much of the time goes by in waits: a core for itself is more than a worker needs.
    maxWorkers: 3,
    // As many trials at once as `npm run proof`: each waits more than it works.
    maxConcurrency: 8,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'tests', include: ['tests/**/*.test.ts'], exclude, testTimeout: 120_000, hookTimeout: 120_000 } },
      { extends: true, test: { name: 'conformance', include: ['suites/conformance.test.ts'] } },
    ],
  },
});
