import { writeFileSync } from 'node:fs';
import { toOneLine } from '../helpers/core/text.ts';
import { exitUsageError } from './exit-codes.ts';

/** Says what is wrong on the error stream, so that output can be piped; the exit code of a misuse. */
export function refuseOnStderr(problems: readonly string[]): number {
  for (const problem of problems) process.stderr.write(`${toOneLine(problem)}\n`);
  return exitUsageError;
}

/** Prints a text, or writes it to a file; the exit code when it cannot be written. */
export function printOrWrite(text: string, out: string | undefined): number | null {
  if (out === undefined) {
    process.stdout.write(text);
    return null;
  }
  try {
    writeFileSync(out, text);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuseOnStderr([`expected a file that can be written behind --out, received an error (${reason}): name another one`]);
  }
}
