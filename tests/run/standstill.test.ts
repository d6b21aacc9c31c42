import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../helpers/config/read-config.ts';
import { readJournal } from '../../helpers/report/journal/journal.ts';
import { assembleVerdict } from '../../helpers/report/verdict/assemble.ts';
import { mustServe } from '../../helpers/judge/served.ts';
import { conductRun } from '../../helpers/run/run.ts';
import { countStillLooks } from '../../helpers/run/standstill.ts';
import { check, type Suite } from '../../helpers/runner/check.ts';
import { buildPlan } from '../../helpers/runner/plan.ts';
import { openWaitings } from '../../helpers/session/waiting.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { clauses } from '../../specs/clauses.ts';
import { paymentSources } from '../../specs/operations.ts';

const never = new Promise<never>(() => undefined);

const stuck: Suite = {
  name: 'Stuck',
  area: 'Contract',
  checks: [
    check('OP2-SERVED', 'ends', 'a check that ends', async ({ use, probe, journey }) => {
      await use(journey.access.open);
      mustServe(await probe(paymentSources, {}));
    }),
    check('OP2-SERVED', 'waits-for-itself', 'a check that never ends', () => never),
  ],
};

test('a run that stands still ends as an interrupted one, tells why, and keeps what was judged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'standstill-'));
  const sandbox = await startSandbox();
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });
  const read = readConfig({ ...sandbox.environment, DMT_REPORT_DIR: folder });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const told: string[] = [];
  await conductRun(read.config, buildPlan([stuck], null), {
    onOutcome: () => undefined,
    interrupted: never,
    standstillMs: 2000,
    onStandstill: (text) => told.push(text),
  });
  const { run, verdict, exitCode, checks } = assembleVerdict(readJournal(folder), clauses);
  expect(told).toEqual([expect.stringContaining('the suite waits for itself')]);
  expect({ verdict, exitCode, interrupted: run.interrupted }).toEqual({ verdict: 'inconclusive', exitCode: 4, interrupted: true });
  expect(run.waits).toEqual([expect.objectContaining({ reason: told[0] })]);
  expect(checks.map((one) => [one.id, one.verdict, one.cause])).toEqual([
    ['OP2-SERVED~ends', 'pass', null],
    ['OP2-SERVED~waits-for-itself', 'blocked', 'interrupted'],
  ]);
});

test('four looks without a request, an outcome or a wait make a standstill', () => {
  let moves = 0;
  let now = 0;
  const waitings = openWaitings(() => now);
  const isStill = countStillLooks({ moves: () => moves, waitings });
  const looks = (count: number): boolean[] => Array.from({ length: count }, () => isStill());
  expect(looks(3)).toEqual([false, false, false]);
  moves += 1;
  expect(looks(4)).toEqual([false, false, false, false]);
  const end = waitings.begin('the target', 10);
  expect(looks(4)).toEqual([false, false, false, false]);
  end();
  expect(looks(4)).toEqual([false, false, false, true]);
  waitings.begin('a wait whose end nobody tells', 10);
  now = 11;
  expect(isStill()).toBe(true);
});
