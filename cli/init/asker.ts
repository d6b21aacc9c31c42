import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { toOneLine } from '../../helpers/core/text.ts';
import { fitTerminal } from '../output.ts';

export interface Asker {
  /** Null when the terminal was closed. */
  readonly ask: (question: string, secret: boolean) => Promise<string | null>;
  readonly tell: (line: string) => void;
  readonly close: () => void;
}

/** Lines that are pasted at once answer one question each. */
export function openAsker(input: NodeJS.ReadableStream, output: NodeJS.WriteStream, interrupt: () => void): Asker {
  let hidden = false;
  const echo = new Writable({
    write: (chunk: Buffer, _, done) => {
      if (!hidden) output.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input, output: echo, terminal: true, historySize: 0 });
  // The next answer may be a secret that is already on its way.
  lines.on('line', () => {
    hidden = true;
  });
  lines.on('SIGINT', interrupt);
  const answers = lines[Symbol.asyncIterator]();
  return {
    ask: async (question, secret) => {
      hidden = false;
      lines.setPrompt(question);
      lines.prompt();
      hidden = secret;
      const answer = await answers.next();
      if (secret) output.write('\n');
      return answer.done === true ? null : answer.value.trim();
    },
    tell: (line) => void output.write(`${fitTerminal(toOneLine(line), output)}\n`),
    close: () => {
      lines.close();
    },
  };
}
