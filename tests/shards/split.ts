import { join } from 'node:path';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { mergeParts } from '../../helpers/merge/merge.ts';
import { ledgerFilePath } from '../../helpers/client/journal/ledger.ts';
import { selectRunCalls } from '../../helpers/report/decision/effects.ts';
import { writeExternalInputs } from '../../helpers/report/files/external-inputs.ts';
import { readJournal } from '../../helpers/report/journal/journal.ts';
import { readLedger } from '../../helpers/report/journal/ledger.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { assembleVerdict } from '../../helpers/report/verdict/assemble.ts';
import { conductRun, type ConductOptions } from '../../helpers/run/run.ts';
import { planPart, type PartOfRun } from '../../helpers/shards/plan.ts';
import type { Difference } from '../../sandbox/catalog.ts';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import { clauses } from '../../specs/clauses.ts';
import { planFor } from '../../suites/plan-for.ts';
import { planMerge } from '../../cli/merge/merge.ts';

/** The verdict without its pages: drawing them takes longer than all else. */
export const judgeFolder = (folder: string): VerdictFile => assembleVerdict(readJournal(folder), clauses);

export function readPart(environment: Environment, started: 'started' | 'elsewhere' = 'started'): PartOfRun {
  const read = readConfig(environment, started);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return planPart(read.config, planFor(read.config));
}

/** A whole run, or one part (DMT_SHARD). */
export async function runOn(
  { environment: own, setCallbackUrl }: Sandbox,
  folder: string,
  environment: Environment,
  options: Partial<ConductOptions> = {},
): Promise<VerdictFile> {
  const { plan, config, shard, accusing, problems } = readPart({ ...own, ...environment, DMT_TARGET: 'sandbox', DMT_REPORT_DIR: folder });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  await conductRun(config, plan, {
    shard,
    accusing,
    onOutcome: () => undefined,
    interrupted: new Promise(() => undefined),
    register: setCallbackUrl,
    ...options,
  });
  const file = judgeFolder(folder);
  const calls = selectRunCalls(file, readLedger(ledgerFilePath(folder)));
  writeExternalInputs(folder, { changes: null, before: [], calls });
  return file;
}

/** As `runOn`, on a sandbox of its own. */
export async function runInto(folder: string, difference: Difference, environment: Environment): Promise<VerdictFile> {
  const sandbox = await startSandbox(difference);
  try {
    return await runOn(sandbox, folder, environment);
  } finally {
    await sandbox.close();
  }
}

export const partFolder = (folder: string, part: number): string => join(folder, `part-${part}`);

/** Merges the parts into `folder/merged`. Empty when they belong together. */
export const mergeInto = (folder: string, parts: readonly number[], into = join(folder, 'merged')): readonly string[] =>
  mergeParts({ folders: parts.map((part) => partFolder(folder, part)), into, stateFolder: into, planOf: planMerge });
