import { createInterface } from 'node:readline/promises';
import { Mutex } from 'async-mutex';
import { findCode, createUnavailable, type OtpQuestion, type OtpSource, type OtpUnavailable } from './otp-question.ts';

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
  /** Keeps other output off the terminal during a question; returns the function that ends this. */
  readonly hold?: () => () => void;
}

const ownTerminal: Terminal = { input: process.stdin, output: process.stderr };

const runStopped = createUnavailable('the run was stopped before a code was entered', 'environment');
const messageNotArrived = createUnavailable('the person reports that the message did not arrive', 'environment');
const terminalClosed = createUnavailable('the terminal was closed before a code was entered', 'environment');

const formatQuestion = ({ role, mobile, since }: OtpQuestion): string =>
  `OTP for ${role}, mobile ending in ${mobile.slice(-2)}, sent at ${new Date(since).toLocaleTimeString('en-GB')} (Enter alone: it did not arrive): `;

/** Repeats the question until the answer is a code or empty; `stop` ends it. */
async function askPerson({ input, output }: Terminal, question: OtpQuestion, stop: AbortSignal): Promise<string | OtpUnavailable> {
  const lines = createInterface({ input, output });
  // In raw mode the terminal passes Ctrl-C to us: it means stop here too.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // A question stays open after its terminal closed, unless it is aborted.
  const gone = new AbortController();
  lines.on('close', () => {
    gone.abort();
  });
  try {
    for (;;) {
      const answer = await lines.question(formatQuestion(question), { signal: AbortSignal.any([gone.signal, stop]) });
      if (answer.trim() === '') return messageNotArrived;
      const code = findCode(answer);
      if (code !== null) return code;
      output.write('expected 4 to 8 digits, or Enter alone\n');
    }
  } catch {
    if (stop.aborted) output.write('\n');
    return stop.aborted ? runStopped : terminalClosed;
  } finally {
    lines.close();
  }
}

/** Asks a person, one question at a time; other work continues meanwhile. */
export function promptSource(terminal: Terminal = ownTerminal): OtpSource {
  const turns = new Mutex();
  const stop = new AbortController();
  const inTurn = async (question: OtpQuestion): Promise<string | OtpUnavailable> => {
    if (stop.signal.aborted) return runStopped;
    const release = terminal.hold?.();
    try {
      return await askPerson(terminal, question, stop.signal);
    } finally {
      release?.();
    }
  };
  return {
    name: 'prompt',
    tiedToState: false,
    read: (question) =>
      terminal.input.isTTY === true
        ? turns.runExclusive(() => inTurn(question))
        : Promise.resolve(createUnavailable('DMT_OTP_SOURCE=prompt needs a terminal, and there is none', 'configuration')),
    close() {
      stop.abort();
      return Promise.resolve();
    },
  };
}
