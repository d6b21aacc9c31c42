import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unpackPage } from '../../helpers/report/allure/page/shell.ts';
import { toResultAnchor } from '../../helpers/report/allure/page/history.ts';
import { ledgerFilePath } from '../../helpers/client/journal/ledger.ts';
import { saveRun, readKeptRuns, readRunsBefore, runsFilePath } from '../../helpers/report/compare/kept-runs.ts';
import { writeReports } from '../../helpers/report/write.ts';
import type { ComparableRun } from '../../helpers/report/compare/comparable.ts';
import type { Owner } from '../../helpers/core/records/verdicts.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { assembleFile } from './assembled.ts';
import { header, newFolder, removeFolders, buildSample, writeSample, type Sample } from './sample.ts';

afterAll(removeFolders);

const base: ComparableRun = assembleFile(buildSample(['pass']));
const on = (day: number, over: Partial<ComparableRun['run']> = {}): ComparableRun => ({
  ...base,
  run: { ...base.run, id: `run-${day}`, startedAt: `2031-01-${String(day).padStart(2, '0')}T00:00:00.000Z`, ...over },
});

const causedBy = (owner: Owner): VerdictFile['causes'] => [{ cause: 'sample', reason: 'a sample reason', owner, count: 1, checks: [] }];

const ids = (runs: readonly ComparableRun[]): string[] => runs.map(({ run }) => run.id);

test('the last ten runs of a target are kept, each once, in order', () => {
  const folder = newFolder();
  for (const day of [2, 1, 2, 12, 3, 4, 5, 6, 7, 8, 9, 10]) saveRun(folder, on(day));
  expect(ids(readKeptRuns(folder, base.run))).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 12].map((day) => `run-${day}`));
  expect(ids(readRunsBefore(folder, on(4)))).toEqual(['run-2', 'run-3']);
});

test.each([
  ['a selection', { ...on(1, { selection: ['OP-2'] }) }],
  ['an outage', { ...on(1), exitCode: 4 as const }],
  ['a run without codes', { ...on(1), exitCode: 3 as const, causes: causedBy('environment') }],
  ['a run that its configuration stopped', { ...on(1), exitCode: 3 as const, causes: causedBy('configuration') }],
])('%s is not a base for later runs', (_, run) => {
  const folder = newFolder();
  saveRun(folder, run);
  expect(readKeptRuns(folder, run.run)).toEqual([]);
});

test.each([
  ['what the service blocked', { ...on(1), exitCode: 3 as const, causes: causedBy('service') }],
  ['a broken clause, whatever was lacking beside it', { ...on(1), exitCode: 1 as const, causes: causedBy('configuration') }],
])('a run with %s is a base for later runs', (_, run) => {
  const folder = newFolder();
  saveRun(folder, run);
  expect(ids(readKeptRuns(folder, run.run))).toEqual(['run-1']);
});

test('each target has its own file, all sandboxes share one, and no file name contains a host', () => {
  const folder = newFolder();
  const place = (over: Partial<ComparableRun['run']>): string => runsFilePath(folder, { ...base.run, ...over });
  expect(place({ hosts: ['one.example'] })).not.toBe(place({ hosts: ['two.example'] }));
  expect(place({ target: 'sandbox', hosts: ['127.0.0.1:1'] })).toBe(place({ target: 'sandbox', hosts: ['127.0.0.1:2'] }));
  expect(place({ hosts: ['../../<evil>'] }).slice(folder.length)).toMatch(/^\/runs-uat-[0-9a-f]{12}\.jsonl$/);
});

test('an unreadable line affects no other', () => {
  const folder = newFolder();
  saveRun(folder, on(1));
  appendFileSync(runsFilePath(folder, base.run), '{"torn\n');
  saveRun(folder, on(2));
  expect(ids(readKeptRuns(folder, base.run))).toEqual(['run-1', 'run-2']);
});

const later = (sample: Sample): Sample => ({ ...sample, run: { ...header, id: 'sample-run-2', startedAt: '2031-01-03T03:04:05.000Z' } });

async function reported(folder: string, sample: Sample, stateFolder: string): ReturnType<typeof writeReports> {
  writeSample(folder, sample);
  return writeReports(folder, sample.clauses, { stateFolder });
}

test('the report of the next run shows changes, links into Allure and shows its history every time', async () => {
  const first = newFolder();
  const second = newFolder();
  const state = newFolder();
  const before = buildSample(['pass', 'pass']);
  const [check] = before.plan;
  await reported(first, before, state);
  const outcomes = before.outcomes.map((outcome, index) =>
    index === 0 ? { ...outcome, verdict: 'fail' as const, received: '7' } : outcome,
  );
  const after = later({ ...before, outcomes });
  const { changes, troubles } = await reported(second, after, state);
  expect(troubles).toEqual([]);
  expect(changes?.changes).toMatchObject([{ kind: 'newly-failing', check: check?.id, before: 'pass', after: 'fail' }]);
  const again = await writeReports(second, after.clauses, { stateFolder: state });
  expect(again.changes).toEqual(changes);

  const html = readFileSync(join(second, 'allure-report/index.html'), 'utf8');
  const anchor = toResultAnchor('sample-run-2', check?.id ?? '');
  const told = unpackPage(html)?.data.get(`data/test-results/${anchor}.json`)?.toString() ?? '';
  const result = JSON.parse(told) as { fullName: string; history: readonly { status: string }[] };
  expect(result).toMatchObject({ fullName: check?.id, history: [{ status: 'passed' }] });
  expect(readFileSync(join(second, 'decision.html'), 'utf8')).toContain(`href="allure-report/index.html#${anchor}"`);
  expect(readFileSync(join(second, 'summary.md'), 'utf8')).toContain('## Since the last run');
});

test('an unusable run to compare with is reported, and the verdict stays valid', async () => {
  const folder = newFolder();
  const sample = buildSample(['pass']);
  writeSample(folder, sample);
  const { changes, troubles, file } = await writeReports(folder, sample.clauses, {
    previous: join(folder, 'outcomes.jsonl'),
    draw: () => Promise.resolve('sample'),
  });
  expect({ changes, exitCode: file.exitCode }).toEqual({ changes: null, exitCode: 0 });
  expect(troubles).toEqual([expect.stringMatching(/^DMT_PREVIOUS: expected .* received a file that is no JSON/)]);
});

test('without the ledger of its run, the calls that the report folder has stay, and the report says so', async () => {
  const folder = newFolder();
  const state = newFolder();
  const sample = buildSample(['pass']);
  const sent = { at: header.startedAt, run: header.id, exchange: 'x1', state: 'sent', operation: 'OP-9', effect: 'moves-money' };
  const call = { ...sent, method: 'POST', url: 'https://uat.example/', amount: '100', correlationId: null, detail: null };
  writeFileSync(ledgerFilePath(state), `${JSON.stringify(call)}\n`);
  writeSample(folder, sample);
  const draw = (): Promise<string> => Promise.resolve('sample');
  const first = await writeReports(folder, sample.clauses, { stateFolder: state, draw });
  expect(first.doubts).toHaveLength(1);
  const calls = readFileSync(join(folder, 'calls.jsonl'), 'utf8');
  const again = await writeReports(folder, sample.clauses, { draw });
  expect(again.doubts).toEqual(first.doubts);
  expect(readFileSync(join(folder, 'calls.jsonl'), 'utf8')).toBe(calls);
  expect([...first.troubles, ...again.troubles]).toEqual([expect.stringMatching(/^calls\.jsonl stays .* DMT_STATE_DIR /)]);
});
