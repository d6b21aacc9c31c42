import { writeFileSync } from 'node:fs';
import { readRun } from '../helpers/report/compare/comparable.ts';
import { compareRuns, isWorse } from '../helpers/report/compare/compare.ts';
import { comparisonFormats, type ComparisonFormat } from '../helpers/report/compare/formats.ts';
import { oneLine } from '../helpers/core/text.ts';
import { misused } from './run.ts';

export const comparisonFormatNames = Object.keys(comparisonFormats);

export interface CompareOptions {
  readonly format: ComparisonFormat;
  readonly out?: string;
}

/** Something newly fails or is newly untested. */
const worse = 1;

function refuse(problems: readonly string[]): number {
  for (const problem of problems) process.stderr.write(`${oneLine(problem)}\n`);
  return misused;
}

/** Where it goes; the exit code when it cannot be written. */
function put(told: string, out: string | undefined): number | null {
  if (out === undefined) {
    process.stdout.write(told);
    return null;
  }
  try {
    writeFileSync(out, told);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse([`expected a file that can be written behind --out, received an error (${reason}): name another one`]);
  }
}

/** Compares two runs, folders or `verdict.json`: 0 nothing is worse, 1 something newly fails or is newly untested, 2 one cannot be used. */
export function compareFolders(first: string, second: string, { format, out }: CompareOptions): number {
  const [before, after] = [readRun(first), readRun(second)];
  if (before.value === null || after.value === null) {
    return refuse([before.problem, after.problem].filter((problem) => problem !== null));
  }
  const comparison = compareRuns(before.value, after.value);
  return put(comparisonFormats[format](comparison), out) ?? (isWorse(comparison) ? worse : 0);
}
