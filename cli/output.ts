import { writeFileSync } from 'node:fs';
import { toOneLine, errorMessage } from '../helpers/core/text.ts';
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

/** Null on success; otherwise the exit code. */
export function printOrWrite(text: string, out: string | undefined): number | null {
  if (out === undefined) {
    process.stdout.write(text);
    return null;
  }
  try {
    writeFileSync(out, text);
    return null;
  } catch (error) {
    const reason = errorMessage(error);
    return refuseOnStderr([`--out: expected a writable file, received an error (${reason}): name another file`]);
  }
}
