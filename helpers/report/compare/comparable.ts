import { isRecord, parseJson } from '../../core/json.ts';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collectSchemaErrors } from '../../judge/schema/schemas.ts';
import { shorten } from '../../core/text.ts';
import type { VerdictCheck, VerdictFile, VerdictRun } from '../model/verdict-file.ts';
import { contractNames, reportFiles } from '../model/file-names.ts';

export interface ComparableCheck extends Pick<
  VerdictCheck,
  'id' | 'clause' | 'verdict' | 'received' | 'reason' | 'startedAt' | 'durationMs'
> {
  /** Absent in a kept run: a comparison describes its later run alone. */
  readonly expected?: string | null;
}

/** `schemas/comparable-run.schema.json`: the fields that two runs are compared by. Every `verdict.json` has them, older ones too. */
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
  /** Differences between the live description and the specification; null when they were not compared. */
  readonly description?: readonly string[] | null;
}

/** The report has the whole text; here it only identifies what was received. */
const maxCharacters = 200;
const shortenOrNull = (text: string | null): string | null => (text === null ? null : shorten(text, maxCharacters));

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
      id,
      startedAt,
      finishedAt,
      suiteVersion,
      suiteFingerprint,
      targetFingerprint,
      specification,
      profile: extent,
      selection,
      target,
      hosts,
      targetBuild,
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

export const isComparable = (value: unknown): value is ComparableRun => collectSchemaErrors('comparable-run', value).length === 0;

const describeFinding = (finding: unknown): string => {
  if (!isRecord(finding)) return String(finding);
  const { rule, place, expected, live } = finding;
  return [rule, place, 'expected', expected, 'live', live].map((part) => (typeof part === 'string' ? part : '')).join(' ');
};

/** Null when the folder has no `contract-diff.json`. */
export function readDescriptionFindings(folder: string): readonly string[] | null {
  const file = join(folder, contractNames.record);
  const record = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : null;
  return isRecord(record) && Array.isArray(record['findings']) ? record['findings'].map(describeFinding) : null;
}

export function readRun(path: string): RunRead<ComparableRun> {
  const unusable = (received: string): RunRead<ComparableRun> => ({
    value: null,
    problem: `expected a report folder or the verdict.json of a run at ${path}, received ${received}`,
  });
  if (!existsSync(path)) return unusable('nothing there');
  const file = statSync(path).isDirectory() ? join(path, reportFiles.verdict) : path;
  if (!existsSync(file)) return unusable('a folder without verdict.json');
  const value = parseJson(readFileSync(file, 'utf8'));
  if (isComparable(value)) return { value: { ...value, description: readDescriptionFindings(dirname(file)) }, problem: null };
  const { schemaVersion = null } = isRecord(value) ? value : {};
  if (typeof schemaVersion === 'number' && schemaVersion > 1)
    return unusable(`schemaVersion ${schemaVersion}, which a later release wrote: compare with that release`);
  if (value === undefined) return unusable('a file that is no JSON, or a part of one');
  const [first] = collectSchemaErrors('comparable-run', value);
  return unusable(
    `another file: ${first === undefined || first.instancePath === '' ? 'it' : first.instancePath} ${first?.message ?? 'is no JSON'}`,
  );
}
