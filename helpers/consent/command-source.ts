import { execFile } from 'node:child_process';
import { poll } from './polling.ts';
import { codeIn, fillTemplate, unavailable, type OtpQuestion, type OtpSource, type OtpUnavailable } from './otp-question.ts';

const who = 'the command of DMT_OTP_COMMAND';

/** Words of a command line; quotes keep blanks together. No shell is involved. */
export const commandWords = (command: string): string[] =>
  Array.from(command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, double, single, plain]) => double ?? single ?? plain ?? '');

/** Null when it ended well without digits: the code may still come. */
function run([program = '', ...args]: readonly string[], timeoutMs: number): Promise<string | OtpUnavailable | null> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 }, (error, output) => {
      if (error === null) resolve(codeIn(output));
      else if (error.killed === true) resolve(unavailable(`${who} did not end in time (DMT_TIMEOUT_MS)`, 'configuration'));
      else resolve(unavailable(`${who} failed (${String(error.code)})`, 'configuration'));
    });
  });
}

/** Runs a command for each challenge, again until it prints digits or the time is up. */
export function commandSource(command: string, timeoutMs: number): OtpSource {
  const words = commandWords(command);
  return {
    name: 'command',
    tiedToState: command.includes('{state}'),
    read(question: OtpQuestion) {
      const filled = words.map((word) => fillTemplate(word, question, (value) => value));
      return poll(() => run(filled, timeoutMs), timeoutMs, who);
    },
    close: () => Promise.resolve(),
  };
}
