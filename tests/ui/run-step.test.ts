import { expect, test } from 'vitest';
import { openTarget } from '../../helpers/client/client.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Outcome } from '../../helpers/core/records/outcome.ts';
import { openRunStep } from '../../ui/steps/run.ts';
import { suites } from '../../suites/index.ts';
import { isOfCampaignArea } from '../../helpers/core/records/outcome.ts';

const idsOf = (isCampaign: boolean, count: number): readonly string[] =>
  suites.flatMap((suite) => (isOfCampaignArea(suite) === isCampaign ? suite.checks.map(({ id }) => id) : [])).slice(0, count);

test('the checks of a campaign are counted apart', async () => {
  const { promise: seen, resolve: look } = Promise.withResolvers<undefined>();
  const step = openRunStep(
    {
      run: async (_environment, _request, { onStart }) => {
        const read = readConfig({});
        if (!read.ok) throw new Error(read.problems.join(', '));
        onStart?.(read.config, [...idsOf(false, 3), ...idsOf(true, 2)]);
        look(undefined);
        return Promise.resolve(0);
      },
    },
    0,
  );
  step.start({}, { resume: false });
  await seen;
  expect(step.view()).toMatchObject({ planned: 3, campaign: { planned: 2, done: 0, failed: 0 } });
});

const failed = (check: string, received: string): Outcome => ({
  ...{ check, verdict: 'fail', expected: 'HTTP 401', received, place: 'GET /wallet', seen: null, reason: null, cause: null },
  ...{ owner: 'service', evidence: [], facts: [], startedAt: '2031-01-02T03:04:05.000Z', durationMs: 1 },
});

test('a broken clause is told once, with its checks counted and what the first of them received', async () => {
  const read = readConfig({});
  if (!read.ok) throw new Error(read.problems.join(', '));
  const target = openTarget(read.config, { journal: null, ledger: null });
  const run: Parameters<typeof openRunStep>[0]['run'] = (_environment, _request, { onOutcome }) => {
    for (const [check, received] of [
      ['AUTH-401~no-token-OP-15', 'HTTP 200'],
      ['AUTH-401~unknown-token-OP-15', 'HTTP 403'],
      ['OP11-RESULT-IS-DELAYED', 'HTTP 500'],
    ] as const)
      onOutcome?.(failed(check, received), target);
    return Promise.resolve(1);
  };
  const step = openRunStep({ run }, 0);
  step.start({}, { resume: false });
  await step.stop();
  await target.close();
  expect(step.view().failures).toMatchObject([
    { clause: 'AUTH-401', checks: 2, received: 'HTTP 200' },
    { clause: 'OP11-RESULT-IS-DELAYED', checks: 1, received: 'HTTP 500' },
  ]);
});
