import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeReports } from '../../helpers/report/write.ts';
import { writeAccepted } from '../../helpers/report/waivers/record.ts';
import { noAcceptances } from '../../helpers/report/waivers/apply.ts';
import { conductRun } from '../../helpers/run/run.ts';
import { planFor } from '../../suites/plan-for.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/start.ts';
import { clauses } from '../../specs/clauses.ts';

const never = new Promise<never>(() => undefined);

/** A report folder of a whole run against its own sandbox, with callbacks. The caller removes it. */
export async function recordedRun(
  options: SandboxOptions = {},
  environment: Environment = {},
  folder = mkdtempSync(join(tmpdir(), 'dmt-bundle-')),
): Promise<string> {
  const sandbox = await startSandbox(options);
  try {
    const read = readConfig(
      {
        DMT_FUZZ_RUNS: '0',
        DMT_PENDING_TIMEOUT_MS: '1000',
        DMT_TIMEOUT_MS: '5000',
        ...sandbox.environment,
        DMT_TARGET: 'sandbox',
        DMT_REPORT_DIR: folder,
        ...environment,
      },
      'started',
    );
    if (!read.ok) throw new Error(read.problems.join('\n'));
    await conductRun(read.config, planFor(read.config), {
      onOutcome: () => undefined,
      interrupted: never,
      register: sandbox.setCallbackUrl,
    });
    writeAccepted(folder, noAcceptances);
    return folder;
  } finally {
    await sandbox.close();
  }
}

export async function reportedRun(options: SandboxOptions = {}, environment: Environment = {}): Promise<string> {
  const folder = await recordedRun(options, environment);
  await writeReports(folder, clauses);
  return folder;
}
