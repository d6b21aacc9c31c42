import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { version } from '../helpers/config/version.ts';
import { conductRun } from '../helpers/run/run.ts';
import { stageLine, type Progress } from '../helpers/report/terminal/progress.ts';
import { keepMemorySmall } from '../helpers/report/allure/memory.ts';
import { recordPasses } from '../helpers/report/waivers/history.ts';
import type { Config } from '../helpers/config/config.ts';
import type { Environment } from '../helpers/config/settings.ts';
import type { Sandbox } from '../sandbox/start.ts';
import { withTarget } from './with-target.ts';
import { planFor } from '../suites/plan-for.ts';
import type { UserInterface } from '../helpers/run/user-interface.ts';
import { openTerminalInterface } from './run/terminal-interface.ts';
import type { Check } from '../helpers/runner/check.ts';
import { planPart } from '../helpers/shards/plan.ts';
import type { ShardRecord } from '../helpers/core/records/journal-lines.ts';
import type { EarlierSittings } from '../helpers/runner/earlier-sittings.ts';
import type { Plan } from '../helpers/runner/plan.ts';
import type { Bill } from '../helpers/bill/bill.ts';
import { applyApprovedBill, type Approval } from './run/approved-bill.ts';
import { folderProblem, withRunLock } from './run/with-run-lock.ts';
import { describeResume, watchRun } from './run/progress-line.ts';
import { estimateBill } from './run/dry-run.ts';
import { openReporting } from './run/report-on-run.ts';
import { readEarlierSittings } from './run/resume.ts';
import { formatRunTitle } from './run/run-title.ts';
import { findStartProblems } from './run/start-problems.ts';
import { selfCheck } from './run/self-check.ts';
import { findReplacedRunProblems } from './run/replaced-run.ts';
import { readFittingWaivers } from './run/waivers.ts';
import { exitUsageError } from './exit-codes.ts';
import { buildEnvironment, type RunOptions } from './options.ts';
import { labelWaiverProblems, printFailedSelfCheck, printProblems, selectionProblems } from './problems.ts';
import { findPreviousProblems } from '../helpers/report/compare/previous.ts';
import { suggestNearest } from '../helpers/config/nearest.ts';

interface StartedRun extends Omit<Approval, 'problems'> {
  readonly plan: Plan;
  readonly shard: ShardRecord | null;
  /** All checks of the whole run judge odd calls, also in a part of it. */
  readonly accusing: readonly Check[];
  readonly earlier: EarlierSittings | null;
  readonly run: string;
  /** Refreshes the run lock, so that other runs see that this one is alive. */
  readonly beat: () => void;
}

async function startRun(
  requested: Config,
  { bill, check, resume = false }: RunOptions,
  ui: UserInterface,
  sandbox: Sandbox | null,
): Promise<number> {
  const { progress } = ui;
  const whole = planFor(requested);
  const part = planPart(requested, whole);
  const { plan, shard, accusing } = part;
  const { config, bill: approvedBill, problems } = applyApprovedBill(part.config, plan, bill);
  const allProblems = [
    ...findReplacedRunProblems(requested),
    ...findPreviousProblems(requested.report.previous),
    ...selectionProblems(whole, check),
    ...part.problems,
    ...problems,
  ];
  if (allProblems.length > 0) return printProblems(allProblems, progress);
  const resumed = resume ? readEarlierSittings(config, plan, shard) : null;
  if (resumed?.ok === false) return printProblems(resumed.problems, progress);
  const earlier = resumed?.earlier ?? null;
  const run = earlier?.run.id ?? randomUUID();
  const work = async (beat: () => void): Promise<number> => {
    const unmet = earlier?.tries.size === 0 ? [] : await findStartProblems(config, ui.canAsk);
    if (unmet.length > 0) return printProblems(unmet, progress);
    return executeRun({ config, bill: approvedBill, plan, shard, accusing, earlier, run, beat }, ui, sandbox);
  };
  return (await withRunLock(config, run, progress.keep, work)) ?? exitUsageError;
}

/** A person wants to know how many codes are still to come. Null where nobody types them. */
async function countTypedCodes(
  config: Config,
  plan: Plan,
  { bill, isOwn }: { readonly bill: Bill | null; readonly isOwn: boolean },
  progress: Progress,
): Promise<number | null> {
  if (config.otp.source !== 'prompt') return null;
  progress.show(stageLine('plan', 'counting the codes to type, in a dry run on this machine'));
  return (bill ?? (await estimateBill(config, plan, isOwn ? 'by-suite' : 'by-operator'))).usual.codesRead;
}

async function executeRun(
  { config, bill: approvedBill, plan, shard, accusing, earlier, run, beat }: StartedRun,
  ui: UserInterface,
  sandbox: Sandbox | null,
): Promise<number> {
  const { progress } = ui;
  const accepted = readFittingWaivers(config);
  if (!accepted.ok) return printProblems(labelWaiverProblems(accepted.problems), progress);
  const problem = earlier !== null ? null : folderProblem(config.report.folder);
  if (problem !== null) return printProblems([problem], progress);
  progress.keep(formatRunTitle(config, version));
  const { folder, stateFolder, previous } = config.report;
  if (earlier !== null) {
    progress.keep(stageLine('resume', describeResume(earlier)));
    if (earlier.tries.size === 0) {
      const { renderReports } = await import('./run/render-reports.ts');
      return (await renderReports(folder, ui, { stateFolder, previous })).exitCode;
    }
  }
  const selfChecked = await selfCheck(config.fuzz.seed);
  if (!selfChecked.ok) return printFailedSelfCheck(selfChecked.problems, progress);
  progress.keep(stageLine('self-check', `${selfChecked.faults} planted faults seen`));
  const codes = await countTypedCodes(config, plan, { bill: approvedBill, isOwn: sandbox !== null }, progress);
  const keepStage = (stage: string) => (text: string) => {
    progress.keep(stageLine(stage, text));
  };
  const { interrupted, ended, release } = ui.listenForInterrupt(keepStage('interrupted'));
  const tries = earlier === null ? plan.entries.map(({ planned }) => planned.id) : [...earlier.tries];
  ui.onStart?.(config, tries);
  const reporting = openReporting(folder);
  const watch = watchRun(progress, { config, plan, tries, accepted: accepted.file, beat });
  await conductRun(config, plan, {
    run,
    onTarget: watch.onTarget,
    onOutcome: (outcome, target) => {
      reporting.prepare();
      watch.onOutcome(outcome);
      ui.onOutcome?.(outcome, target);
    },
    onStage: keepStage('earlier'),
    onStandstill: keepStage('standstill'),
    earlier,
    shard,
    approved: approvedBill,
    interrupted,
    plantedFaultsSeen: selfChecked.faults,
    terminalOptions: ui.openContext(watch.onWaiting, codes),
    accusing,
    ...(sandbox === null ? {} : { register: sandbox.setCallbackUrl }),
  });
  ended();
  watch.stop();
  ui.onEnd?.();
  const file = await reporting.reportOnRun(ui, accepted.file, { stateFolder, previous });
  release();
  recordPasses(stateFolder, accepted.file, file);
  return file.exitCode;
}

/** Uses an embedded sandbox when no address is configured. */
export function run(
  options: RunOptions,
  ui: UserInterface = openTerminalInterface(),
  environment: Environment = buildEnvironment(options),
): Promise<number> {
  keepMemorySmall();
  return withTarget(environment, ui.progress, (config, sandbox) => startRun(config, options, ui, sandbox));
}

/** `run` is the default command, so Commander passes mistyped commands to it. */
function refuseUnknownCommand(program: Command, word: string): never {
  const known = program.commands.map((command) => command.name());
  return program.error(`expected one of the commands ${known.join(', ')}, received "${word}"${suggestNearest(word, known)}`);
}

export const defineRunCommand = (command: Command): Command =>
  command
    .description('judge the configured target, or an embedded sandbox when none is configured')
    .argument('[command]')
    .option('--check <pattern...>', 'only these check ids, clauses, operations or suites; * matches anything')
    .option('--report-dir <folder>', 'where the report goes (DMT_REPORT_DIR)')
    .option('--bill <file>', 'an approved bill (plan --out): the run must be the planned one and stays within its caps')
    .option('--resume', 'resume the run in that folder: tries only unfinished checks; suite, plan and target must be the same')
    .addHelpText(
      'after',
      "\nExamples:\n  npm run conformance\n  npm run conformance -- --check 'OP9-*' OP-11\n  npm run conformance -- --report-dir reports/uat\n  npm run conformance -- run --bill bill.json\n  npm run conformance -- run --resume",
    )
    .action(async (word: string | undefined, options: RunOptions) => {
      if (word !== undefined) refuseUnknownCommand(command.parent ?? command, word);
      process.exitCode = await run(options);
    });
