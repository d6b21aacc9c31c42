import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComparableRun } from '../compare/comparable.ts';
import { formatKeptRun, readKeptRun } from '../compare/kept-lines.ts';
import type { Comparison } from '../compare/compare.ts';
import { isRecord } from '../../core/json.ts';
import { fillRepeated, leaveOutRepeated } from '../../core/records/lean-rows.ts';
import { isLedgerCall, type LedgerCall } from '../journal/ledger.ts';
import { externalInputFiles } from './folder.ts';

/** What the pages show but the run's journals lack. It is stored next to the journals, so that the pages can be rendered again. */
export interface ExternalInputs {
  /** Since the run before; null when none is known. */
  readonly changes: Comparison | null;
  /** Runs of the same target, oldest first: the history of the Allure page. */
  readonly before: readonly ComparableRun[];
  readonly calls: readonly LedgerCall[];
}

/** Calls of one run that end alike follow one another. */
const shared = ['run', 'state', 'operation', 'effect', 'method', 'amount', 'correlationId', 'detail'] as const;

const toJsonLines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

export function writeExternalInputs(folder: string, { changes, before, calls }: ExternalInputs): void {
  writeFileSync(join(folder, externalInputFiles.changes), `${JSON.stringify(changes)}\n`);
  writeFileSync(join(folder, externalInputFiles.before), before.map((run) => `${formatKeptRun(run)}\n`).join(''));
  writeFileSync(join(folder, externalInputFiles.calls), toJsonLines(leaveOutRepeated(calls, shared)));
}

const readTextIfAny = (folder: string, name: string): string =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '';

function parseJsonLines(text: string): readonly unknown[] {
  return text.split('\n').flatMap((line): readonly unknown[] => (line === '' ? [] : [JSON.parse(line)]));
}

const isComparison = (value: unknown): value is Comparison =>
  isRecord(value) && isRecord(value['before']) && isRecord(value['after']) && Array.isArray(value['changes']);

/** Throws for a line that is not JSON. Skips values of another shape, so that the pages differ. */
export function readExternalInputs(folder: string): ExternalInputs {
  const [changes] = parseJsonLines(readTextIfAny(folder, externalInputFiles.changes));
  const lines = parseJsonLines(readTextIfAny(folder, externalInputFiles.calls));
  return {
    changes: isComparison(changes) ? changes : null,
    before: parseJsonLines(readTextIfAny(folder, externalInputFiles.before)).flatMap((run) => readKeptRun(run) ?? []),
    calls: fillRepeated(lines.filter(isRecord), shared).flatMap((call) => (isLedgerCall(call) ? [call] : [])),
  };
}
