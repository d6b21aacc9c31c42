import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formatEnvLine } from '../../helpers/config/environment.ts';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { newFolder } from '../program/program.ts';
import { node, root, shortcuts } from '../program/starting.ts';

/** In a folder whose only settings are those of `.env.mock`, of a service with a fault. */
async function enterFolder(): Promise<string> {
  const sandbox = await startSandbox(faults.get('op15-is-http-201-when-it-is-served'));
  onTestFinished(() => sandbox.close());
  const folder = newFolder();
  const settings = { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'uat' };
  writeFileSync(
    join(folder, '.env.mock'),
    Object.entries(settings)
      .map(([name, value]) => `${formatEnvLine(name, value)}\n`)
      .join(''),
  );
  return folder;
}

const call = (folder: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const { PATH, HOME } = process.env;
    execFile(node, [...shortcuts, join(root, 'cli/main.ts'), ...args], { cwd: folder, env: { PATH, HOME } }, (_, said, told) => {
      resolve(said + told);
    });
  });

const wordsOf = (command: string): readonly string[] => command.replace('npm run conformance -- ', '').replaceAll("'", '').split(' ');

test('commands shown after --env work as they are shown', async () => {
  const folder = await enterFolder();
  const planned = await call(folder, ['--env', 'mock', 'plan', '--check', 'OP-15', '--out', 'bill.json']);
  const [, approve = ''] = /^approve +(.+)$/m.exec(planned) ?? [];
  expect(approve).toBe('npm run conformance -- --env mock run --bill bill.json --check OP-15');
  const approved = await call(folder, wordsOf(approve));
  const [, repeat = ''] = /^ +repeat +(.+)$/m.exec(approved) ?? [];
  expect(repeat).toMatch(/^npm run conformance -- --env mock --check 'OP15-SERVED~[^']+'$/);
  expect(await call(folder, wordsOf(repeat))).toContain('NOT CONFORMANT');
  const elsewhere = await call(folder, ['run', '--bill', 'bill.json', '--check', 'OP-15']);
  expect(elsewhere).toMatch(/--bill: expected a run on uat at .+, as it was planned, received one on sandbox at .+--env NAME/);
});

test('a folder in the place of .env is refused in one message', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, '.env'));
  expect(await call(folder, ['plan'])).toBe(`expected a file of settings at ${join(folder, '.env')}, received a folder\n`);
});

test('a named file without an address is refused, unless it names the sandbox', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, '.env.mock'), '');
  expect(await call(folder, ['--env', 'mock', 'plan', '--check', 'OP-15'])).toMatch(
    /^1 configuration problem; nothing was sent\n {2}DMT_BASE_URL: expected an address in \.env\.mock, received none/,
  );
  writeFileSync(join(folder, '.env.mock'), 'DMT_TARGET=sandbox\n');
  expect(await call(folder, ['--env', 'mock', 'plan', '--check', 'OP-15'])).toContain('sandbox at 127.0.0.1');
});
