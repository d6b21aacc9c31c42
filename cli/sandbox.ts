import { startSandbox, type Sandbox, type SandboxOptions } from '../sandbox/start.ts';
import { findNearest } from '../helpers/config/nearest.ts';
import { faults } from '../sandbox/faults.ts';
import { variants } from '../sandbox/variants.ts';

export interface ServeOptions {
  readonly port?: number;
  readonly fault?: string;
  readonly variant?: string;
  /** Milliseconds. */
  readonly latency?: number;
  readonly callbackUrl?: string;
}

/** The message is all that a user needs. */
export class Misuse extends Error {}

function requireEntry<Entry>(catalogue: ReadonlyMap<string, Entry>, kind: string, name: string | undefined): Entry | undefined {
  if (name === undefined) return undefined;
  const found = catalogue.get(name);
  if (found === undefined)
    throw new Misuse(
      `expected the id of a ${kind}, received "${name}"; did you mean ${findNearest(name, [...catalogue.keys()]) ?? 'another'}?`,
    );
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

/** Prints addresses, test credentials and permissions as one JSON line. */
export async function serveSandbox(options: ServeOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(sandboxOptions(options));
  process.stdout.write(`${JSON.stringify({ ...sandbox.environment, ...sandbox.permissions })}\n`);
  return sandbox;
}
