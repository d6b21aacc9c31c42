import { execFile } from 'node:child_process';
import { codeIn, fill, unavailable, type OtpQuestion, type OtpSource, type OtpUnavailable } from './source.ts';

/** Words of a command line; quotes keep blanks together. No shell is involved. */
const wordsOf = (command: string): string[] =>
  Array.from(command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, double, single, plain]) => double ?? single ?? plain ?? '');

function run(words: readonly string[], timeoutMs: number): Promise<string | OtpUnavailable> {
  const [program = '', ...args] = words;
  return new Promise((resolve) => {
    execFile(program, args, { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 }, (error, output) => {
      const code = error === null ? codeIn(output) : null;
      const because =
        error === null
          ? 'printed no digits'
          : error.killed === true
            ? `did not end within ${timeoutMs} ms`
            : `failed (${String(error.code)})`;
      resolve(code ?? unavailable(`the command of DMT_OTP_COMMAND ${because}`, 'configuration'));
    });
  });
}

/** Runs a command for each challenge and takes the code from what it prints. */
export function commandSource(command: string, timeoutMs: number): OtpSource {
  const words = wordsOf(command);
  return {
    name: 'command',
    tiedToState: command.includes('{state}'),
    read: (question: OtpQuestion) =>
      run(
        words.map((word) => fill(word, question, (value) => value)),
        timeoutMs,
      ),
    close: () => Promise.resolve(),
  };
}
