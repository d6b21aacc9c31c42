import { version } from '../helpers/config/version.ts';
import { openExaminations } from '../helpers/doctor/examinations.ts';
import { doctorLines, examine, toExitCode } from '../helpers/doctor/examine.ts';
import { openProgress, type Progress } from '../helpers/report/terminal/progress.ts';
import { openTarget } from '../helpers/client/client.ts';
import type { Config } from '../helpers/config/config.ts';
import type { Environment } from '../helpers/config/settings.ts';
import { withTarget } from './with-target.ts';
import { planFor } from '../suites/plan-for.ts';
import { readFittingWaivers } from './run/waivers.ts';
import { formatRunTitle } from './run.ts';
import { labelWaiverProblems, selectionProblems, printProblems } from './problems.ts';
import { buildEnvironment } from './options.ts';

/** Problems that would make a run refuse to start. */
function collectProblems(config: Config): readonly string[] {
  const accepted = readFittingWaivers(config);
  return [...selectionProblems(planFor(config)), ...(accepted.ok ? [] : labelWaiverProblems(accepted.problems))];
}

async function examineTarget(config: Config, environment: Environment, registers: boolean, progress: Progress): Promise<number> {
  const problems = collectProblems(config);
  if (problems.length > 0) return printProblems(problems, progress);
  progress.keep(formatRunTitle(config, version));
  const target = openTarget(config, { journal: null, ledger: null });
  try {
    const context = { config, target, now: Date.now, canRegisterCallbacks: registers };
    const surroundings = { path: environment['PATH'] ?? '', terminal: process.stdin.isTTY };
    const examined = await examine(context, openExaminations(surroundings));
    for (const line of doctorLines(examined)) progress.keep(target.redactor.text(line));
    const code = toExitCode(examined);
    progress.keep(code === 0 ? 'Ready to run. Nothing was judged.' : `Not ready to run: correct the lines with STOP (exit ${code})`);
    return code;
  } finally {
    await target.close();
  }
}

/** Examines everything that a run needs. No request has an effect. */
export function doctor(): Promise<number> {
  const environment = buildEnvironment({});
  const progress = openProgress(process.stdout);
  return withTarget(environment, progress, (config, sandbox) => examineTarget(config, environment, sandbox !== null, progress));
}
