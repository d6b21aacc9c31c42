import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Written beside it and renamed, so that no reader gets half a file. */
export function replaceFile(path: string, text: string, mode = 0o666): void {
  const beside = `${path}.new`;
  mkdirSync(dirname(path), { recursive: true });
  rmSync(beside, { force: true });
  try {
    writeFileSync(beside, text, { flag: 'wx', mode });
    renameSync(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}
