import { Option, type Command } from 'commander';
import { readRun } from '../helpers/report/compare/comparable.ts';
import { compareRuns, isWorse } from '../helpers/report/compare/compare.ts';
import { comparisonFormats, type ComparisonFormat } from '../helpers/report/compare/formats.ts';
import { printOrWrite, refuseOnStderr } from './output.ts';

const comparisonFormatNames = Object.keys(comparisonFormats);

interface CompareOptions {
  readonly format: ComparisonFormat;
  readonly out?: string;
}

const exitWorse = 1;

/** Returns 0 when nothing is worse, 1 when something newly fails or is newly untested, 2 when a run cannot be read. */
function compareFolders(first: string, second: string, { format, out }: CompareOptions): number {
  const before = readRun(first);
  const after = readRun(second);
  if (before.value === null || after.value === null) {
    return refuseOnStderr([before.problem, after.problem].filter((problem) => problem !== null));
  }
  const comparison = compareRuns(before.value, after.value);
  return printOrWrite(comparisonFormats[format](comparison), out) ?? (isWorse(comparison) ? exitWorse : 0);
}

export const defineCompareCommand = (command: Command): Command =>
  command
    .description('compare two runs; exit 1 when something newly fails or is newly untested')
    .argument('<before>', 'a report folder or its verdict.json')
    .argument('<after>', 'the later run, likewise')
    .addOption(new Option('--format <format>', 'output format').choices(comparisonFormatNames).default('text'))
    .option('--out <file>', 'write the output to this file')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run --silent conformance -- compare reports/monday reports/tuesday\n  npm run --silent conformance -- compare old/verdict.json reports --format markdown --out changes.md',
    )
    .action((before: string, after: string, options: CompareOptions) => {
      process.exitCode = compareFolders(before, after, options);
    });
