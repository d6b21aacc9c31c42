import { version } from '../helpers/config/version.ts';
import type { Bill } from '../helpers/bill/bill.ts';
import { writeBill } from '../helpers/bill/bill-file.ts';
import type { CallbackRegistration } from '../helpers/bill/dry-run-configuration.ts';
import { billLines, checkLines } from '../helpers/bill/bill-text.ts';
import { findLimitingCaps, formatSufficientCaps, withoutCaps } from '../helpers/bill/sufficient-caps.ts';
import { compareWithTarget } from '../helpers/bill/compare-with-target.ts';
import { openProgress, stageLine, type Progress } from '../helpers/report/terminal/progress.ts';
import type { Config } from '../helpers/config/config.ts';
import { variableByName } from '../helpers/config/variables.ts';
import { withTarget } from './with-target.ts';
import { planFor } from '../suites/plan-for.ts';
import { planPart } from '../helpers/shards/plan.ts';
import { estimateBill } from './run/dry-run.ts';
import { formatRunTitle } from './run.ts';
import { selectionProblems, printProblems } from './problems.ts';
import { buildEnvironment, type RunOptions } from './options.ts';
import { exitUsageError } from './exit-codes.ts';
import { errorMessage } from '../helpers/core/text.ts';

export interface PlanOptions extends Pick<RunOptions, 'check'> {
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
  return `${profileWord}npm run conformance -- ${words.map(quoteForShell).join(' ')}`;
}

function writeBillTo(path: string, bill: Bill, command: string, keep: (line: string) => void): number {
  try {
    writeBill(path, bill);
    keep(`approve      ${command}`);
    return 0;
  } catch (error) {
    keep(`--out: expected a writable file for the bill, received an error (${errorMessage(error)})`);
    return exitUsageError;
  }
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
  const compared = look
    ? await compareWithTarget(config, bill)
    : ['compared     not with the target; nothing was sent (--look reads what needs no OTP)'];
  for (const line of compared) keep(line);
  return out === undefined ? 0 : writeBillTo(out, bill, formatApprovedRun(out, config, check), keep);
}

/** Sends nothing without `look`. */
export function plan(options: PlanOptions): Promise<number> {
  const progress = openProgress(process.stdout);
  // A run would start its own sandbox and use the people and means of that sandbox.
  return withTarget(buildEnvironment(options), progress, (config, sandbox) =>
    planTarget(config, sandbox === null ? 'by-operator' : 'by-suite', options, progress),
  );
}
