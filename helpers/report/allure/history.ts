import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { HistoryDataPoint, HistoryTestResult, TestStatus } from '@allurereport/core-api';
import type { Verdict } from '../../core/records/verdicts.ts';
import type { ComparableCheck, ComparableRun } from '../compare/comparable.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** As the Vitest test of each verdict ends. */
const statusByVerdict: Readonly<Record<Verdict, TestStatus>> = {
  pass: 'passed',
  warn: 'passed',
  observed: 'passed',
  fail: 'failed',
  error: 'broken',
  blocked: 'skipped',
  'not-applicable': 'skipped',
  untried: 'skipped',
  waived: 'skipped',
};

/** Under this name a check is found again from run to run. */
export const toTestCaseId = (check: string): string => md5(check);

/** The name of a check's result in the report of a run; the page opens it behind `#`. */
export const toResultUuid = (run: string, check: string): string => md5(`${run} ${check}`);
export const toResultAnchor = (run: string, check: string): string => md5(toResultUuid(run, check));

/** Allure's own reader derives the id from the test case and from parameters, of which there are none. */
const toHistoryId = (check: string): string => `${md5(toTestCaseId(check))}.${md5('')}`;

function toHistoryResult(
  run: string,
  { id, verdict, startedAt, durationMs }: ComparableCheck,
): HistoryTestResult & { readonly historyId: string } {
  const start = Date.parse(startedAt);
  const duration = Math.round(durationMs);
  return {
    id: toResultAnchor(run, id),
    name: id,
    fullName: id,
    environment: 'default',
    status: statusByVerdict[verdict],
    start,
    stop: start + duration,
    duration,
    historyId: toHistoryId(id),
    url: '',
  };
}

function toHistoryPoint({ run, checks }: ComparableRun): HistoryDataPoint {
  const results = checks.map((check) => toHistoryResult(run.id, check));
  return {
    uuid: run.id,
    name: `${run.target}${run.targetBuild === null ? '' : ` build ${run.targetBuild}`}`,
    timestamp: Date.parse(run.finishedAt),
    knownTestCaseIds: checks.map(({ id }) => md5(toTestCaseId(id))),
    testResults: Object.fromEntries(results.map((result) => [result.historyId, result])),
    metrics: {},
    url: '',
  };
}

/** The runs before this one, in the form Allure reads its history. */
export function writeHistory(file: string, runs: readonly ComparableRun[]): void {
  writeFileSync(file, runs.map((run) => `${JSON.stringify(toHistoryPoint(run))}\n`).join(''));
}
