import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import { formatCommand, readEnvironment } from '../../helpers/config/environment.ts';
import { decisionFiles, reportPagePath, specificationPage } from '../../helpers/report/model/file-names.ts';
import { toOneLine } from '../../helpers/core/text.ts';
import { chooseReportFolder } from '../options.ts';
import { noteOnStderr, refuseOnStderr } from '../output.ts';
import { openPath } from './opener.ts';

const pages = { decision: decisionFiles.page, report: reportPagePath, specification: specificationPage } as const;

type PageName = keyof typeof pages;

interface OpenOptions {
  readonly reportDir?: string;
}

/** Only the path goes to standard output, so that a script can take it. A missing page or opener ends no pipeline. */
async function openPage(name: PageName, { reportDir }: OpenOptions): Promise<number> {
  const folder = resolve(chooseReportFolder(reportDir, readEnvironment()));
  if (!existsSync(folder))
    return refuseOnStderr([`expected a report folder at ${folder}, received nothing there: name one with --report-dir`]);
  const path = join(folder, pages[name]);
  if (!existsSync(path)) {
    noteOnStderr(`expected a page at ${path}, received none: ${formatCommand('run')} makes one; --report-dir names another folder`);
    return 0;
  }
  process.stdout.write(`${toOneLine(path)}\n`);
  if (process.stdout.isTTY && !(await openPath(path))) noteOnStderr('found nothing that opens it: open this path in a browser');
  return 0;
}

export const defineOpenCommand = (command: Command): Command =>
  command
    .description('open a page of the last report and print its path; without a terminal it only prints')
    .addArgument(new Argument('[page]', 'which page').choices(Object.keys(pages)).default('decision'))
    .option('--report-dir <folder>', 'where the report is (DMT_REPORT_DIR)')
    .addHelpText('after', '\nExamples:\n  npm run conformance -- open\n  npm run conformance -- open report --report-dir reports/uat')
    .action(async (page: PageName, options: OpenOptions) => {
      process.exitCode = await openPage(page, options);
    });
