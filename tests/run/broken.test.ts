import { beforeAll, describe, expect, test } from 'vitest';
import type { Bill } from '../../helpers/bill/bill.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import { estimateBill } from '../../cli/run/dry-run.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { planFor } from '../../suites/plan-for.ts';
import { measure, type Measured } from '../broken/measure.ts';
import { brokenServices } from '../broken/table.ts';
import { someOf } from '../some-of.ts';

/** Short waits: the tests count waits, not their duration. */
const waits = { DMT_FUZZ_RUNS: '0', DMT_PENDING_TIMEOUT_MS: '1000', DMT_TIMEOUT_MS: '2000', DMT_CALLBACK_TIMEOUT_MS: '2000' };

const longestMs = 120_000;
const mostTimes = 3;

async function billed(): Promise<Bill> {
  const sandbox = await startSandbox();
  const read = readConfig({ ...sandbox.environment, ...waits, DMT_TARGET: 'sandbox' }, 'started');
  await sandbox.close();
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return estimateBill(read.config, planFor(read.config), 'by-suite');
}

const met = (story: string, environment: Environment = waits): Promise<Measured> => {
  const found = brokenServices.find((service) => service.story === story);
  if (found === undefined) throw new Error(`expected a broken service "${story}", received none: correct the story`);
  return measure(found, environment, longestMs);
};

/** `npm run bench -- broken` meets every one of the table. */
describe('a broken service costs no more than an honest one', () => {
  let honest: Measured | null = null;
  let bill: Bill | null = null;
  beforeAll(async () => {
    [honest, bill] = [await measure({ story: 'honest' }, waits, longestMs), await billed()];
  });

  // One after the other, as a run is alone with its processor.
  test.each(
    someOf<[string, string | null]>(3, [
      ['codes as text', 'ENVELOPE-STATUS-CODE'],
      ['result null', 'OP1-RESULT'],
      ['every third connection cut', null],
      ['OP-9 answered with 500', 'HTTP-NO-5XX'],
      ['OP-14 with another balance each time', null],
      ['OP-3 answered with 500', 'OP3-SERVED'],
      ['OP-9 answered with 4001', null],
    ]),
  )('%s', async (story, broken) => {
    const { requests, otps, transfers, verdict, failed } = await met(story);
    const most = bill?.atMost ?? { otps: 0, transfers: 0 };
    expect(requests).toBeLessThanOrEqual(mostTimes * (honest?.requests ?? 0));
    expect(otps).toBeLessThanOrEqual(most.otps);
    expect(transfers).toBeLessThanOrEqual(most.transfers);
    expect(verdict).not.toBe('did not end');
    if (broken !== null) expect(failed).toContain(broken);
  });
});

test('a service that leaves every transfer in doubt is asked for no more of them than was approved', async () => {
  const approved = 4;
  const capped = await met('OP-9 done and answered with 202', { ...waits, DMT_MAX_TRANSFERS: String(approved) });
  expect(capped.transfers).toBe(approved);
  expect(capped.verdict).toBe('non-conformant');
});

test.each(
  someOf(3, [
    ['OP-10 PENDING for good', 'a transfer stayed PENDING'],
    ['OP-10 and OP-11 answered with 4040', 'OP-10 or OP-11 did not know a transfer'],
    ['OP-14 with the same balance for ever', 'OP-14 showed no debit of a transfer'],
    ['OP-9 answered with 4001', 'OP-9 took no transfer to a new beneficiary, or under a new session'],
  ]),
)('%s: a run waits for it once, and says so', async (story, vain) => {
  const { inVain } = await met(story);
  expect(inVain).toEqual([`${vain} within DMT_PENDING_TIMEOUT_MS; later waits are shorter`]);
});

test.each(['OP-9 never answered', 'OP-10 never answered'])(
  '%s: a run waits for at most five answers, one after the other',
  async (story) => {
    const { silences, verdict } = await met(story);
    expect(verdict).not.toBe('did not end');
    expect(silences).toBeLessThanOrEqual(5);
  },
);
