import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { HistoryDataPoint, HistoryTestResult } from '@allurereport/core-api';
import { statusByVerdict } from '../../../core/records/verdicts.ts';
import type { ComparableCheck, ComparableRun } from '../../compare/comparable.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Identifies a check in every run. */
export const toTestCaseId = (check: string): string => md5(check);

/** Names the result of a check in one run; the page opens it behind `#`. */
export const toResultUuid = (run: string, check: string): string => md5(`${run} ${check}`);
export const toResultAnchor = (run: string, check: string): string => md5(toResultUuid(run, check));

/** Allure derives this id from the test case and its parameters; we have no parameters. */
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

/** A run that could not judge, for example with a wrong password, is no baseline: after it everything would look new or fixed. */
const isBaseline = ({ verdict }: ComparableRun): boolean => verdict !== 'incomplete' && verdict !== 'inconclusive';

export function writeHistory(file: string, runs: readonly ComparableRun[]): void {
  writeFileSync(
    file,
    runs
      .filter(isBaseline)
      .map((run) => `${JSON.stringify(toHistoryPoint(run))}\n`)
      .join(''),
  );
}
