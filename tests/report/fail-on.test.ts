import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Verdict, FailOn } from '../../helpers/core/records/verdicts.ts';
import { compareRuns } from '../../helpers/report/compare/compare.ts';
import { applyFailOn } from '../../helpers/report/verdict/fail-on.ts';
import { findSchemaErrors } from '../../helpers/report/model/schema-errors.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { writeReports } from '../../helpers/report/write.ts';
import { assembleFile } from './assembled.ts';
import { header, newFolder, removeFolders, buildSample, writeSample, type Sample } from './sample.ts';

afterAll(removeFolders);

const asked = (ends: readonly Verdict[], on: readonly FailOn[]): Sample => buildSample(ends, { run: { ...header, failOn: on } });

function ending(ends: readonly Verdict[], on: readonly FailOn[] = []): VerdictFile {
  const named = asked(
    ends.map(() => 'pass'),
    on,
  );
  const outcomes = asked(ends, on).outcomes.map((outcome, at) => ({ ...outcome, check: named.plan[at]?.id ?? '' }));
  return assembleFile({ ...named, outcomes });
}

test.for<readonly [readonly FailOn[], readonly Verdict[], readonly Verdict[] | null, number, string]>([
  [['untested'], ['pass', 'untried'], null, 5, '1 binding clause not judged'],
  [['untested'], ['pass', 'warn'], null, 0, 'none'],
  [['warn'], ['pass', 'warn'], null, 5, '1 warning'],
  [['warn'], ['pass', 'untried'], null, 0, 'none'],
  [['new'], ['pass', 'untried'], null, 0, 'unknown, since there is no earlier run to compare with (DMT_PREVIOUS)'],
  [['new'], ['pass', 'untried'], ['pass', 'untried'], 0, 'none'],
  [['new'], ['pass', 'untried'], ['pass', 'pass'], 5, '1 check newly broken, not judged or warning'],
  [['new'], ['pass', 'warn'], ['pass', 'pass'], 5, '1 check newly broken, not judged or warning'],
  [['new'], ['pass', 'warn'], ['pass', 'warn'], 0, 'none'],
  [['new'], ['pass', 'pass'], ['pass', 'warn'], 0, 'none'],
  [['warn', 'untested'], ['pass', 'untried'], null, 5, 'none; 1 binding clause not judged'],
])('DMT_FAIL_ON=%s with %s after %s ends with %s', ([on, ends, before, exitCode, words]) => {
  const judged = ending(ends, on);
  const file = applyFailOn(judged, before === null ? null : compareRuns(ending(before), judged));
  expect(file).toMatchObject({ verdict: judged.verdict, exitCode });
  expect(file.failedOn?.map((one) => one.words).join('; ')).toBe(words);
  expect(findSchemaErrors(file)).toEqual([]);
});

test.for<readonly [Verdict, number]>([
  ['fail', 1],
  ['error', 4],
  ['blocked', 3],
])('another exit code stays: %s', ([verdict, exitCode]) => {
  const file = applyFailOn(ending(['pass', verdict], ['untested', 'warn', 'new']), null);
  expect(file.exitCode).toBe(exitCode);
  expect(file).not.toHaveProperty('failedOn');
});

test('a run without DMT_FAIL_ON stays as it is', () => {
  const file = ending(['pass', 'warn', 'untried']);
  expect(applyFailOn(file, null)).toBe(file);
});

test('DMT_FAIL_ON=new counts only checks that the suite of the earlier run had', () => {
  const judged = ending(['pass', 'warn', 'untried'], ['new']);
  const [kept] = judged.checks;
  const after = (suiteFingerprint: string): VerdictFile =>
    applyFailOn(
      judged,
      compareRuns({ ...judged, run: { ...judged.run, suiteFingerprint }, checks: kept === undefined ? [] : [kept] }, judged),
    );
  expect(after('of an earlier suite')).toMatchObject({ exitCode: 0, failedOn: [{ holds: false }] });
  expect(after('of an earlier suite').failedOn?.[0]?.words).toContain('none; the suites differ');
  expect(after(judged.run.suiteFingerprint)).toMatchObject({ exitCode: 5, failedOn: [{ holds: true }] });
});

test('the file and its reports show the exit code and its reason', async () => {
  const folder = newFolder();
  const sample = asked(['pass', 'warn'], ['warn', 'new']);
  writeSample(folder, sample);
  const { file, troubles } = await writeReports(folder, sample.clauses, { draw: () => Promise.resolve('') });
  expect({ exitCode: file.exitCode, troubles }).toEqual({ exitCode: 5, troubles: [] });
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  expect(read('verdict.json')).toContain('"exitCode": 5');
  expect(read('junit.xml')).toContain('exit 5');
  expect(read('summary.md')).toContain('warn: 1 warning; new: unknown, since');
  expect(existsSync(join(folder, 'decision.html'))).toBe(true);
});
