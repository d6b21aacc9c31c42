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
  const examples = 'for example DMT_CHECKS=OP-9,TOKEN*; campaign checks need their whole id or their suite';
  return unmatched.map(
    (pattern) => `DMT_CHECKS: expected a check id, clause, operation or suite, received "${pattern}", which selects nothing; ${examples}`,
  );
}
