import { readRunsBefore } from './kept-runs.ts';
import { readRun, type ComparableRun } from './comparable.ts';
import { compareRuns, type Comparison } from './compare.ts';

interface Previous {
  readonly before: readonly ComparableRun[];
  readonly changes: Comparison | null;
  readonly problem: string | null;
}

const describeProblem = (problem: string): string => `DMT_PREVIOUS: ${problem}`;

/** Why the given run cannot be compared with; empty where it can, and where none is given. */
export function findPreviousProblems(previous: string | null): readonly string[] {
  const problem = previous === null ? null : readRun(previous).problem;
  return problem === null ? [] : [describeProblem(problem)];
}

/** Compares with the given run, or with the last one of the same target. */
export function compareWithPrevious(
  run: ComparableRun,
  { previous, stateFolder }: { readonly previous: string | null; readonly stateFolder: string },
): Previous {
  const before = readRunsBefore(stateFolder, run);
  if (previous !== null) {
    const { value, problem } = readRun(previous);
    return {
      before,
      changes: value === null ? null : compareRuns(value, run),
      problem: problem === null ? null : describeProblem(problem),
    };
  }
  const last = before.at(-1);
  return { before, changes: last === undefined ? null : compareRuns(last, run), problem: null };
}
