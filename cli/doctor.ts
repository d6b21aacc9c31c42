import manifest from '../package.json' with { type: 'json' };
import { examinationsOf } from '../helpers/doctor/examinations.ts';
import { doctorLines, examine, exitCodeOf } from '../helpers/doctor/visit.ts';
import { oneLine } from '../helpers/core/text.ts';
import { openProgress } from '../helpers/report/terminal/progress.ts';
import { openTarget } from '../helpers/client/client.ts';
import type { Config } from '../helpers/config/config.ts';
import { readConfig } from '../helpers/config/read-config.ts';
import { withSandbox, type Environment } from '../helpers/config/settings.ts';
import { startSandbox } from '../sandbox/start.ts';
import { planFor } from '../suites/plan-for.ts';
import { acceptedOf } from './waivers.ts';
import { environmentOf, headline, refuse, selectionProblems } from './run.ts';

/** What a run would refuse before it sends anything. */
function problemsOf(config: Config): readonly string[] {
  const { target, report } = config;
  const accepted = acceptedOf(report.waivers, { target: target.kind, hosts: target.hosts, startedAt: new Date().toISOString() });
  return [...selectionProblems(planFor(config)), ...(accepted.ok ? [] : accepted.problems)];
}

async function look(config: Config, environment: Environment, registers: boolean): Promise<number> {
  const progress = openProgress(process.stdout);
  const problems = problemsOf(config);
  if (problems.length > 0) return refuse(problems, progress);
  progress.keep(headline(config, manifest.version));
  const target = openTarget(config, { journal: null, ledger: null });
  try {
    const visit = { config, target, now: Date.now, registers };
    const surroundings = { path: environment['PATH'] ?? '', terminal: process.stdin.isTTY };
    const examined = await examine(visit, examinationsOf(surroundings));
    for (const line of doctorLines(examined)) process.stdout.write(`${oneLine(target.redactor.text(line))}\n`);
    const code = exitCodeOf(examined);
    progress.keep(code === 0 ? 'a run can start; what is judged is judged by it alone' : `a run cannot start; see STOP (exit ${code})`);
    return code;
  } finally {
    await target.close();
  }
}

/** Looks at everything a run needs, and says what to do; nothing it sends has an effect. */
export async function doctor(): Promise<number> {
  const environment = environmentOf({});
  const read = readConfig(environment);
  if (!read.ok) return refuse(read.problems, openProgress(process.stdout));
  if (!read.config.target.awaitsSandbox) return look(read.config, environment, false);
  const sandbox = await startSandbox();
  try {
    const settled = readConfig(withSandbox(environment, sandbox.environment), 'started');
    return settled.ok ? await look(settled.config, environment, true) : refuse(settled.problems, openProgress(process.stdout));
  } finally {
    await sandbox.close();
  }
}
