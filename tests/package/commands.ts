import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import { createInterface } from 'node:readline';

export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** npm's variables of this checkout would decide what npm does in another folder. */
function surroundings(path: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|DMT_|NODE_OPTIONS$|INIT_CWD$)/.test(name));
  return { ...Object.fromEntries(own), PATH: `${path}${delimiter}${process.env['PATH'] ?? ''}` };
}

/** `path` is the folder of the Node that comes first. */
export async function runIn(folder: string, path: string, program: string, args: readonly string[], more = {}): Promise<Ended> {
  const child = spawn(program, args, { cwd: folder, env: { ...surroundings(path), ...more }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

/** Throws with what was said unless the command ends with 0. */
export async function mustRun(...command: Parameters<typeof runIn>): Promise<string> {
  const { code, said } = await runIn(...command);
  if (code !== 0) throw new Error(`expected ${command[2]} ${command[3].join(' ')} to end with 0, received ${code ?? 'a signal'}:\n${said}`);
  return said;
}

/** The HTTP status of the first answer of `dmt-conformance sandbox`, without a token. It is stopped afterwards. */
export async function askSandbox(folder: string, path: string): Promise<number> {
  const child = spawn('node_modules/.bin/dmt-conformance', ['sandbox'], {
    cwd: folder,
    env: surroundings(path),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { DMT_BASE_URL } = JSON.parse(line) as { readonly DMT_BASE_URL: string };
    return (await fetch(`${DMT_BASE_URL}/wallet/endpoint/v3/paymentSource`)).status;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
