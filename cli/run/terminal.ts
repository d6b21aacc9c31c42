import type { RunContextOptions } from '../../helpers/runner/run-dependencies.ts';
import type { BeginWaiting } from '../../helpers/session/waiting.ts';
import { fitTerminal } from '../output.ts';
import type { Progress } from '../../helpers/report/terminal/progress.ts';

/** Progress and questions share the terminal: a question is never interrupted, and no progress overwrites it. */
export const createTerminalOptions = ({ aside, hold }: Progress, onWaiting: BeginWaiting, expected: number | null): RunContextOptions => ({
  onWaiting,
  terminal: { input: process.stdin, output: process.stderr, hold, expected, fit: (line, room) => fitTerminal(line, process.stderr, room) },
  notice: {
    isTTY: process.stderr.isTTY,
    write: (text) => {
      aside(() => process.stderr.write(text));
    },
  },
});
