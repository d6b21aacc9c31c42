import { AssertionError } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { formatMessage, formatTestName } from './test-names.ts';
import { toCheckRow } from '../model/check-row.ts';
import { readVerdictFile } from '../files/verdict-record.ts';
import type { VerdictCheck } from '../model/verdict-file.ts';
import { statusByVerdict } from '../../core/records/verdicts.ts';
import { reportFiles } from '../model/file-names.ts';

interface RecordedTest {
  readonly name: string;
  readonly check: VerdictCheck;
}

/** Resolves at once without a port, and when its process has ended. */
export const untilRecorded = (port: number | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (port === undefined) resolve();
    else
      connect(port, '127.0.0.1')
        .on('error', () => undefined)
        .on('close', () => {
          resolve();
        });
  });

export function readRecordedTests(folder: string): readonly RecordedTest[] {
  const path = join(folder, reportFiles.verdict);
  if (!existsSync(path)) return [];
  const file = readVerdictFile(JSON.parse(readFileSync(path, 'utf8')));
  return file?.checks.map((check) => ({ name: formatTestName(check), check })) ?? [];
}

function toTestError(check: VerdictCheck): Error {
  const message = formatMessage(toCheckRow(check, undefined));
  const error =
    check.verdict === 'fail' ? new AssertionError({ message, actual: check.received, expected: check.expected }) : new Error(message);
  error.stack = `${error.name}: ${message}\n    at ${check.where}`;
  return error;
}

/** Vitest only knows failed, skipped and passed. */
export function endTest(check: VerdictCheck, skip: (reason: string) => void): void {
  const status = statusByVerdict[check.verdict];
  if (status === 'failed' || status === 'broken') throw toTestError(check);
  if (status === 'skipped') skip(formatMessage(toCheckRow(check, undefined)));
}
