import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../program/starting.ts';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a script of the action with these variables and no others. */
export const runScript = (name: string, args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ended> =>
  new Promise((resolve) => {
    const { PATH = '', HOME = '' } = process.env;
    const child = execFile(
      'bash',
      [join(root, 'action', name), ...args],
      { env: { PATH, HOME, ...environment }, encoding: 'utf8' },
      (_error, out, err) => {
        resolve({ code: child.exitCode ?? -1, out, err });
      },
    );
  });

export function writeProgram(folder: string, text: string): string {
  const file = join(folder, 'program');
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}
