import { Option, type Command } from 'commander';
import { startSandbox, type SandboxOptions } from '../sandbox/start.ts';
import { suggestIds } from '../helpers/config/nearest.ts';
import { faults } from '../sandbox/faults.ts';
import { variants } from '../sandbox/variants.ts';
import { errorCode } from '../helpers/core/files/files.ts';
import { Misuse } from '../helpers/core/files/misuse.ts';
import { parseMilliseconds, parsePort } from './whole-number.ts';

interface ServeOptions {
  readonly port?: number;
  readonly fault?: string;
  readonly variant?: string;
  /** Milliseconds. */
  readonly latency?: number;
  readonly callbackUrl?: string;
}

function requireEntry<Entry>(catalogue: ReadonlyMap<string, Entry>, kind: string, name: string | undefined): Entry | undefined {
  if (name === undefined) return undefined;
  const found = catalogue.get(name);
  if (found === undefined) throw new Misuse(`expected the id of a ${kind}, received "${name}"${suggestIds(name, [...catalogue.keys()])}`);
  return found;
}

function sandboxOptions({ port, fault, variant, latency, callbackUrl }: ServeOptions): SandboxOptions {
  return {
    ...requireEntry(variants, 'variant', variant),
    ...requireEntry(faults, 'fault', fault),
    ...(port === undefined ? {} : { port }),
    ...(latency === undefined ? {} : { latencyMs: latency }),
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
  };
}

const takenPort = (port: number | undefined): Misuse =>
  new Misuse(`--port: expected a free port on 127.0.0.1, received ${port}, which another process uses: name another one, or none`);

/** Prints addresses, test credentials and permissions as one JSON line. */
async function serveSandbox(options: ServeOptions): Promise<void> {
  const { environment, permissions } = await startSandbox(sandboxOptions(options)).catch((error: unknown) => {
    throw errorCode(error) === 'EADDRINUSE' ? takenPort(options.port) : error;
  });
  process.stdout.write(`${JSON.stringify({ ...environment, ...permissions })}\n`);
}

export const defineSandboxCommand = (command: Command): Command =>
  command
    .description('serve the sandbox until it is stopped; prints its addresses and test credentials as one JSON line')
    .option('--port <number>', 'port on 127.0.0.1 (default: any free port)', parsePort)
    .addOption(new Option('--fault <id>', 'plant one fault').conflicts('variant'))
    .option('--variant <id>', 'differ in one way that the specification allows')
    .option('--latency <ms>', 'delay every answer by this time', parseMilliseconds)
    .option('--callback-url <address>', 'address for callbacks; without it none are sent')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run --silent sandbox\n  npm run --silent sandbox -- --fault op9-takes-any-code\n  npm run --silent sandbox -- --port 8080 --latency 150',
    )
    .action(async (options: ServeOptions) => {
      await serveSandbox(options);
    });
