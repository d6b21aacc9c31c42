import { createPublicKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { packFiles } from '../helpers/bundle/archive.ts';
import { collectContents } from '../helpers/bundle/contents.ts';
import { formatKeyFingerprint, readSigningKey, UnusableKey } from '../helpers/bundle/keys.ts';
import { manifestName, buildManifest } from '../helpers/bundle/manifest.ts';
import { parseJson } from '../helpers/core/json.ts';
import { reportFiles } from '../helpers/report/model/file-names.ts';
import { readVerdictFile } from '../helpers/report/files/verdict-record.ts';
import { readJournal } from '../helpers/report/journal/journal.ts';
import { openProgress } from '../helpers/report/terminal/progress.ts';
import { formatCommand, readEnvironment } from '../helpers/config/environment.ts';
import { chooseReportFolder, readSetting, type RunOptions } from './options.ts';
import { exitUsageError } from './exit-codes.ts';

function bundle({ reportDir }: Pick<RunOptions, 'reportDir'>): number {
  const { keep } = openProgress(process.stdout);
  const environment = readEnvironment();
  const folder = chooseReportFolder(reportDir, environment);
  const { files, missing } = collectContents(folder);
  if (missing.length > 0) {
    keep(
      `expected the report of a run in ${folder}, received no ${missing.join(', ')}: run the suite first, or ${formatCommand('report')}`,
    );
    return exitUsageError;
  }
  if (readVerdictFile(parseJson(files.get(reportFiles.verdict)?.toString('utf8') ?? '')) === null) {
    keep(
      `expected the verdict of a run in ${join(folder, reportFiles.verdict)}, received a damaged file: ${formatCommand('report')} writes it again`,
    );
    return exitUsageError;
  }
  try {
    const key = readSigningKey(readSetting(environment, 'DMT_SIGN_KEY'), readSetting(environment, 'DMT_SIGN_KEY_FILE'));
    const { run } = readJournal(folder);
    const path = join(folder, `conformance-${run.id}.zip`);
    writeFileSync(
      path,
      packFiles(
        new Map([...files, [manifestName, buildManifest(files, run, { key, image: readSetting(environment, 'DMT_IMAGE_DIGEST') })]]),
      ),
    );
    keep(`bundle   ${path}`);
    keep(
      key === null
        ? 'unsigned (set DMT_SIGN_KEY or DMT_SIGN_KEY_FILE to sign it)'
        : `signed   ${formatKeyFingerprint(createPublicKey(key))}`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof UnusableKey)) throw error;
    keep(error.message);
    return exitUsageError;
  }
}

export const defineBundleCommand = (command: Command): Command =>
  command
    .description('pack journals, verdict, reports and configuration of a run into one archive, signed when there is a key')
    .option('--report-dir <folder>', 'where the report is (DMT_REPORT_DIR)')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run conformance -- bundle\n  openssl genpkey -algorithm ed25519 -out sign-key.pem\n  DMT_SIGN_KEY_FILE=sign-key.pem npm run conformance -- bundle --report-dir reports/uat',
    )
    .action((options: RunOptions) => {
      process.exitCode = bundle(options);
    });
