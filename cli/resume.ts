import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLedger } from '../helpers/report/journal/ledger.ts';
import { journalFiles, readJournal } from '../helpers/report/journal/journal.ts';
import { configurationFile } from '../helpers/report/files/folder.ts';
import { runHeaderOf } from '../helpers/run/header.ts';
import { changedInputs } from '../helpers/run/changed-inputs.ts';
import { earlierIn } from '../helpers/run/earlier.ts';
import type { EarlierSittings } from '../helpers/runner/earlier.ts';
import type { Plan } from '../helpers/runner/plan.ts';
import type { Config } from '../helpers/config/config.ts';
import { publicConfig } from '../helpers/config/read-config.ts';

/** What a run left to go on with, or why it cannot be gone on with. */
export type Resumed =
  { readonly ok: true; readonly earlier: EarlierSittings } | { readonly ok: false; readonly problems: readonly string[] };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

function recordedConfiguration(folder: string): Readonly<Record<string, unknown>> {
  const file = join(folder, configurationFile);
  const value: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return isRecord(value) ? value : {};
}

/** Reads what the sittings before left in the report folder; they and this one make one run only while nothing has changed. */
export function resumed(config: Config, plan: Plan): Resumed {
  const { folder, stateFolder } = config.report;
  if (!existsSync(join(folder, journalFiles.outcomes)))
    return { ok: false, problems: [`--resume: expected the journal of a run in ${folder}, received nothing there: run without --resume`] };
  const journal = readJournal(folder);
  const now = { run: runHeaderOf(config), plan: plan.entries.map(({ planned }) => planned), shown: publicConfig(config) };
  const changes = changedInputs({ run: journal.run, plan: journal.plan, shown: recordedConfiguration(folder) }, now);
  if (changes.length > 0)
    return {
      ok: false,
      problems: [...changes.map((change) => `--resume: ${change}`), '--resume: put it back, or begin a new run without --resume'],
    };
  return { ok: true, earlier: earlierIn(journal, readLedger(join(stateFolder, 'ledger.jsonl'))) };
}
