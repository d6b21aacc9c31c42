import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conductRun } from '../../helpers/run/run.ts';
import { readJournal } from '../../helpers/report/journal/journal.ts';
import type { Register } from '../../helpers/runner/run-context.ts';
import { assembleVerdict } from '../../helpers/report/verdict/assemble.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { clauses } from '../../specs/clauses.ts';
import { planFor } from '../../suites/plan-for.ts';
import { startedOrElsewhere } from './judged.ts';

const never = new Promise<never>(() => undefined);

/**
 * Runs the selected checks up to the verdict. Draws no report.
 * Without `register` the service does not learn our callback address, and no callback comes.
 */
export async function runForVerdict(environment: Environment, register: Register = () => undefined): Promise<VerdictFile> {
  const folder = mkdtempSync(join(tmpdir(), 'recorded-'));
  try {
    const read = readConfig({ ...environment, DMT_REPORT_DIR: folder }, startedOrElsewhere(environment));
    if (!read.ok) throw new Error(read.problems.join('\n'));
    await conductRun(read.config, planFor(read.config), {
      onOutcome: () => undefined,
      interrupted: never,
      register,
    });
    return assembleVerdict(readJournal(folder), clauses);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
