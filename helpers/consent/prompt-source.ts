import { createInterface } from 'node:readline/promises';
import { Mutex } from 'async-mutex';
import { findCode, createUnavailable, typedCode, type OtpQuestion, type OtpSource, type OtpUnavailable } from './otp-question.ts';

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
  /** How many codes the whole run will ask for, as far as known. */
  readonly expected?: number | null;
  /** Keeps other output off the terminal during a question; returns the function that ends this. */
  readonly hold?: () => () => void;
  /** Breaks a line that is wider than the terminal, and leaves room for an answer of that length behind it. */
  readonly fit?: (line: string, room: number) => string;
}

const ownTerminal: Terminal = { input: process.stdin, output: process.stderr };

const runStopped = createUnavailable('the run was stopped before a code was entered', 'environment');
const messageNotArrived = createUnavailable('the person reports that the message did not arrive', 'environment');
const terminalClosed = createUnavailable('the terminal was closed before a code was entered', 'environment');

const howToAnswer = 'one-time codes: type each one as it arrives; Enter alone: it did not arrive\n';
/** Codes of other mobiles may have been typed since. */
const describeRefused = ({ mobile }: OtpQuestion): string =>
  `the code for mobile …${mobile.slice(-4)} was refused, so a new one was sent\n`;

/** A blank and the longest code. */
const answerRoom = 9;

const keepWhole = (line: string): string => line;

/** `7 of about 30 · OP-9 request the usual transfer of the customer · mobile …4501: ` */
function formatQuestion({ purpose, mobile }: OtpQuestion, nth: number, { expected = null, fit = keepWhole }: Terminal): string {
  const count = `${nth}${expected === null || expected < nth ? '' : ` of about ${expected}`}`;
  return `${fit(`${count} · ${purpose} · mobile …${mobile.slice(-4)}:`, answerRoom)} `;
}

/** Repeats the question until the answer is a code or empty; `stop` ends it. */
async function askPerson(terminal: Terminal, question: OtpQuestion, nth: number, stop: AbortSignal): Promise<string | OtpUnavailable> {
  const { input, output } = terminal;
  if (nth === 1) output.write(howToAnswer);
  if (question.again === true) output.write(describeRefused(question));
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
      const answer = await lines.question(formatQuestion(question, nth, terminal), { signal: AbortSignal.any([gone.signal, stop]) });
      if (answer.trim() === '') return messageNotArrived;
      const code = findCode(answer);
      if (code !== null) return code;
      output.write(`expected ${typedCode}, or Enter alone\n`);
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
  let asked = 0;
  const inTurn = async (question: OtpQuestion): Promise<string | OtpUnavailable> => {
    if (stop.signal.aborted) return runStopped;
    asked += 1;
    const release = terminal.hold?.();
    try {
      return await askPerson(terminal, question, asked, stop.signal);
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
