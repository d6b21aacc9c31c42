import { readRun } from '../helpers/report/compare/comparable.ts';
import { compareRuns, isWorse } from '../helpers/report/compare/compare.ts';
import { comparisonFormats, type ComparisonFormat } from '../helpers/report/compare/formats.ts';
import { printOrWrite, refuseOnStderr } from './output.ts';

export const comparisonFormatNames = Object.keys(comparisonFormats);

export interface CompareOptions {
  readonly format: ComparisonFormat;
  readonly out?: string;
}

const exitWorse = 1;

/** Returns 0 when nothing is worse, 1 when something newly fails or is newly untested, 2 when a run cannot be read. */
export function compareFolders(first: string, second: string, { format, out }: CompareOptions): number {
  const [before, after] = [readRun(first), readRun(second)];
  if (before.value === null || after.value === null) {
    return refuseOnStderr([before.problem, after.problem].filter((problem) => problem !== null));
  }
  const comparison = compareRuns(before.value, after.value);
  return printOrWrite(comparisonFormats[format](comparison), out) ?? (isWorse(comparison) ? exitWorse : 0);
}
