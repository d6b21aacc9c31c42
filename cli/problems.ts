import { pluralize } from '../helpers/core/text.ts';
import type { Progress } from '../helpers/report/terminal/progress.ts';
import type { Plan } from '../helpers/runner/plan.ts';
import { exitUsageError } from './exit-codes.ts';

export function printProblems(problems: readonly string[], progress: Progress): number {
  progress.keep(`${pluralize(problems.length, 'configuration problem')}; nothing was sent`);
  for (const problem of problems) progress.keep(`  ${problem}`);
  return exitUsageError;
}

export const labelWaiverProblems = (problems: readonly string[]): readonly string[] => problems.map((problem) => `DMT_WAIVERS: ${problem}`);

export function selectionProblems({ unmatched }: Plan): readonly string[] {
  const expectedPattern =
    'a check id, a clause, an operation such as OP-9, or a suite (* matches anything); checks of a campaign need their id (with ~) or suite';
  return unmatched.map((pattern) => `DMT_CHECKS: expected a pattern that selects a check, received "${pattern}": name ${expectedPattern}`);
}
