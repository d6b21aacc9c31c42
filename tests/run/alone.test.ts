import { expect, onTestFinished, test } from 'vitest';
import { conductTrial } from '../../helpers/runner/trial.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { planFor } from '../../suites/plan-for.ts';

// A repeated check must not request the prerequisites of a whole run.
test.each([
  'CONSENT-MISSING~missing-consent-OP-4',
  'CONSENT-MISSING~missing-consent-OP-9',
  'CONSENT-STATE-OTHER-MOBILE~state-of-another-OP-4',
  'OP4-TAG-KEPT~sub-agent,CONSENT-MALFORMED~no-state-OP-4',
  'OP6-OWN-DATA~two-tags',
])('%s finishes when it runs alone, and costs one transfer at most', async (checks) => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const read = readConfig({ ...sandbox.environment, DMT_TARGET: 'sandbox', DMT_CHECKS: checks, DMT_PENDING_TIMEOUT_MS: '1000' }, 'started');
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { outcomes, totals } = await conductTrial(
    read.config,
    planFor(read.config).entries.map(({ check }) => check),
  );
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(checks.split(',').map(() => 'pass'));
  expect(totals.transfers).toBeLessThanOrEqual(1);
});
