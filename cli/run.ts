import { join, relative } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { campaign } from '../helpers/run/campaign.ts';
import { clock, openProgress, stageLine, type Progress } from '../helpers/report/progress.ts';
import { summaryLines } from '../helpers/report/terminal.ts';
import { changeTally } from '../helpers/report/compare/told.ts';
import { prepareFolder, writeReports, type ReportOptions } from '../helpers/report/write.ts';
import { countPasses } from '../helpers/report/waivers/history.ts';
import { plural } from '../helpers/report/decide.ts';
import { headlines } from '../helpers/report/groups.ts';
import type { VerdictFile } from '../helpers/report/verdict-file.ts';
import { readConfig, type Config } from '../helpers/target/config.ts';
import { readEnvironment } from '../helpers/target/environment.ts';
import { withSandbox, type Environment } from '../helpers/target/settings.ts';
import { startSandbox, type Sandbox } from '../sandbox/start.ts';
import { clauses } from '../specs/clauses.ts';
import { planFor } from '../suites/plan-for.ts';
import { selfCheck } from './self-check.ts';
import { acceptedOf, keepAccepted } from './waivers.ts';

/** What the command line may say over the environment. */
export interface RunOptions {
  /** Patterns, as in DMT_CHECKS. */
  readonly check?: readonly string[];
  readonly reportDir?: string;
}

/** Usage or configuration is wrong; nothing was sent. */
export const misused = 2;

/** The suite itself is at fault, or something in between: nothing is said of the service. */
export const inconclusive = 4;

const interruptedTwice = 130;

function environmentOf({ check, reportDir }: RunOptions): Environment {
  return {
    ...readEnvironment(),
    ...(check === undefined ? {} : { DMT_CHECKS: check.join(',') }),
    ...(reportDir === undefined ? {} : { DMT_REPORT_DIR: reportDir }),
  };
}

/** Reports every problem at once; the exit code of a command that cannot begin. */
function refuse(problems: readonly string[], progress: Progress): number {
  progress.keep(
    `expected a usable configuration, received ${problems.length === 1 ? 'one problem' : `${problems.length} problems`}; nothing was sent`,
  );
  for (const problem of problems) progress.keep(`  ${problem}`);
  return misused;
}

/** Waivers that fit no run of this target; the headline says that it is about them. */
export function unfit(problems: readonly string[], progress: Progress): number {
  progress.keep(`${headlines['unfit-waivers']}   ${plural(problems.length, 'problem')} with DMT_WAIVERS, and nothing was sent`);
  for (const problem of problems) progress.keep(`  ${problem}`);
  return misused;
}

/** A suite that cannot see a planted fault judges nobody. */
function blind(problems: readonly string[], progress: Progress): number {
  progress.keep(stageLine('self-check', 'failed: this installation cannot be trusted, and nothing was judged; npm ci installs it again'));
  for (const problem of problems) progress.keep(`  ${problem}`);
  return inconclusive;
}

/** Settles at the first Ctrl-C; the second one ends the process at once. */
function interruption(): { readonly interrupted: Promise<void>; readonly release: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let times = 0;
  const onSignal = (): void => {
    times += 1;
    if (times > 1) process.exit(interruptedTwice);
    resolve(undefined);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return {
    interrupted: promise,
    release: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}

const headline = ({ target, selection, fuzz }: Config, version: string): string =>
  [`dmt-conformance ${version}`, `${target.kind} at ${target.hosts.join(', ')}`, selection.profile, `seed ${fuzz.seed}`].join(' · ');

/** Prints how far the run is, and how every check ended that needs a look. */
function narrator(progress: Progress, config: Config, planned: number): Parameters<typeof campaign>[2]['onOutcome'] {
  const started = Date.now();
  let done = 0;
  return (_outcome, target) => {
    done += 1;
    const { requests, otps, transfers, amount } = target.totals();
    const cap = config.limits.spend === null ? amount : `${amount} of ${config.limits.spend}`;
    const effects = `${requests} requests · ${otps} OTPs · ${transfers} transfers, ${cap}`;
    progress.show(stageLine('judge', `${done} of ${planned} checks · ${effects}`, clock(Date.now() - started)));
  };
}

/** A run that cannot be recorded is not begun. */
function folderProblem(folder: string): string | null {
  try {
    prepareFolder(folder);
    return null;
  } catch (error) {
    const received = error instanceof Error ? error.message : String(error);
    return `DMT_REPORT_DIR: expected a folder that can be written, received ${received}; for example DMT_REPORT_DIR=reports`;
  }
}

/** Judges the configured target and renders the reports; with an exit code as DESIGN's verdicts define. */
async function judge(config: Config, progress: Progress, sandbox?: Sandbox): Promise<number> {
  const plan = planFor(config);
  if (plan.unmatched.length > 0) {
    const known = 'a check id, a clause, an operation such as OP-9, or a suite; * stands for anything';
    return refuse(
      plan.unmatched.map((pattern) => `DMT_CHECKS: "${pattern}" selects no check: expected ${known}`),
      progress,
    );
  }
  const unwritable = folderProblem(config.report.folder);
  if (unwritable !== null) return refuse([unwritable], progress);
  const accepted = acceptedOf(config.report.waivers, {
    target: config.target.kind,
    hosts: config.target.hosts,
    startedAt: new Date().toISOString(),
  });
  if (!accepted.ok) return unfit(accepted.problems, progress);
  progress.keep(headline(config, manifest.version));
  const seen = await selfCheck(config.fuzz.seed);
  if (!seen.ok) return blind(seen.problems, progress);
  progress.keep(stageLine('self-check', `${seen.faults} planted faults seen`));
  const { interrupted, release } = interruption();
  await campaign(config, plan, {
    onOutcome: narrator(progress, config, plan.entries.length),
    interrupted,
    plantedFaultsSeen: seen.faults,
    ...(sandbox === undefined ? {} : { register: sandbox.setCallbackUrl }),
  });
  release();
  const { folder, stateFolder, previous } = config.report;
  keepAccepted(folder, stateFolder, accepted.file);
  const file = await render(folder, progress, { stateFolder, previous });
  countPasses(stateFolder, accepted.file, file);
  return file.exitCode;
}

/** Renders the reports of a folder from its journals and prints the summary. */
export async function render(folder: string, progress: Progress, options: ReportOptions): Promise<VerdictFile> {
  progress.show(stageLine('report', 'rendering'));
  const { file, page, changes, troubles } = await writeReports(folder, clauses, options);
  const color = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
  progress.keep('');
  const shown = {
    color,
    report: page === null ? null : relative(process.cwd(), page),
    decision: relative(process.cwd(), join(folder, 'decision.html')),
    ...(changes === null ? {} : { changes: `${changeTally(changes)}, since ${changes.before.startedAt}` }),
  };
  for (const line of summaryLines(file, shown)) process.stdout.write(`${line}\n`);
  for (const trouble of troubles) progress.keep(trouble);
  return file;
}

/** The main job: against the configured target, or an embedded sandbox when no address is configured. */
export async function run(options: RunOptions): Promise<number> {
  const progress = openProgress(process.stdout);
  const environment = environmentOf(options);
  const first = readConfig(environment);
  if (!first.ok) return refuse(first.problems, progress);
  if (!first.config.target.awaitsSandbox) return judge(first.config, progress);
  const sandbox = await startSandbox();
  try {
    const settled = readConfig(withSandbox(environment, sandbox.environment));
    return settled.ok ? await judge(settled.config, progress, sandbox) : refuse(settled.problems, progress);
  } finally {
    await sandbox.close();
  }
}
