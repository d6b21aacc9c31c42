import type { RunContextOptions } from '../../helpers/runner/run-dependencies.ts';
import type { Progress } from '../../helpers/report/terminal/progress.ts';

/** The process's own terminal, which progress and questions share: a question is never torn, and nothing is shown over it. */
export const createTerminalOptions = ({ aside, hold }: Progress): RunContextOptions => ({
  terminal: { input: process.stdin, output: process.stderr, hold },
  notice: {
    isTTY: process.stderr.isTTY,
    write: (text) => {
      aside(() => process.stderr.write(text));
    },
  },
});
