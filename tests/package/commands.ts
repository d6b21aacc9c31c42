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
async function runIn(folder: string, path: string, program: string, args: readonly string[], more = {}): Promise<Ended> {
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

/** The first line of a command that serves, for `ask`. The command is stopped afterwards. */
async function whileServing<Answer>(
  folder: string,
  path: string,
  args: readonly string[],
  ask: (line: string) => Promise<Answer>,
): Promise<Answer> {
  const child = spawn('node_modules/.bin/dmt-conformance', args, {
    cwd: folder,
    env: surroundings(path),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    return await ask(line);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** The HTTP status of the first answer of `dmt-conformance sandbox`, without a token. */
export const askSandbox = (folder: string, path: string): Promise<number> =>
  whileServing(folder, path, ['sandbox'], async (line) => {
    const { DMT_BASE_URL } = JSON.parse(line) as { readonly DMT_BASE_URL: string };
    return (await fetch(`${DMT_BASE_URL}/uiObjects/endpoint/v3/paymentSource`)).status;
  });

/** The HTTP statuses of `dmt-conformance ui`: page, script, renderer, the exchange of the key, and the first thing that the page reads. */
export const askPage = (folder: string, path: string): Promise<readonly number[]> =>
  whileServing(folder, path, ['ui', '--no-open'], async (line) => {
    const { origin, pathname, hash } = new URL(line);
    const get = async (name: string, headers = {}): Promise<number> => (await fetch(`${origin}${pathname}${name}`, { headers })).status;
    const entered = await fetch(`${origin}${pathname}enter`, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ key: hash.slice('#key='.length) }),
    });
    const Cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const files = ['', 'page/app.js', 'page/style.css', 'page/lib/lit-html.js', 'page/lib/directives/repeat.js'];
    return [...(await Promise.all(files.map((name) => get(name)))), entered.status, await get('api/live', { Cookie })];
  });
