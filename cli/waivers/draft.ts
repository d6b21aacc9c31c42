import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readEnvironment } from '../../helpers/config/environment.ts';
import { pluralize } from '../../helpers/core/text.ts';
import { journalFiles, readJournal } from '../../helpers/report/journal/journal.ts';
import { draftAcceptances, type Draft } from '../../helpers/report/verdict/draft.ts';
import { readAccepted } from '../../helpers/report/waivers/record.ts';
import { clauses } from '../../specs/clauses.ts';
import { chooseReportFolder } from '../options.ts';
import { noteOnStderr, printOrWrite, refuseOnStderr } from '../output.ts';

interface DraftOptions {
  readonly reportDir?: string;
  readonly out?: string;
}

function noteDraft({ waivers, gaps, refused }: Draft): void {
  for (const line of refused) noteOnStderr(`not drafted: ${line}`);
  if (waivers + gaps === 0) return;
  noteOnStderr(
    `${pluralize(waivers, 'waiver')} and ${pluralize(gaps, 'gap')}: replace each "FILL IN: …", then name the file in DMT_WAIVERS`,
  );
}

function draftWaivers({ reportDir, out }: DraftOptions): number {
  const folder = chooseReportFolder(reportDir, readEnvironment());
  if (!existsSync(join(folder, journalFiles.outcomes)))
    return refuseOnStderr([
      `expected the report of a run in ${folder}, received none: run the suite first, or name its folder with --report-dir`,
    ]);
  const draft = draftAcceptances(readJournal(folder), clauses, readAccepted(folder));
  const isEmpty = draft.waivers + draft.gaps === 0;
  if (isEmpty) noteOnStderr(`nothing to accept${draft.refused.length === 0 ? '' : ' that may be accepted'} in ${folder}`);
  // People may have filled in a file that exists.
  const refused = isEmpty ? null : printOrWrite(`${JSON.stringify(draft.file, null, 2)}\n`, out, 'wx');
  if (refused === null) noteDraft(draft);
  return refused ?? 0;
}

export function defineWaiversCommand(command: Command): void {
  command
    .description('help with the file of DMT_WAIVERS')
    .command('draft')
    .description('write the entries that would accept what a run found: a waiver for each broken clause, a gap for each one not judged')
    .option('--report-dir <folder>', 'where the report is (DMT_REPORT_DIR)')
    .option('--out <file>', 'write to this new file instead of standard output')
    .addHelpText(
      'after',
      '\nWho accepts what, why and until when is left blank. No run accepts a file with blanks.\n\nExamples:\n  npm run --silent conformance -- waivers draft --out waivers.json\n  npm run --silent conformance -- waivers draft --report-dir reports/uat',
    )
    .action((options: DraftOptions) => {
      process.exitCode = draftWaivers(options);
    });
}
