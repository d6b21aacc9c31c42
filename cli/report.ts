import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openProgress } from '../helpers/report/progress.ts';
import { journalFiles } from '../helpers/report/journal.ts';
import { readEnvironment } from '../helpers/target/environment.ts';
import { misused, render, type RunOptions } from './run.ts';

/** Renders the reports again; sends nothing, and needs no configuration but the folder. */
export async function report({ reportDir }: Pick<RunOptions, 'reportDir'>): Promise<number> {
  const progress = openProgress(process.stdout);
  const folder = reportDir ?? readEnvironment()['DMT_REPORT_DIR'] ?? 'reports';
  const journal = join(folder, journalFiles.outcomes);
  if (existsSync(journal)) return render(folder, progress);
  progress.keep(`expected the journal of a run at ${journal}, received nothing there: name the folder with --report-dir`);
  return misused;
}
