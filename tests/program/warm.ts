import { main } from '../../cli/program.ts';

export interface Asked {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface Answered {
  readonly code: number;
  readonly said: string;
}

/** Thrown instead of ending the process. */
class Exit extends Error {}

const exitCode = (): number => Number(process.exitCode ?? 0);

/** Runs the program as in a process of its own. */
async function answer({ args, environment }: Asked): Promise<Answered> {
  const heard: { said: string; left: number | null } = { said: '', left: null };
  const hear = (chunk: string | Uint8Array): boolean => {
    if (heard.left === null) heard.said += chunk.toString();
    return true;
  };
  process.stdout.write = hear;
  process.stderr.write = hear;
  process.exit = (code) => {
    heard.left ??= Number(code ?? 0);
    throw new Exit();
  };
  process.env = { ...environment };
  process.exitCode = undefined;
  await main(args);
  return { code: heard.left ?? exitCode(), said: heard.said };
}

// One after the other, because each command uses the whole process.
let before: Promise<unknown> = Promise.resolve();
process.on('message', (asked: Asked) => {
  before = before.then(async () => process.send?.(await answer(asked)));
});
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGKILL');
});
