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
import type { Sandbox } from '../sandbox/start.ts';
import { clauses } from '../specs/clauses.ts';
import { withTarget } from './with-target.ts';
import { planFor } from '../suites/plan-for.ts';
import { terminalOf } from './run/terminal.ts';
import type { EarlierSittings } from '../helpers/runner/earlier.ts';
import type { Plan } from '../helpers/runner/plan.ts';
import type { Bill } from '../helpers/bill/bill.ts';
import { billProblems, cappedBy, readBill } from '../helpers/bill/bill-file.ts';
import { interruption } from './run/interruption.ts';
import { folderProblem, withRunLock } from './run/with-lock.ts';
import { showProgress, resumeText } from './run/progress-line.ts';
import { readEarlier } from './run/resume.ts';
import { selfCheck } from './run/self-check.ts';
import { acceptedOf, keepAccepted } from './run/accepted.ts';
import { inconclusive, misused } from './exit-codes.ts';
import { environmentOf, type RunOptions } from './options.ts';
import { inWaivers, refuse, selectionProblems } from './problems.ts';

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

/** A suite that cannot see a planted fault judges nobody. */
function refuseUntrusted(problems: readonly string[], progress: Progress): number {
  progress.keep(stageLine('self-check', 'failed: this installation cannot be trusted, and nothing was judged; npm ci installs it again'));
  for (const problem of problems) progress.keep(`  ${problem}`);
  return inconclusive;
}

export const headline = ({ target, selection, fuzz }: Config, version: string): string =>
  [`dmt-conformance ${version}`, `${target.kind} at ${target.hosts.join(', ')}`, selection.profile, `seed ${fuzz.seed}`].join(' · ');

/** Within the caps of an approved bill, if there is one. */
function approved(config: Config, plan: Plan, path: string | undefined): Approval {
  if (path === undefined) return { config, bill: null, problems: [] };
  const read = readBill(path);
  if (!read.ok) return { config, bill: null, problems: [read.problem] };
  return { config: cappedBy(config, read.bill), bill: read.bill, problems: billProblems(read.bill, config, plan) };
}

/** Judges the configured target and renders the reports; with an exit code as DESIGN's verdicts define. */
async function judge(asked: Config, { bill, resume = false }: RunOptions, progress: Progress, sandbox: Sandbox | null): Promise<number> {
  const plan = planFor(asked);
  const { config, bill: kept, problems } = approved(asked, plan, bill);
  const wrong = [...selectionProblems(plan), ...problems];
  if (wrong.length > 0) return refuse(wrong, progress);
  const before = resume ? readEarlier(config, plan) : null;
  if (before?.ok === false) return refuse(before.problems, progress);
  const earlier = before?.earlier ?? null;
  const run = earlier?.run.id ?? randomUUID();
  const work = (beat: () => void): Promise<number> => carryOut({ config, bill: kept, plan, earlier, run, beat }, progress, sandbox);
  return (await withRunLock(config, run, progress.keep, work)) ?? misused;
}

/** What is done while no other run is under way. */
async function carryOut(
  { config, bill: kept, plan, earlier, run, beat }: Begun,
  progress: Progress,
  sandbox: Sandbox | null,
): Promise<number> {
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
    progress.keep(stageLine('resume', resumeText(earlier)));
    if (earlier.tries.size === 0) return (await render(folder, progress, { stateFolder, previous })).exitCode;
  }
  const seen = await selfCheck(config.fuzz.seed);
  if (!seen.ok) return refuseUntrusted(seen.problems, progress);
  progress.keep(stageLine('self-check', `${seen.faults} planted faults seen`));
  const { interrupted, release } = interruption();
  await conductRun(config, plan, {
    run,
    onOutcome: showProgress(progress, config, earlier?.tries.size ?? plan.entries.length, beat),
    onStage: (text) => {
      progress.keep(stageLine('earlier', text));
    },
    earlier,
    approved: kept,
    interrupted,
    plantedFaultsSeen: seen.faults,
    desk: terminalOf(progress),
    ...(sandbox === null ? {} : { register: sandbox.setCallbackUrl }),
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
export function run(options: RunOptions): Promise<number> {
  keepMemorySmall();
  const progress = openProgress(process.stdout);
  return withTarget(environmentOf(options), progress, (config, sandbox) => judge(config, options, progress, sandbox));
}
