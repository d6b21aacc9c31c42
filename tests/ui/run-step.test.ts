import { expect, test } from 'vitest';
import { readConfig } from '../../helpers/config/read-config.ts';
import { openRunStep } from '../../ui/steps/run.ts';
import { suites } from '../../suites/index.ts';
import { isCase } from '../../helpers/report/model/count-checks.ts';

const idsOf = (isCampaign: boolean, count: number): readonly string[] =>
  suites.flatMap((suite) => (isCase(suite) === isCampaign ? suite.checks.map(({ id }) => id) : [])).slice(0, count);

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
