import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../helpers/core/files/files.ts';
import type { Command } from 'commander';
import { readEnvironment } from '../../helpers/config/environment.ts';
import { mergeParts } from '../../helpers/merge/merge.ts';
import { stageLine } from '../../helpers/report/terminal/progress.ts';
import { readWaivers } from '../../helpers/report/waivers/read.ts';
import { acceptedFile } from '../../helpers/report/waivers/record.ts';
import { planFor } from '../../suites/plan-for.ts';
import type { RunScope } from '../../helpers/bundle/rejudge.ts';
import type { PlanEntry } from '../../helpers/runner/plan.ts';
import { exitUsageError } from '../exit-codes.ts';
import { chooseReportFolder, readSetting, type RunOptions } from '../options.ts';
import { labelWaiverProblems } from '../problems.ts';
import { renderReports } from '../run/render-reports.ts';
import { openTerminalInterface } from '../run/terminal-interface.ts';
import { saveAcceptances } from '../run/waivers.ts';

export const planMerge = ({ selection, profile, safety }: RunScope): readonly PlanEntry[] =>
  planFor({ selection: { checks: selection, profile }, safety, fuzz: { runs: 1 } }).entries;

/** Sends nothing and needs no configuration. The file in DMT_WAIVERS replaces the waivers of the parts. */
async function merge(folders: readonly string[], { reportDir }: Pick<RunOptions, 'reportDir'>): Promise<number> {
  const ui = openTerminalInterface();
  const { progress } = ui;
  const environment = readEnvironment();
  const into = chooseReportFolder(reportDir, environment);
  const stateFolder = readSetting(environment, 'DMT_STATE_DIR') ?? into;
  const waivers = readSetting(environment, 'DMT_WAIVERS');
  const accepted = waivers === null ? null : readWaivers(waivers);
  const fail = (problems: readonly string[]): number => {
    for (const problem of problems) progress.keep(`merge: ${problem}`);
    return exitUsageError;
  };
  if (accepted?.ok === false) return fail(labelWaiverProblems(accepted.problems));
  progress.show(stageLine('merge', `${folders.length} parts`));
  makeFolder(stateFolder);
  const problems = mergeParts({ folders, into, stateFolder, planOf: planMerge });
  if (problems.length > 0) return fail(problems);
  if (accepted !== null || !existsSync(join(into, acceptedFile))) saveAcceptances(into, stateFolder, accepted?.file ?? {});
  return (await renderReports(into, ui, { stateFolder, previous: readSetting(environment, 'DMT_PREVIOUS') })).exitCode;
}

export function defineMergeCommand(command: Command): void {
  command
    .description('join the reports of all parts of a split run (DMT_SHARD) into one report with one verdict')
    .argument('<part...>', 'the report folder of each part')
    .option('--report-dir <folder>', 'where the merged report goes (DMT_REPORT_DIR)')
    .addHelpText(
      'after',
      '\nEnds as a run of all parts in one piece does; with 3 when a part is missing, and with 2 when the parts do not belong together.\n\nExamples:\n  npm run conformance -- merge parts/1 parts/2 parts/3 --report-dir reports\n  npm run conformance -- merge parts/* --report-dir reports',
    )
    .action(async (folders: readonly string[], options: RunOptions) => {
      process.exitCode = await merge(folders, options);
    });
}
