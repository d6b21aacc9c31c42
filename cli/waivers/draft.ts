import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readEnvironment } from '../../helpers/config/environment.ts';
import { errorMessage, pluralize, toOneLine } from '../../helpers/core/text.ts';
import { journalFiles, readJournal } from '../../helpers/report/journal/journal.ts';
import { draftAcceptances, type Draft } from '../../helpers/report/verdict/draft.ts';
import { readAccepted } from '../../helpers/report/waivers/record.ts';
import { clauses } from '../../specs/clauses.ts';
import { chooseReportFolder } from '../options.ts';
import { refuseOnStderr } from '../output.ts';

interface DraftOptions {
  readonly reportDir?: string;
  readonly out?: string;
}

const tell = (line: string): void => void process.stderr.write(`${toOneLine(line)}\n`);

/** A file that people may have filled in is never replaced. Null on success; otherwise the exit code. */
function writeDraft(text: string, out: string | undefined): number | null {
  if (out === undefined) {
    process.stdout.write(text);
    return null;
  }
  try {
    writeFileSync(out, text, { flag: 'wx' });
    return null;
  } catch (error) {
    const received = existsSync(out) ? 'one that exists' : `an error (${errorMessage(error)})`;
    return refuseOnStderr([`--out: expected a new file, received ${received}: name another file`]);
  }
}

function tellDraft({ waivers, gaps, refused }: Draft): void {
  for (const line of refused) tell(`not drafted: ${line}`);
  if (waivers + gaps === 0) return;
  tell(`${pluralize(waivers, 'waiver')} and ${pluralize(gaps, 'gap')}: replace each "FILL IN: …", then name the file in DMT_WAIVERS`);
}

function draftWaivers({ reportDir, out }: DraftOptions): number {
  const folder = chooseReportFolder(reportDir, readEnvironment());
  if (!existsSync(join(folder, journalFiles.outcomes)))
    return refuseOnStderr([
      `expected the report of a run in ${folder}, received none: run the suite first, or name its folder with --report-dir`,
    ]);
  const draft = draftAcceptances(readJournal(folder), clauses, readAccepted(folder));
  const isEmpty = draft.waivers + draft.gaps === 0;
  if (isEmpty) tell(`nothing to accept${draft.refused.length === 0 ? '' : ' that may be accepted'} in ${folder}`);
  const refused = isEmpty ? null : writeDraft(`${JSON.stringify(draft.file, null, 2)}\n`, out);
  if (refused === null) tellDraft(draft);
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
