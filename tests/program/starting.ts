import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export const node = join(root, 'node_modules/.bin/node');

/** Makes Node replace the slow modules. */
export const shortcuts: readonly string[] = [
  ...['--max-semi-space-size=64', '--single-threaded-gc'],
  ...['--import', join(import.meta.dirname, 'shortcuts.ts')],
];
