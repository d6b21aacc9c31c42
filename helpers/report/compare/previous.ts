import { readRunsBefore } from './kept-runs.ts';
import { readRun, type ComparableRun } from './comparable.ts';
import { compareRuns, type Comparison } from './compare.ts';

interface Previous {
  readonly before: readonly ComparableRun[];
  readonly changes: Comparison | null;
  readonly problem: string | null;
}

/** Null where there is none, or where it can be read. */
export function findPreviousProblem(previous: string | null): string | null {
  const problem = previous === null ? null : readRun(previous).problem;
  return problem === null ? null : `DMT_PREVIOUS: ${problem}`;
}

/** Compares with the given run, or with the last one of the same target. */
export function compareWithPrevious(
  run: ComparableRun,
  { previous, stateFolder }: { readonly previous: string | null; readonly stateFolder: string },
): Previous {
  const before = readRunsBefore(stateFolder, run);
  if (previous !== null) {
    const { value } = readRun(previous);
    return { before, changes: value === null ? null : compareRuns(value, run), problem: findPreviousProblem(previous) };
  }
  const last = before.at(-1);
  return { before, changes: last === undefined ? null : compareRuns(last, run), problem: null };
}
