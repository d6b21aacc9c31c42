import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { openTerminalInterface } from './run/terminal-interface.ts';
import { journalFiles } from '../helpers/report/journal/journal.ts';
import { readWaivers, type WaiversRead } from '../helpers/report/waivers/read.ts';
import { acceptedFile } from '../helpers/report/waivers/record.ts';
import { readEnvironment } from '../helpers/config/environment.ts';
import { renderReports } from './run/render-reports.ts';
import { labelWaiverProblems, printProblems } from './problems.ts';
import { chooseReportFolder, readSetting, type RunOptions } from './options.ts';
import { exitUsageError } from './exit-codes.ts';
import { saveAcceptances } from './run/waivers.ts';

/** Sends nothing and needs no configuration except the folder. The file in DMT_WAIVERS replaces the recorded waivers. */
async function report({ reportDir }: Pick<RunOptions, 'reportDir'>): Promise<number> {
  const ui = openTerminalInterface();
  const { progress } = ui;
  const environment = readEnvironment();
  const folder = chooseReportFolder(reportDir, environment);
  const stateFolder = readSetting(environment, 'DMT_STATE_DIR') ?? folder;
  const journal = join(folder, journalFiles.outcomes);
  if (!existsSync(journal)) {
    progress.keep(`expected the journal of a run at ${journal}, received nothing there: name the folder with --report-dir`);
    return exitUsageError;
  }
  const waivers = readSetting(environment, 'DMT_WAIVERS');
  const read: WaiversRead = waivers === null ? { ok: true, file: {} } : readWaivers(waivers);
  if (!read.ok) return printProblems(labelWaiverProblems(read.problems), progress);
  if (waivers !== null || !existsSync(join(folder, acceptedFile))) saveAcceptances(folder, stateFolder, read.file);
  return (await renderReports(folder, ui, { stateFolder, previous: readSetting(environment, 'DMT_PREVIOUS') })).exitCode;
}

export const defineReportCommand = (command: Command): Command =>
  command
    .description('render the reports again from the journals of a run, also of an interrupted one')
    .option('--report-dir <folder>', 'where the journals are (DMT_REPORT_DIR)')
    .action(async (options: RunOptions) => {
      process.exitCode = await report(options);
    });
