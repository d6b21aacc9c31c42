import { writeFileSync } from 'node:fs';
import { toOneLine, errorMessage } from '../helpers/core/text.ts';
import { exitUsageError } from './exit-codes.ts';

/** Uses stderr, so that stdout can be piped. */
export function refuseOnStderr(problems: readonly string[]): number {
  for (const problem of problems) process.stderr.write(`${toOneLine(problem)}\n`);
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
