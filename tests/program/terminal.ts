import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Environment } from '../../helpers/config/settings.ts';
import { node, root, shortcuts } from './starting.ts';

/** A person at a terminal in which the program runs. */
export interface TerminalSession {
  readonly type: (text: string) => void;
  readonly screen: () => string;
  readonly ended: Promise<number | null>;
}

/** Runs the program in a pseudo-terminal: `script` of util-linux makes one and exits with the program's code. */
export function runInTerminal(
  args: readonly string[],
  environment: Environment,
  see: (screen: string, sat: TerminalSession) => void,
  folder: string = root,
): TerminalSession {
  const { PATH, HOME } = process.env;
  const command = [node, ...shortcuts, join(root, 'cli/main.ts'), ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    cwd: folder,
    env: { PATH, HOME, TERM: 'xterm', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let screen = '';
  const sat: TerminalSession = {
    type: (text) => void child.stdin.write(text),
    screen: () => screen,
    ended: new Promise((resolve) => {
      child.on('close', resolve);
    }),
  };
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
    see(screen, sat);
  });
  return sat;
}
