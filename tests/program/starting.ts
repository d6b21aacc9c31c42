import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** The pinned Node, with which the program is started. */
export const node = join(root, 'node_modules/.bin/node');

/** Makes Node leave out what is dear, and not looked at. */
export const shortcuts: readonly string[] = [
  ...['--max-semi-space-size=64', '--single-threaded-gc'],
  ...['--import', join(import.meta.dirname, 'shortcuts.ts')],
];
