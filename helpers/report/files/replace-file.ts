import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../core/files/files.ts';

/** Written beside it and renamed, so that no reader gets half a file. */
export function replaceFile(path: string, text: string, mode = 0o666): void {
  const beside = `${path}.new`;
  makeFolder(dirname(path));
  rmSync(beside, { force: true });
  try {
    writeFileSync(beside, text, { flag: 'wx', mode });
    renameSync(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}
