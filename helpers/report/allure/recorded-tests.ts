import { AssertionError } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, testName } from './test-words.ts';
import { rowOf } from '../model/check-row.ts';
import type { VerdictCheck, VerdictFile } from '../model/verdict-file.ts';

interface RecordedTest {
  readonly name: string;
  readonly check: VerdictCheck;
}

/** Our own file, checked against its schema when it was written. */
const isVerdictFile = (value: unknown): value is VerdictFile =>
  typeof value === 'object' && value !== null && 'checks' in value && Array.isArray(value.checks);

/** The checks of the run recorded in a folder; none when there was no run. */
export function recordedTests(folder: string): readonly RecordedTest[] {
  const path = join(folder, 'verdict.json');
  if (!existsSync(path)) return [];
  const file: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return isVerdictFile(file) ? file.checks.map((check) => ({ name: testName(check), check })) : [];
}

function failure(check: VerdictCheck): Error {
  const message = messageOf(rowOf(check, undefined));
  const error =
    check.verdict === 'fail' ? new AssertionError({ message, actual: check.received, expected: check.expected }) : new Error(message);
  error.stack = `${error.name}: ${message}\n    at ${check.where}`;
  return error;
}

/** Ends a test the way its check ended: Vitest knows failed, skipped and passed. */
export function endTest(check: VerdictCheck, skip: (reason: string) => void): void {
  switch (check.verdict) {
    case 'fail':
    case 'error':
      throw failure(check);
    case 'blocked':
    case 'not-applicable':
    case 'untried':
    case 'waived':
      skip(messageOf(rowOf(check, undefined)));
      return;
    case 'pass':
    case 'warn':
    case 'observed':
  }
}
