import { execFile } from 'node:child_process';
import { pollForCode } from './polling.ts';
import { findCode, fillTemplate, createUnavailable, type OtpQuestion, type OtpSource, type OtpUnavailable } from './otp-question.ts';

const sourceWords = 'the command of DMT_OTP_COMMAND';

/** Splits a command line into words; quotes keep blanks together. No shell is involved. */
export const splitCommand = (command: string): string[] =>
  Array.from(command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, double, single, plain]) => double ?? single ?? plain ?? '');

const describeFailure = (code: unknown): string =>
  code === 'ENOENT' ? `${sourceWords} was not found; write its full path` : `${sourceWords} failed (${String(code)}); try it by hand`;

/** Null when the command succeeded without digits: the code may still come. */
function runCommand([program = '', ...args]: readonly string[], timeoutMs: number): Promise<string | OtpUnavailable | null> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 }, (error, output) => {
      if (error === null) resolve(findCode(output));
      else if (error.killed === true)
        resolve(createUnavailable(`${sourceWords} did not end in time; make it faster, or raise DMT_TIMEOUT_MS`, 'configuration'));
      else resolve(createUnavailable(describeFailure(error.code), 'configuration'));
    });
  });
}

export function commandSource(command: string, timeoutMs: number): OtpSource {
  const words = splitCommand(command);
  return {
    name: 'command',
    tiedToState: command.includes('{state}'),
    read(question: OtpQuestion) {
      const filled = words.map((word) => fillTemplate(word, question, (value) => value));
      return pollForCode(
        () => runCommand(filled, timeoutMs),
        question.withinMs ?? timeoutMs,
        () => ({ reason: `${sourceWords} printed no code`, owner: 'environment' }),
      );
    },
    close: () => Promise.resolve(),
  };
}
