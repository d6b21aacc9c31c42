import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import type { Environment } from '../../helpers/config/settings.ts';
import { node, root, shortcuts } from './starting.ts';

/** A person at a terminal in which the program runs. */
export interface TerminalSession {
  readonly type: (text: string) => void;
  readonly screen: () => string;
  readonly ended: Promise<number | null>;
}

/** The lines of a screen before the terminal broke them. */
export const joinWrapped = (screen: string): string => screen.replaceAll(/\r?\n {9}(?=\S)/g, ' ');

/** Of a terminal that tells no size; the last column stays free. */
const columns = 79;

/** Neither a word alone, nor a command, nor what a person types. */
const canBeBroken = (line: string): boolean => /\S \S/.test(line) && !line.includes('npm run') && !line.startsWith('> ');

/** Lines of which the terminal would cut a word. */
export const listTooWide = (screen: string): readonly string[] =>
  screen
    .split(/\r?\n/)
    .map((line) => stripVTControlCharacters(line.split('\r\u001b[2K').at(-1) ?? ''))
    .filter((line) => line.length > columns && canBeBroken(line));

/** Runs the program in a pseudo-terminal: `script` of util-linux makes one and exits with the program's code. No `options`: with the slow modules. */
export function runInTerminal(
  args: readonly string[],
  environment: Environment,
  see: (screen: string, sat: TerminalSession) => void,
  folder: string = root,
  options: readonly string[] = shortcuts,
): TerminalSession {
  const { PATH, HOME } = process.env;
  // A shell between would take Ctrl-C for its own end.
  const command = ['exec', ...[node, ...options, join(root, 'cli/main.ts'), ...args].map((word) => `'${word}'`)].join(' ');
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
