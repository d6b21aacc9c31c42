import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { errorMessage } from '../../helpers/core/text.ts';
import { serveUi, type ServedUi } from '../../ui/server/serve.ts';
import { openPath } from '../open/opener.ts';
import { refuseOnStderr } from '../output.ts';
import { listenForInterrupt } from '../run/interrupt.ts';
import { parsePort } from '../whole-number.ts';
import { engine } from './engine.ts';

interface UiOptions {
  readonly port?: number;
  readonly open: boolean;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const tellTrouble = ({ stack, message }: Error): void => void process.stderr.write(`${stack ?? message}\n`);

/** Only who sits at the terminal gets a new key. The first signal lets a run end with its reports; a second one ends the process. */
async function attend({ newAddress, stop, close }: ServedUi): Promise<void> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  lines.on('line', () => {
    say(newAddress());
  });
  const { interrupted, release } = listenForInterrupt(say);
  await interrupted;
  await stop();
  await close();
  lines.close();
  release();
}

async function serve({ port, open }: UiOptions): Promise<number> {
  let served: ServedUi;
  try {
    served = await serveUi(engine, { ...(port === undefined ? {} : { port }), onTrouble: tellTrouble });
  } catch (error) {
    return refuseOnStderr([`--port: expected a free port on 127.0.0.1, received an error (${errorMessage(error)})`]);
  }
  const address = served.newAddress();
  say(address);
  say('This address works once, on this machine alone. Press Enter for a new one, Ctrl-C to end.');
  if (open && process.stdout.isTTY && !(await openPath(address))) say('found nothing that opens it: open this address in a browser');
  await attend(served);
  return 0;
}

export const defineUiCommand = (command: Command): Command =>
  command
    .description('serve the certification page on 127.0.0.1: target, plan, run, result and what is accepted, in a browser')
    .option('--port <number>', 'port on 127.0.0.1 (default: any free port)', parsePort)
    .option('--no-open', 'print the address and open nothing')
    .addHelpText(
      'after',
      '\nThe address holds a key that works once; the browser then stays in until the command ends.\nA run begun on the page goes on with run --resume, and the other way round.\n\nExamples:\n  npm run conformance -- ui\n  npm run conformance -- ui --env uat --port 8090',
    )
    .action(async (options: UiOptions) => {
      process.exitCode = await serve(options);
    });
