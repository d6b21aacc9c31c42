import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readJournal, type Journal } from '../../helpers/report/journal/journal.ts';
import { parseExchangeNumber } from '../../helpers/report/journal/sittings.ts';
import { conductRun } from '../../helpers/run/run.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/start.ts';
import { planFor } from '../../suites/plan-for.ts';

const check = 'HTTP-NO-5XX~fuzz-payload-OP-12';

/** A campaign of one chapter whose cases each take a code. */
async function recordCampaign(size: Environment, checks = check, options: SandboxOptions = {}): Promise<Journal> {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'));
  const sandbox = await startSandbox(options);
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });
  const own = { DMT_TARGET: 'sandbox', DMT_REPORT_DIR: folder, DMT_CHECKS: checks, DMT_FUZZ_SECONDS: '600', ...size };
  const read = readConfig({ ...sandbox.environment, ...own }, 'started');
  if (!read.ok) throw new Error(read.problems.join('\n'));
  await conductRun(read.config, planFor(read.config), { onOutcome: () => undefined, interrupted: new Promise(() => undefined) });
  return readJournal(folder);
}

const exponent = faults.get('fuzz-exponent')?.twist;

const countUnrecorded = (ids: readonly { readonly exchange: string }[]): number =>
  ids.filter(({ exchange }) => parseExchangeNumber(exchange, 'q') > 0).length;

test('ten times the cases leave no more records, and a pass shows real exchanges', async () => {
  const few = await recordCampaign({ DMT_FUZZ_RUNS: '12' });
  const many = await recordCampaign({ DMT_FUZZ_RUNS: '120' });
  expect((many.end?.totals.requests ?? 0) / (few.end?.totals.requests ?? 0)).toBeGreaterThan(5);
  // One answer is kept for each of the most common outcomes, and few cases have fewer outcomes.
  expect(many.exchanges.length - few.exchanges.length).toBeLessThanOrEqual(3);
  expect(countUnrecorded(many.codes)).toBe(0);
  expect(countUnrecorded(many.sittings.flatMap(({ spent }) => spent))).toBe(0);
  expect(many.outcomes).toMatchObject([{ check, verdict: 'pass' }]);
  const shown = new Set(many.outcomes.flatMap(({ evidence }) => evidence));
  const answered = many.exchanges
    .filter(({ id, operation }) => shown.has(id) && operation === 'OP-12')
    .map(({ response }) => response?.status);
  // The documented call before, and one odd call.
  expect(answered.length).toBeGreaterThanOrEqual(2);
  expect(answered).not.toContain(undefined);
});

test("odd ids of senders are nobody's, and leave no record of a sender whose list they may have changed", async () => {
  const { offRecord, end } = await recordCampaign({ DMT_FUZZ_RUNS: '60' }, 'HTTP-NO-5XX~fuzz-address-OP-12');
  expect(end?.totals.requests).toBeGreaterThan(60);
  expect(new Set(offRecord.map(({ senderId }) => senderId)).size).toBeLessThan(4);
});

test('with a cap, every call that counts towards it is announced before it leaves', async () => {
  const { sittings, end } = await recordCampaign({ DMT_FUZZ_RUNS: '12', DMT_MAX_OTPS: '5000' });
  const told = sittings.flatMap(({ spent }) => spent);
  expect(told.reduce((sum, { otps }) => sum + otps, 0)).toBe(end?.totals.otps);
});

test('where an odd transfer shows in its invoice, the invoice decides', async () => {
  const { outcomes, exchanges } = await recordCampaign({ DMT_FUZZ_RUNS: '60' }, 'OP11-AMOUNT-EXACT~fuzz-payload-OP-9', {
    ...(exponent === undefined ? {} : { twist: exponent }),
  });
  const [{ verdict, evidence } = { verdict: null, evidence: [] }] = outcomes;
  expect([verdict, exchanges.find(({ id }) => id === evidence.at(-1))?.operation]).toEqual(['fail', 'OP-11']);
});
