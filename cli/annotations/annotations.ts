import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readEnvironment } from '../../helpers/config/environment.ts';
import { parseJson } from '../../helpers/core/json.ts';
import { reportFiles } from '../../helpers/report/model/file-names.ts';
import { findSchemaErrors } from '../../helpers/report/model/schema-errors.ts';
import { readVerdictFile } from '../../helpers/report/files/verdict-record.ts';
import { annotationLines } from '../../helpers/report/terminal/annotations.ts';
import { chooseReportFolder, type RunOptions } from '../options.ts';
import { refuseOnStderr } from '../output.ts';

function annotate({ reportDir }: Pick<RunOptions, 'reportDir'>): number {
  const path = join(chooseReportFolder(reportDir, readEnvironment()), reportFiles.verdict);
  const written = existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : null;
  const file = readVerdictFile(written);
  if (file === null || findSchemaErrors(written).length > 0)
    return refuseOnStderr([
      `expected the verdict of a run at ${path}, received none that can be read: run the suite first, or name its folder with --report-dir`,
    ]);
  for (const line of annotationLines(file)) process.stdout.write(`${line}\n`);
  return 0;
}

export const defineAnnotationsCommand = (command: Command): Command =>
  command
    .description('print what a run found as annotations of GitHub, one for each broken clause')
    .option('--report-dir <folder>', 'where the report is (DMT_REPORT_DIR)')
    .addHelpText('after', '\nExamples:\n  npm run --silent conformance -- annotations --report-dir reports/uat')
    .action((options: RunOptions) => {
      process.exitCode = annotate(options);
    });
