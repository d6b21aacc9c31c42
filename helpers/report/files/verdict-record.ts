import { isRecord, isText } from '../../core/json.ts';
import { leaveOut } from '../../core/records/lean-rows.ts';
import type { VerdictCheck, VerdictClause, VerdictFile } from '../model/verdict-file.ts';
import { formatRecord } from './format-record.ts';

/** What most checks lack: the file leaves it out, and reading puts it back (decision 46). */
const usualCheck = {
  place: null,
  seen: null,
  address: null,
  signature: null,
  waiver: null,
  facts: [],
} as const satisfies Partial<VerdictCheck>;

const usualClause = { signature: null, gap: null, clarifications: [] } as const satisfies Partial<VerdictClause>;

type Lean<Row, Usual> = Omit<Row, keyof Usual> & Partial<Row>;

type LeanVerdictFile = Omit<VerdictFile, 'checks' | 'clauses'> & {
  readonly checks: readonly Lean<VerdictCheck, typeof usualCheck>[];
  readonly clauses: readonly Lean<VerdictClause, typeof usualClause>[];
};

export function formatVerdictFile(file: VerdictFile): string {
  const clauses = file.clauses.map((clause) => leaveOut(clause, usualClause));
  const checks = file.checks.map((check) => leaveOut(check, usualCheck));
  return formatRecord({ ...file, clauses, checks });
}

/** Of the parts without which nothing can be read; `schemas/verdict.schema.json` has the rest. */
function isLeanVerdictFile(value: unknown): value is LeanVerdictFile {
  if (!isRecord(value) || !('verdict' in value)) return false;
  const { run, checks, clauses } = value;
  const hasRun = isRecord(run) && isText(run['id']) && isText(run['target']) && Array.isArray(run['hosts']);
  return hasRun && [checks, clauses].every((rows) => Array.isArray(rows) && rows.every(isRecord));
}

/** The whole file; null for anything else. */
export function readVerdictFile(value: unknown): VerdictFile | null {
  if (!isLeanVerdictFile(value)) return null;
  const clauses = value.clauses.map((clause) => ({ ...usualClause, ...clause }));
  const checks = value.checks.map((check) => ({ ...usualCheck, ...check }));
  return { ...value, clauses, checks };
}

export function requireVerdictFile(value: unknown): VerdictFile {
  const file = readVerdictFile(value);
  if (file !== null) return file;
  throw new Error('expected a verdict in verdict.json, received something else');
}
