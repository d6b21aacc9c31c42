import { randomUUID } from 'node:crypto';
import { join, relative } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { conductRun } from '../helpers/run/run.ts';
import { openProgress, stageLine, type Progress } from '../helpers/report/terminal/progress.ts';
import { clearMemory, keepMemorySmall } from '../helpers/report/allure/memory.ts';
import { summaryLines } from '../helpers/report/terminal/lines.ts';
import { writeReports, type ReportOptions } from '../helpers/report/write.ts';
import { countPasses } from '../helpers/report/waivers/history.ts';
import type { VerdictFile } from '../helpers/report/model/verdict-file.ts';
import type { Config } from '../helpers/config/config.ts';
import { readConfig } from '../helpers/config/read-config.ts';
import { readEnvironment } from '../helpers/config/environment.ts';
import { withSandbox, type Environment } from '../helpers/config/settings.ts';
import { startSandbox, type Sandbox } from '../sandbox/start.ts';
import { clauses } from '../specs/clauses.ts';
import { planFor } from '../suites/plan-for.ts';
import { deskOf } from './desk.ts';
import type { EarlierSittings } from '../helpers/runner/earlier.ts';
import type { Plan } from '../helpers/runner/plan.ts';
import type { Bill } from '../helpers/bill/bill.ts';
import { billProblems, cappedBy, readBill } from '../helpers/bill/file.ts';
import { interruption } from './interruption.ts';
import { folderProblem, locked } from './locked.ts';
import { narrator, resumeWords } from './narrator.ts';
import { resumed } from './resume.ts';
import { selfCheck } from './self-check.ts';
import { acceptedOf, keepAccepted } from './waivers.ts';

/** What the command line may say over the environment. */
export interface RunOptions {
  /** Patterns, as in DMT_CHECKS. */
  readonly check?: readonly string[];
  readonly reportDir?: string;
  /** An approved bill (plan --out). */
  readonly bill?: string;
  /** Goes on with the run in the report folder: only what is unfinished is tried. */
  readonly resume?: boolean;
}

interface Approval {
  readonly config: Config;
  readonly bill: Bill | null;
  readonly problems: readonly string[];
}

interface Begun extends Omit<Approval, 'problems'> {
  readonly plan: Plan;
  readonly earlier: EarlierSittings | null;
  readonly run: string;
  /** Shows that it lives. */
  readonly beat: () => void;
}

/** Usage or configuration is wrong; nothing was sent. */
export const misused = 2;

/** The suite itself is at fault, or something in between: nothing is said of the service. */
export const inconclusive = 4;

/** The surroundings, and what the command line says over them. */
export function environmentOf({ check, reportDir }: RunOptions): Environment {
  return {
    ...readEnvironment(),
    ...(check === undefined ? {} : { DMT_CHECKS: check.join(',') }),
    ...(reportDir === undefined ? {} : { DMT_REPORT_DIR: reportDir }),
  };
}

/** Reports every problem at once; the exit code of a command that cannot begin. */
export function refuse(problems: readonly string[], progress: Progress): number {
  progress.keep(
    `expected a usable configuration, received ${problems.length === 1 ? 'one problem' : `${problems.length} problems`}; nothing was sent`,
  );
  for (const problem of problems) progress.keep(`  ${problem}`);
  return misused;
}

/** Waivers that fit no run of this target, whatever it finds. */
export const inWaivers = (problems: readonly string[]): readonly string[] => problems.map((problem) => `DMT_WAIVERS: ${problem}`);

/** A suite that cannot see a planted fault judges nobody. */
function blind(problems: readonly string[], progress: Progress): number {
  progress.keep(stageLine('self-check', 'failed: this installation cannot be trusted, and nothing was judged; npm ci installs it again'));
  for (const problem of problems) progress.keep(`  ${problem}`);
  return inconclusive;
}

export const headline = ({ target, selection, fuzz }: Config, version: string): string =>
  [`dmt-conformance ${version}`, `${target.kind} at ${target.hosts.join(', ')}`, selection.profile, `seed ${fuzz.seed}`].join(' · ');

/** Patterns that select nothing. */
export function selectionProblems({ unmatched }: Plan): readonly string[] {
  const known =
    'a check id, a clause, an operation such as OP-9, or a suite; * stands for anything; checks of a campaign by id (with ~) or by suite';
  return unmatched.map((pattern) => `DMT_CHECKS: "${pattern}" selects no check: expected ${known}`);
}

/** Within the caps of an approved bill, if there is one. */
function approved(config: Config, plan: Plan, path: string | undefined): Approval {
  if (path === undefined) return { config, bill: null, problems: [] };
  const read = readBill(path);
  if (!read.ok) return { config, bill: null, problems: [read.problem] };
  return { config: cappedBy(config, read.bill), bill: read.bill, problems: billProblems(read.bill, config, plan) };
}

/** Judges the configured target and renders the reports; with an exit code as DESIGN's verdicts define. */
async function judge(asked: Config, { bill, resume = false }: RunOptions, progress: Progress, sandbox?: Sandbox): Promise<number> {
  const plan = planFor(asked);
  const { config, bill: kept, problems } = approved(asked, plan, bill);
  const wrong = [...selectionProblems(plan), ...problems];
  if (wrong.length > 0) return refuse(wrong, progress);
  const before = resume ? resumed(config, plan) : null;
  if (before?.ok === false) return refuse(before.problems, progress);
  const earlier = before?.earlier ?? null;
  const run = earlier?.run.id ?? randomUUID();
  const work = (beat: () => void): Promise<number> => carryOut({ config, bill: kept, plan, earlier, run, beat }, progress, sandbox);
  return (await locked(config, run, progress.keep, work)) ?? misused;
}

/** What is done while no other run is under way. */
async function carryOut({ config, bill: kept, plan, earlier, run, beat }: Begun, progress: Progress, sandbox?: Sandbox): Promise<number> {
  const accepted = acceptedOf(config.report.waivers, {
    target: config.target.kind,
    hosts: config.target.hosts,
    startedAt: new Date().toISOString(),
  });
  if (!accepted.ok) return refuse(inWaivers(accepted.problems), progress);
  const unwritable = earlier !== null ? null : folderProblem(config.report.folder);
  if (unwritable !== null) return refuse([unwritable], progress);
  progress.keep(headline(config, manifest.version));
  const { folder, stateFolder, previous } = config.report;
  if (earlier !== null) {
    progress.keep(stageLine('resume', resumeWords(earlier)));
    if (earlier.tries.size === 0) return (await render(folder, progress, { stateFolder, previous })).exitCode;
  }
  const seen = await selfCheck(config.fuzz.seed);
  if (!seen.ok) return blind(seen.problems, progress);
  progress.keep(stageLine('self-check', `${seen.faults} planted faults seen`));
  const { interrupted, release } = interruption();
  await conductRun(config, plan, {
    run,
    onOutcome: narrator(progress, config, earlier?.tries.size ?? plan.entries.length, beat),
    onStage: (text) => {
      progress.keep(stageLine('earlier', text));
    },
    earlier,
    approved: kept,
    interrupted,
    plantedFaultsSeen: seen.faults,
    desk: deskOf(progress),
    ...(sandbox === undefined ? {} : { register: sandbox.setCallbackUrl }),
  });
  release();
  // The run is told in its journals, and the pages that are made of them take as much again.
  clearMemory();
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
    ...(relative('reports', folder) === '' ? {} : { folder: relative(process.cwd(), folder) }),
    changes,
  };
  for (const line of summaryLines(file, shown)) process.stdout.write(`${line}\n`);
  for (const trouble of troubles) progress.keep(trouble);
  return file;
}

/** The main job: against the configured target, or an embedded sandbox when no address is configured. */
export async function run(options: RunOptions): Promise<number> {
  keepMemorySmall();
  const progress = openProgress(process.stdout);
  const environment = environmentOf(options);
  const first = readConfig(environment);
  if (!first.ok) return refuse(first.problems, progress);
  if (!first.config.target.awaitsSandbox) return judge(first.config, options, progress);
  const sandbox = await startSandbox();
  try {
    const settled = readConfig(withSandbox(environment, sandbox.environment), 'started');
    return settled.ok ? await judge(settled.config, options, progress, sandbox) : refuse(settled.problems, progress);
  } finally {
    await sandbox.close();
  }
}
