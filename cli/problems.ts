import { pluralize } from '../helpers/core/text.ts';
import { stageLine, type Progress } from '../helpers/report/terminal/progress.ts';
import type { Plan } from '../helpers/runner/plan.ts';
import { isClauseId } from '../specs/clauses.ts';
import { clausesShowing } from '../specs/shown-by.ts';
import { findNearest } from '../helpers/config/nearest.ts';
import { planFor } from '../suites/plan-for.ts';
import { exitInconclusive, exitUsageError } from './exit-codes.ts';

export function printProblems(problems: readonly string[], progress: Progress): number {
  progress.keep(`${pluralize(problems.length, 'configuration problem')}; nothing was sent`);
  for (const problem of problems) progress.keep(`  ${problem}`);
  return exitUsageError;
}

/** A suite that misses a planted fault must not judge a service. */
export function printFailedSelfCheck(problems: readonly string[], progress: Progress): number {
  progress.keep(stageLine('self-check', 'failed: this installation cannot be trusted, so nothing was judged; reinstall it with npm ci'));
  for (const problem of problems) progress.keep(`  ${problem}`);
  return exitInconclusive;
}

export const labelWaiverProblems = (problems: readonly string[]): readonly string[] => problems.map((problem) => `DMT_WAIVERS: ${problem}`);

/** Everything that a pattern may name. */
function listNames(): readonly string[] {
  const { entries } = planFor({ selection: { checks: null, profile: 'full' }, safety: true, fuzz: { runs: 1 } });
  return [...new Set(entries.flatMap(({ planned: { id, clause, operation, suite } }) => [id, clause, operation, suite]))];
}

/** Null for a pattern, and for a name that exists but is not in this run. */
function findMeantName(pattern: string, names: readonly string[]): string | null {
  if (pattern.includes('*')) return null;
  const nearest = findNearest(
    pattern.toLowerCase(),
    names.map((name) => name.toLowerCase()),
  );
  return nearest === pattern.toLowerCase() ? null : (names.find((name) => name.toLowerCase() === nearest) ?? null);
}

/** What to select instead. A clause that others show has no checks of its own. */
function suggestSelection(pattern: string, put: string, names: readonly string[]): string {
  const id = pattern.toUpperCase();
  const shownBy = isClauseId(id) ? clausesShowing(id) : [];
  if (shownBy.length > 0) return `it is judged by ${shownBy.join(', ')}: ${put}${shownBy[0]}`;
  const meant = findMeantName(pattern, names);
  const hint = meant === null ? `for example ${put}OP-9.` : `did you mean ${put}${/[ ~]/.test(meant) ? `'${meant}'` : meant}?`;
  return `${hint} Campaign checks need their whole id or their suite`;
}

/** `check` is the option of the command line: what it names wins over DMT_CHECKS. */
export function selectionProblems({ unmatched }: Plan, check?: readonly string[]): readonly string[] {
  if (unmatched.length === 0) return [];
  const [option, put] = check === undefined ? ['DMT_CHECKS', 'DMT_CHECKS='] : ['--check', '--check '];
  const names = listNames();
  return unmatched.map(
    (pattern) =>
      `${option}: expected a check id, clause, operation or suite, received "${pattern}", which selects nothing; ${suggestSelection(pattern, put, names)}`,
  );
}
