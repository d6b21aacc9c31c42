import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** The pinned Node, with which the program is started. */
export const node = join(root, 'node_modules/.bin/node');

/** Makes Node leave the Allure page out: it takes half the time of a short run. */
export const withoutPage: readonly string[] = ['--import', join(import.meta.dirname, 'without-page.ts')];
