import { existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeFileError } from '../helpers/core/files/files.ts';
import { toOneLine } from '../helpers/core/text.ts';
import { terminalWidth } from '../helpers/report/terminal/progress.ts';
import { wrapLine } from '../helpers/report/terminal/wrap.ts';
import { exitUsageError } from './exit-codes.ts';

/** Breaks a line where a terminal would cut a word, and leaves `room` behind it. A pipe gets the whole line. */
export const fitTerminal = (line: string, output: Parameters<typeof terminalWidth>[0], room = 0): string =>
  wrapLine(line, (terminalWidth(output) ?? Number.POSITIVE_INFINITY) - room);

export const printLine = (line: string): void => void process.stdout.write(`${fitTerminal(line, process.stdout)}\n`);

/** Uses stderr, so that stdout can be piped. */
export function refuseOnStderr(problems: readonly string[]): number {
  for (const problem of problems) process.stderr.write(`${fitTerminal(toOneLine(problem), process.stderr)}\n`);
  return exitUsageError;
}

/** A note beside what goes to standard output. */
export const noteOnStderr = (line: string): void => void process.stderr.write(`${toOneLine(line)}\n`);

function describeUnwritten(path: string, isNew: boolean, error: unknown): string {
  if (isNew && existsSync(path)) return 'one that exists';
  return existsSync(dirname(path)) ? describeFileError(error) : 'a path to a folder that is not there';
}

/** The problem, or null. With `wx`, a file that exists is never replaced. */
export function writeOut(path: string, text: string, flag: 'w' | 'wx' = 'w'): string | null {
  try {
    writeFileSync(path, text, { flag });
    return null;
  } catch (error) {
    const isNew = flag === 'wx';
    return `--out: expected a ${isNew ? 'new' : 'writable'} file, received ${describeUnwritten(path, isNew, error)}: name another file`;
  }
}

/** Null on success; otherwise the exit code. */
export function printOrWrite(text: string, out: string | undefined, flag: 'w' | 'wx' = 'w'): number | null {
  if (out === undefined) {
    process.stdout.write(text);
    return null;
  }
  const problem = writeOut(out, text, flag);
  return problem === null ? null : refuseOnStderr([problem]);
}
