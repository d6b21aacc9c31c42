import { fork } from 'node:child_process';
import { extname, join } from 'node:path';
import { environmentWith } from '../../config/environment.ts';
import { compileCacheFolder } from '../../config/start-process.ts';

export interface DrawRequest {
  /** The address of the card of each broken clause, from the report folder. */
  readonly cards: ReadonlyMap<string, string>;
}

export type DrawAnswer = { readonly page: string } | { readonly error: string };

/** Resolves to the path of the page. */
export type DrawReport = (cards: DrawRequest['cards']) => Promise<string>;

const program = join(import.meta.dirname, `drawing${extname(import.meta.filename)}`);

/** What the process writes beside the page. */
export type Kept = 'with-results' | 'page-alone';

/** Vitest writes a secret into the user's data folder; this run must write into its report folder only. */
export const scratchFolder = (folder: string): string => join(folder, '.vite');

/**
 * Starts the process that draws. Vitest and Allure take long to load and much memory, so they load beside other work, and into a process of
 * their own. It ends after one page, or with this process.
 */
export function openDrawer(folder: string, kept: Kept = 'with-results'): DrawReport {
  let answer: DrawAnswer = { error: 'expected a page, received the end of the process that draws it' };
  const env = environmentWith({ NODE_COMPILE_CACHE: compileCacheFolder, XDG_DATA_HOME: scratchFolder(folder) });
  const execArgv = [...process.execArgv, '--max-semi-space-size=8'];
  // Vitest ends its process at Ctrl-C, which reaches the whole group of a terminal's processes. This process decides what becomes of the page.
  const alone = { detached: true, windowsHide: true };
  const child = fork(program, [folder, kept], {
    ...alone,
    env,
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('error', ({ message }) => {
    answer = { error: message };
  });
  child.unref();
  child.channel?.unref();
  return (cards) =>
    new Promise((resolve, reject) => {
      const settle = (): void => {
        if ('page' in answer) resolve(answer.page);
        else reject(new Error(answer.error));
      };
      child.ref();
      child.once('message', (received: DrawAnswer) => {
        answer = received;
        child.disconnect();
      });
      if (child.connected) child.once('exit', settle).send({ cards } satisfies DrawRequest);
      else settle();
    });
}
