import { createPublicKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pack } from '../helpers/bundle/archive.ts';
import { contentsOf } from '../helpers/bundle/contents.ts';
import { fingerprintOf, signingKey, UnusableKey } from '../helpers/bundle/keys.ts';
import { manifestName, manifestOf } from '../helpers/bundle/manifest.ts';
import { readJournal } from '../helpers/report/journal/journal.ts';
import { openProgress } from '../helpers/report/terminal/progress.ts';
import { readEnvironment } from '../helpers/config/environment.ts';
import { settingOf, type RunOptions } from './options.ts';
import { misused } from './exit-codes.ts';

/** Packs what a run left into one archive beside it. */
export function bundle({ reportDir }: Pick<RunOptions, 'reportDir'>): number {
  const { keep } = openProgress(process.stdout);
  const environment = readEnvironment();
  const folder = reportDir ?? settingOf(environment, 'DMT_REPORT_DIR') ?? 'reports';
  const { files, missing } = contentsOf(folder);
  if (missing.length > 0) {
    keep(
      `expected the report of a run in ${folder}, received no ${missing.join(', ')}: run the suite, or npm run conformance -- report, first`,
    );
    return misused;
  }
  try {
    const key = signingKey(settingOf(environment, 'DMT_SIGN_KEY'), settingOf(environment, 'DMT_SIGN_KEY_FILE'));
    const { run } = readJournal(folder);
    const path = join(folder, `conformance-${run.id}.zip`);
    writeFileSync(path, pack(new Map([...files, [manifestName, manifestOf(files, run, key)]])));
    keep(`bundle   ${path}`);
    keep(key === null ? 'unsigned (DMT_SIGN_KEY or DMT_SIGN_KEY_FILE signs it)' : `signed   ${fingerprintOf(createPublicKey(key))}`);
    return 0;
  } catch (error) {
    if (!(error instanceof UnusableKey)) throw error;
    keep(error.message);
    return misused;
  }
}
