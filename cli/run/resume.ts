import { isRecord } from '../../helpers/core/json.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLedger } from '../../helpers/report/journal/ledger.ts';
import { journalFiles, readJournal } from '../../helpers/report/journal/journal.ts';
import { configurationFile } from '../../helpers/report/files/folder.ts';
import { buildRunHeader } from '../../helpers/run/header.ts';
import { findChangedInputs } from '../../helpers/run/changed-inputs.ts';
import { collectEarlierSittings } from '../../helpers/run/earlier.ts';
import type { EarlierSittings } from '../../helpers/runner/earlier-sittings.ts';
import type { ShardRecord } from '../../helpers/core/records/journal-lines.ts';
import type { Plan } from '../../helpers/runner/plan.ts';
import type { Config } from '../../helpers/config/config.ts';
import { ledgerFilePath } from '../../helpers/client/journal/ledger.ts';

export type ResumeResult =
  | { readonly ok: true; readonly earlier: EarlierSittings }
  | { readonly ok: false; readonly problems: readonly string[] };

function readRecordedConfiguration(folder: string): Readonly<Record<string, unknown>> {
  const file = join(folder, configurationFile);
  const value: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return isRecord(value) ? value : {};
}

/** Reads what the earlier sittings left. Sittings form one run only while suite, plan and target stay the same. */
export function readEarlierSittings(config: Config, plan: Plan, shard: ShardRecord | null): ResumeResult {
  const { folder, stateFolder } = config.report;
  if (!existsSync(join(folder, journalFiles.outcomes)))
    return { ok: false, problems: [`--resume: expected the journal of a run in ${folder}, received nothing there: run without --resume`] };
  const journal = readJournal(folder);
  if (journal.run.merged !== undefined)
    return {
      ok: false,
      problems: [`--resume: expected a run or a part of one in ${folder}, received a merge: resume the part, and merge again`],
    };
  const now = {
    run: buildRunHeader(config, { shard }),
    plan: plan.entries.map(({ planned }) => planned),
    configuration: config.public,
  };
  const changes = findChangedInputs({ run: journal.run, plan: journal.plan, configuration: readRecordedConfiguration(folder) }, now);
  if (changes.length > 0)
    return {
      ok: false,
      problems: [...changes.map((change) => `--resume: ${change}`), '--resume: undo these changes, or begin a new run without --resume'],
    };
  return { ok: true, earlier: collectEarlierSittings(journal, readLedger(ledgerFilePath(stateFolder))) };
}
