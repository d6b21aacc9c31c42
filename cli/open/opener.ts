import { spawn } from 'node:child_process';

interface Opener {
  readonly program: string;
  readonly args: readonly string[];
}

/** `start` is a word of the shell `cmd`; its first argument in quotes is a title. */
const openers: Readonly<Partial<Record<NodeJS.Platform, Opener>>> = {
  darwin: { program: 'open', args: [] },
  win32: { program: 'cmd', args: ['/c', 'start', '""'] },
  linux: { program: 'xdg-open', args: [] },
};

const patienceMs = 5000;

/**
 * False when this platform has no opener, or it fails. One that is still at work counts as success: some openers last as long as the
 * browser.
 */
export function openPath(path: string): Promise<boolean> {
  const opener = openers[process.platform];
  if (opener === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(opener.program, [...opener.args, path], { stdio: 'ignore', detached: true });
    const timer = setTimeout(resolve, patienceMs, true);
    const end = (isOpen: boolean): void => {
      clearTimeout(timer);
      resolve(isOpen);
    };
    child.on('error', () => {
      end(false);
    });
    child.on('exit', (code) => {
      end(code === 0);
    });
    child.unref();
  });
}
