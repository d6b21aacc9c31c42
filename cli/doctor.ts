import type { Command } from 'commander';
import { version } from '../helpers/config/version.ts';
import { openExaminations } from '../helpers/doctor/examinations.ts';
import { doctorLines, examine, toExitCode, type Examined } from '../helpers/doctor/examine.ts';
import { openProgress, type Progress } from '../helpers/report/terminal/progress.ts';
import { openTarget } from '../helpers/client/client.ts';
import type { Config } from '../helpers/config/config.ts';
import { readEnvironment } from '../helpers/config/environment.ts';
import { withTarget } from './with-target.ts';
import { planFor } from '../suites/plan-for.ts';
import { readFittingWaivers } from './run/waivers.ts';
import { formatRunTitle } from './run/run-title.ts';
import { labelWaiverProblems, selectionProblems, printProblems } from './problems.ts';

/** Problems that would make a run refuse to start. */
function collectProblems(config: Config): readonly string[] {
  const accepted = readFittingWaivers(config);
  return [...selectionProblems(planFor(config)), ...(accepted.ok ? [] : labelWaiverProblems(accepted.problems))];
}

interface Wanted {
  /** Null for all. */
  readonly names: readonly string[] | null;
  readonly canRegisterCallbacks: boolean;
  /** Where the run asks a person for codes. */
  readonly asksOn: 'terminal' | 'page' | null;
}

/** Runs these examinations. What they found is redacted. */
export async function examineConfig(config: Config, { names, canRegisterCallbacks, asksOn }: Wanted): Promise<readonly Examined[]> {
  const target = openTarget(config, { journal: null, ledger: null });
  try {
    const examinations = openExaminations({ path: readEnvironment()['PATH'] ?? '', asksOn });
    const chosen = examinations.filter(({ name }) => names === null || names.includes(name));
    const examined = await examine({ config, target, now: Date.now, canRegisterCallbacks }, chosen);
    const { text } = target.redactor;
    return examined.map(({ name, finding }) => ({
      name,
      finding: { ...finding, text: text(finding.text), advice: finding.advice === null ? null : text(finding.advice) },
    }));
  } finally {
    await target.close();
  }
}

async function examineTarget(config: Config, canRegisterCallbacks: boolean, progress: Progress): Promise<number> {
  const problems = collectProblems(config);
  if (problems.length > 0) return printProblems(problems, progress);
  progress.keep(formatRunTitle(config, version));
  const examined = await examineConfig(config, { names: null, canRegisterCallbacks, asksOn: process.stdin.isTTY ? 'terminal' : null });
  for (const line of doctorLines(examined)) progress.keep(line);
  const code = toExitCode(examined);
  progress.keep(code === 0 ? 'Ready to run. Nothing was judged.' : `Not ready to run: correct the lines with STOP (exit ${code})`);
  return code;
}

/** Examines everything that a run needs. No request has an effect. */
function doctor(): Promise<number> {
  const progress = openProgress(process.stdout);
  return withTarget(readEnvironment(), progress, (config, sandbox) => examineTarget(config, sandbox !== null, progress));
}

export const defineDoctorCommand = (command: Command): Command =>
  command
    .description('examine addresses, credentials, clock, OTP source, callbacks, funds and permissions; no request has an effect')
    .addHelpText(
      'after',
      '\nEnds with 0 when a run can start, 2 when the configuration prevents it, 4 when the environment does.\n\nExamples:\n  npm run conformance -- doctor\n  DMT_TARGET=prod DMT_CONFIRM_HOST=dmt.example npm run conformance -- doctor',
    )
    .action(async () => {
      process.exitCode = await doctor();
    });
