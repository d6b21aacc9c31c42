import type { Command } from 'commander';
import { formatCommand } from '../helpers/config/environment.ts';
import { version } from '../helpers/config/version.ts';
import { formatBill } from '../helpers/bill/bill-file.ts';
import type { CallbackRegistration } from '../helpers/bill/dry-run-configuration.ts';
import { billLines, checkLines } from '../helpers/bill/bill-text.ts';
import { describeCampaignCaps, findLimitingCaps, formatSufficientCaps, withoutCaps } from '../helpers/bill/sufficient-caps.ts';
import { compareWithTarget } from '../helpers/bill/compare-with-target.ts';
import { openProgress, stageLine, type Progress } from '../helpers/report/terminal/progress.ts';
import type { Config } from '../helpers/config/config.ts';
import { variableByName } from '../helpers/config/variables.ts';
import { withTarget } from './with-target.ts';
import { planFor } from '../suites/plan-for.ts';
import { planPart } from '../helpers/shards/plan.ts';
import { estimateBill } from './run/dry-run.ts';
import { formatRunTitle } from './run/run-title.ts';
import { selectionProblems, printProblems } from './problems.ts';
import { buildEnvironment, type RunOptions } from './options.ts';
import { exitUsageError } from './exit-codes.ts';
import { writeOut } from './output.ts';

interface PlanOptions extends Pick<RunOptions, 'check'> {
  /** Reads what needs no OTP from the target and compares it with the bill. */
  readonly look?: boolean;
  readonly out?: string;
  readonly list?: boolean;
}

const quoteForShell = (word: string): string => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** A bill fits only the same profile and checks, so the command repeats them: a person may paste it into another shell. */
function formatApprovedRun(path: string, { selection: { profile } }: Config, check: readonly string[] | undefined): string {
  const words = ['run', '--bill', path, ...(check === undefined ? [] : ['--check', ...check])];
  const profileWord = profile === variableByName('DMT_PROFILE').fallback ? '' : `DMT_PROFILE=${profile} `;
  return `${profileWord}${formatCommand(words.map(quoteForShell).join(' '))}`;
}

async function planTarget(
  requested: Config,
  registers: CallbackRegistration,
  { check, look = false, out, list = false }: PlanOptions,
  progress: Progress,
): Promise<number> {
  const { keep, show } = progress;
  const { plan, config, ...part } = planPart(requested, planFor(requested));
  const problems = [...selectionProblems(plan, check), ...part.problems];
  if (problems.length > 0) return printProblems(problems, progress);
  keep(formatRunTitle(config, version));
  show(stageLine('plan', 'dry run on this machine'));
  const bill = await estimateBill(config, plan, registers);
  if (list) for (const line of checkLines(bill)) keep(line);
  for (const line of billLines(bill, config.otp.source)) keep(line);
  const limiting = findLimitingCaps(bill);
  if (limiting.length > 0) {
    const free = await estimateBill(withoutCaps(config), plan, registers);
    keep(`${'caps'.padEnd(13)}${formatSufficientCaps(limiting, config, free)}`);
  }
  const ofCampaign = describeCampaignCaps(plan, config, bill);
  if (ofCampaign !== null) keep(`${'caps'.padEnd(13)}${ofCampaign}`);
  const compared = look
    ? await compareWithTarget(config, bill)
    : ['compared     not with the target; nothing was sent (--look reads what needs no OTP)'];
  for (const line of compared) keep(line);
  if (out === undefined) return 0;
  const problem = writeOut(out, formatBill(bill));
  keep(problem ?? `approve      ${formatApprovedRun(out, config, check)}`);
  return problem === null ? 0 : exitUsageError;
}

/** Sends nothing without `look`. */
function plan(options: PlanOptions): Promise<number> {
  const progress = openProgress(process.stdout);
  // A run would start its own sandbox and use the people and means of that sandbox.
  return withTarget(buildEnvironment(options), progress, (config, sandbox) =>
    planTarget(config, sandbox === null ? 'by-operator' : 'by-suite', options, progress),
  );
}

export const definePlanCommand = (command: Command): Command =>
  command
    .description('list what a run would check and what it would cost; sends nothing')
    .option('--check <pattern...>', 'only these check ids, clauses, operations or suites; * matches anything')
    .option('--look', 'also send the token request and the reads that need no OTP, and compare')
    .option('--list', 'list every check by its id')
    .option('--out <file>', 'write the bill to this file, for approval and for run --bill')
    .addHelpText(
      'after',
      "\nExamples:\n  npm run conformance -- plan\n  npm run conformance -- plan --check 'OP9-*' OP-11 --list\n  npm run conformance -- plan --look --out bill.json\n  npm run conformance -- run --bill bill.json",
    )
    .action(async (options: PlanOptions) => {
      process.exitCode = await plan(options);
    });
