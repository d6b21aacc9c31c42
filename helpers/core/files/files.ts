import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Misuse } from './misuse.ts';
import { errorMessage } from '../text.ts';

const received: Readonly<Record<string, string>> = {
  ENOENT: 'nothing there',
  ENOTDIR: 'a file in the place of a folder',
  EISDIR: 'a folder',
  EACCES: 'one that this user may not use',
  EPERM: 'one that this user may not use',
};

export const errorCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** What was received in the place of a file, in plain words. */
export const describeFileError = (error: unknown): string => received[errorCode(error) ?? ''] ?? `an error (${errorMessage(error)})`;

/** A file that a person named. `expected` says what it should be, `a bundle`. Throws `Misuse` where it cannot be read. */
export function readNamedFile(path: string, expected: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Misuse(`expected ${expected} at ${path}, received ${describeFileError(error)}`);
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** With its parents. The `recursive` of Node never ends in `/proc`, which says of each new folder that its parent is missing. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it since.
    if (!isFolder(path)) throw error;
  }
}
