import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openProgress } from '../helpers/report/terminal/progress.ts';
import { journalFiles } from '../helpers/report/journal/journal.ts';
import { readWaivers, type WaiversRead } from '../helpers/report/waivers/read.ts';
import { acceptedFile } from '../helpers/report/waivers/record.ts';
import { readEnvironment } from '../helpers/config/environment.ts';
import type { Environment } from '../helpers/config/settings.ts';
import type { Name } from '../helpers/config/variables.ts';
import { inWaivers, misused, refuse, render, type RunOptions } from './run.ts';
import { keepAccepted } from './waivers.ts';

/** A variable that is set and not empty. */
export function named(environment: Environment, name: Name): string | null {
  const text = environment[name]?.trim() ?? '';
  return text === '' ? null : text;
}

/** Renders the reports again; sends nothing, and needs no configuration but the folder. What DMT_WAIVERS names counts from now on. */
export async function report({ reportDir }: Pick<RunOptions, 'reportDir'>): Promise<number> {
  const progress = openProgress(process.stdout);
  const environment = readEnvironment();
  const folder = reportDir ?? named(environment, 'DMT_REPORT_DIR') ?? 'reports';
  const stateFolder = named(environment, 'DMT_STATE_DIR') ?? folder;
  const journal = join(folder, journalFiles.outcomes);
  if (!existsSync(journal)) {
    progress.keep(`expected the journal of a run at ${journal}, received nothing there: name the folder with --report-dir`);
    return misused;
  }
  const waivers = named(environment, 'DMT_WAIVERS');
  const read: WaiversRead = waivers === null ? { ok: true, file: {} } : readWaivers(waivers);
  if (!read.ok) return refuse(inWaivers(read.problems), progress);
  if (waivers !== null || !existsSync(join(folder, acceptedFile))) keepAccepted(folder, stateFolder, read.file);
  return (await render(folder, progress, { stateFolder, previous: named(environment, 'DMT_PREVIOUS') })).exitCode;
}
