import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openProgress } from '../helpers/report/terminal/progress.ts';
import { journalFiles } from '../helpers/report/journal/journal.ts';
import { readWaivers, type WaiversRead } from '../helpers/report/waivers/read.ts';
import { acceptedFile } from '../helpers/report/waivers/record.ts';
import { readEnvironment } from '../helpers/config/environment.ts';
import { render } from './run.ts';
import { inWaivers, refuse } from './problems.ts';
import { settingOf, type RunOptions } from './options.ts';
import { misused } from './exit-codes.ts';
import { keepAccepted } from './run/accepted.ts';

/** Renders the reports again; sends nothing, and needs no configuration but the folder. What DMT_WAIVERS names counts from now on. */
export async function report({ reportDir }: Pick<RunOptions, 'reportDir'>): Promise<number> {
  const progress = openProgress(process.stdout);
  const environment = readEnvironment();
  const folder = reportDir ?? settingOf(environment, 'DMT_REPORT_DIR') ?? 'reports';
  const stateFolder = settingOf(environment, 'DMT_STATE_DIR') ?? folder;
  const journal = join(folder, journalFiles.outcomes);
  if (!existsSync(journal)) {
    progress.keep(`expected the journal of a run at ${journal}, received nothing there: name the folder with --report-dir`);
    return misused;
  }
  const waivers = settingOf(environment, 'DMT_WAIVERS');
  const read: WaiversRead = waivers === null ? { ok: true, file: {} } : readWaivers(waivers);
  if (!read.ok) return refuse(inWaivers(read.problems), progress);
  if (waivers !== null || !existsSync(join(folder, acceptedFile))) keepAccepted(folder, stateFolder, read.file);
  return (await render(folder, progress, { stateFolder, previous: settingOf(environment, 'DMT_PREVIOUS') })).exitCode;
}
