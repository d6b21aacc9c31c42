import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../core/files/files.ts';
import { parseJson } from '../../core/json.ts';
import type { ComparableRun } from './comparable.ts';
import { formatKeptRun, readKeptRun } from './kept-lines.ts';
import type { Owner } from '../../core/records/verdicts.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import { sha256 } from '../../core/sha256.ts';

const maxKeptRuns = 10;

type TargetIdentity = Pick<ComparableRun['run'], 'target' | 'hosts'>;

/** One file for each target, named by a hash of its hosts. All sandboxes are one target. */
export function runsFilePath(stateFolder: string, { target, hosts }: TargetIdentity): string {
  const place = sha256(JSON.stringify([...hosts].sort())).slice(0, 12);
  return join(stateFolder, target === 'sandbox' ? 'runs-sandbox.jsonl' : `runs-${target}-${place}.jsonl`);
}

/** Oldest first. Skips lines that cannot be read: history is not evidence. */
export function readKeptRuns(stateFolder: string, identity: TargetIdentity): readonly ComparableRun[] {
  const file = runsFilePath(stateFolder, identity);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => readKeptRun(parseJson(line)) ?? []);
}

/** A run with the causes that blocked its checks, as `verdict.json` lists them. */
type EndedRun = ComparableRun & Partial<Pick<VerdictFile, 'causes'>>;

/** What a run lacked that people on our side have to put right. */
const ownersBeside: ReadonlySet<Owner | null> = new Set(['configuration', 'test-data', 'environment']);

const wasStopped = ({ exitCode, causes = [] }: EndedRun): boolean =>
  exitCode === 4 || (exitCode === 3 && causes.some(({ owner }) => ownersBeside.has(owner)));

/** Only a whole run that judged: after an outage, a wrong OTP source or a selection, the next run would look new. */
const isUsableBase = (ended: EndedRun): boolean => ended.run.selection === null && !wasStopped(ended);

/** Oldest first. Does not change when a report is rendered again. */
export const readRunsBefore = (stateFolder: string, { run }: Pick<ComparableRun, 'run'>): readonly ComparableRun[] =>
  readKeptRuns(stateFolder, run).filter((kept) => kept.run.id !== run.id && kept.run.startedAt < run.startedAt);

/** Replaces an earlier entry of the same run. */
export function saveRun(stateFolder: string, run: EndedRun): void {
  if (!isUsableBase(run)) return;
  const others = readKeptRuns(stateFolder, run.run).filter((kept) => kept.run.id !== run.run.id);
  const kept = [...others, run].sort((one, other) => (one.run.startedAt < other.run.startedAt ? -1 : 1)).slice(-maxKeptRuns);
  makeFolder(stateFolder);
  const file = runsFilePath(stateFolder, run.run);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, kept.map((one) => `${formatKeptRun(one)}\n`).join(''));
  renameSync(draft, file);
}
