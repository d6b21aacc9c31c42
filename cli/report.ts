import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openProgress } from '../helpers/report/progress.ts';
import { journalFiles } from '../helpers/report/journal.ts';
import { readEnvironment } from '../helpers/target/environment.ts';
import { misused, render, type RunOptions } from './run.ts';

/** A variable set to nothing is not set. */
const orElse = <Other>(text: string | undefined, other: Other): string | Other => (text === undefined || text === '' ? other : text);

/** Renders the reports again; sends nothing, and needs no configuration but the folder. */
export async function report({ reportDir }: Pick<RunOptions, 'reportDir'>): Promise<number> {
  const progress = openProgress(process.stdout);
  const { DMT_REPORT_DIR: configured = 'reports', DMT_STATE_DIR: state, DMT_PREVIOUS: previous } = readEnvironment();
  const folder = reportDir ?? configured;
  const journal = join(folder, journalFiles.outcomes);
  if (existsSync(journal)) return render(folder, progress, { stateFolder: orElse(state, folder), previous: orElse(previous, null) });
  progress.keep(`expected the journal of a run at ${journal}, received nothing there: name the folder with --report-dir`);
  return misused;
}
