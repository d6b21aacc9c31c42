import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../program/program.ts';
import { root } from '../program/starting.ts';

/** Runs the program through a link in another folder, as `npm link` does. */
async function linked(...args: readonly string[]): Promise<{ readonly code: number | null; readonly said: string }> {
  const folder = newFolder();
  const link = join(folder, 'dmt-conformance');
  symlinkSync(join(root, 'cli/bin.js'), link);
  const { PATH, HOME } = process.env;
  const child = spawn(link, args, { cwd: folder, env: { PATH, HOME }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ code, said });
    });
  });
}

test('the linked program works from any folder and passes on arguments, output and exit code', async () => {
  const [catalogue, misuse] = await Promise.all([linked('clauses', '--json'), linked('no-such-command')]);
  expect(catalogue.code).toBe(0);
  expect(JSON.parse(catalogue.said)).toBeInstanceOf(Array);
  expect(misuse.code).toBe(2);
  expect(misuse.said).toContain('no-such-command');
});
