import { inject, test } from 'vitest';
import { endTest, readRecordedTests, untilRecorded } from '../helpers/report/allure/recorded-tests.ts';

// One test for each planned check, with the result of the recorded run. `npm run conformance` judges; this file only shows the results.
await untilRecorded(inject('recordedAt'));
const tests = readRecordedTests(inject('reportFolder') ?? 'reports');

for (const { name, check } of tests) {
  test(name, ({ skip }) => {
    endTest(check, skip);
  });
}

test.runIf(tests.length === 0)('no run is recorded', ({ skip }) => {
  skip('expected a verdict.json in the report folder, found none: start with npm run conformance');
});
