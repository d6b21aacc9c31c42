import { isRecord, parseJson } from '../../core/json.ts';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collectSchemaErrors } from '../../judge/schema/schemas.ts';
import { shorten } from '../../core/text.ts';
import type { VerdictCheck, VerdictFile, VerdictRun } from '../model/verdict-file.ts';

export type ComparableCheck = Pick<VerdictCheck, 'id' | 'clause' | 'verdict' | 'received' | 'reason' | 'startedAt' | 'durationMs'>;

/** What two runs are compared by: `schemas/comparable-run.schema.json`. Every `verdict.json` holds it, those of older suites too. */
export interface ComparableRun extends Pick<VerdictFile, 'schemaVersion' | 'verdict' | 'exitCode' | 'profile'> {
  readonly run: Pick<
    VerdictRun,
    | 'id'
    | 'startedAt'
    | 'finishedAt'
    | 'suiteVersion'
    | 'suiteFingerprint'
    | 'targetFingerprint'
    | 'specification'
    | 'profile'
    | 'selection'
    | 'target'
    | 'hosts'
    | 'targetBuild'
  >;
  readonly checks: readonly ComparableCheck[];
  /** What the live description and the specification do not agree on; null when it was not compared. */
  readonly description?: readonly string[] | null;
}

/** Whatever was received is told in the report of its run: here it only helps to recognize it. */
const maxCharacters = 200;
const shortenOrNull = (text: string | null): string | null => (text === null ? null : shorten(text, maxCharacters));

/** The part of a run that is kept for later comparisons. */
export function toComparableRun({
  schemaVersion,
  run,
  verdict,
  exitCode,
  checks,
  profile,
  description = null,
}: ComparableRun): ComparableRun {
  const { id, startedAt, finishedAt, suiteVersion, suiteFingerprint, targetFingerprint, specification } = run;
  const { profile: extent, selection, target, hosts, targetBuild } = run;
  return {
    schemaVersion,
    run: {
      ...{ id, startedAt, finishedAt, suiteVersion, suiteFingerprint, targetFingerprint, specification },
      ...{ profile: extent, selection, target, hosts, targetBuild },
    },
    verdict,
    exitCode,
    checks: checks.map((check) => ({
      id: check.id,
      clause: check.clause,
      verdict: check.verdict,
      received: shortenOrNull(check.received),
      reason: shortenOrNull(check.reason),
      startedAt: check.startedAt,
      durationMs: check.durationMs,
    })),
    profile,
    description,
  };
}

type RunRead<Value> = { readonly value: Value; readonly problem: null } | { readonly value: null; readonly problem: string };

/** Whether a parsed JSON value can be compared; the schema is the judge. */
export const isComparable = (value: unknown): value is ComparableRun => collectSchemaErrors('comparable-run', value).length === 0;

const describeFinding = (finding: unknown): string => {
  if (!isRecord(finding)) return String(finding);
  const { rule, place, expected, live } = finding;
  return [rule, place, 'expected', expected, 'live', live].map((part) => (typeof part === 'string' ? part : '')).join(' ');
};

/** What `contract-diff.json` of a report folder tells; null when there is none. */
export function readDescriptionFindings(folder: string): readonly string[] | null {
  const file = join(folder, 'contract-diff.json');
  const record = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : null;
  return isRecord(record) && Array.isArray(record['findings']) ? record['findings'].map(describeFinding) : null;
}

/** Reads the run in a report folder or a `verdict.json`. */
export function readRun(path: string): RunRead<ComparableRun> {
  const unusable = (received: string): RunRead<ComparableRun> => ({
    value: null,
    problem: `expected a report folder or the verdict.json of a run at ${path}, received ${received}`,
  });
  if (!existsSync(path)) return unusable('nothing there');
  const file = statSync(path).isDirectory() ? join(path, 'verdict.json') : path;
  if (!existsSync(file)) return unusable('a folder without verdict.json');
  const value = parseJson(readFileSync(file, 'utf8'));
  if (isComparable(value)) return { value: { ...value, description: readDescriptionFindings(dirname(file)) }, problem: null };
  const [first] = collectSchemaErrors('comparable-run', value);
  return unusable(
    `another file: ${first === undefined || first.instancePath === '' ? 'it' : first.instancePath} ${first?.message ?? 'is no JSON'}`,
  );
}
