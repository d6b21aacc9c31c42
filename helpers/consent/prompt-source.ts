import { createInterface } from 'node:readline/promises';
import { Mutex } from 'async-mutex';
import { codeIn, unavailable, type OtpQuestion, type OtpSource, type OtpUnavailable } from './source.ts';

/** Where a person is asked. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

async function ask({ input, output }: Terminal, { mobile, since }: OtpQuestion): Promise<string | OtpUnavailable> {
  const lines = createInterface({ input, output });
  // In raw mode the terminal hands Ctrl-C to us: it means stop, as it does everywhere.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // A question stays open when its terminal goes away, unless it is told.
  const closed = new AbortController();
  lines.on('close', () => {
    closed.abort();
  });
  const sentAt = new Date(since).toLocaleTimeString('en-GB');
  try {
    for (;;) {
      const code = codeIn(
        await lines.question(`OTP for the mobile ending in ${mobile.slice(-2)}, sent at ${sentAt}: `, { signal: closed.signal }),
      );
      if (code !== null) return code;
    }
  } catch {
    return unavailable('the terminal was closed before a code was entered', 'environment');
  } finally {
    lines.close();
  }
}

/** Asks a person, one question at a time. */
export function promptSource(terminal: Terminal = { input: process.stdin, output: process.stderr }): OtpSource {
  const turns = new Mutex();
  return {
    name: 'prompt',
    tiedToState: false,
    read: (question) =>
      terminal.input.isTTY === true
        ? turns.runExclusive(() => ask(terminal, question))
        : Promise.resolve(unavailable('DMT_OTP_SOURCE=prompt needs a terminal, and there is none', 'configuration')),
    close: () => Promise.resolve(),
  };
}
