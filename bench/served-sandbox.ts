import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const program = join(import.meta.dirname, '../cli/main.ts');

export interface ServedSandbox {
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const isEnvironment = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string');

/** Starts the sandbox in another process, so that measurements are of the client only. */
export async function serveInOwnProcess(...options: readonly string[]): Promise<ServedSandbox> {
  const child = spawn(process.execPath, [program, 'sandbox', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const environment: unknown = JSON.parse(line);
    if (!isEnvironment(environment)) throw new Error(`expected the sandbox's environment, received ${line.slice(0, 80)}`);
    const close = async (): Promise<void> => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    };
    return { environment, close };
  }
  throw new Error('expected the sandbox to print its environment, received nothing: try npm run sandbox');
}
