import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { wrongCodesFile } from '../../helpers/client/limits/wrong-codes.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { newFolder, program } from '../program/program.ts';

test('the third run of a day sends the customer no wrong code, and says when it can', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const state = newFolder();
  // Spare senders would get the wrong code in place of the customer.
  const environment = { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'uat', DMT_STATE_DIR: state, DMT_SPARE_MOBILES: '' };
  const id = 'CODE-4170~wrong-otp-OP-9';
  const run = async (): Promise<string> => {
    const { verdict } = await program(['--check', id], environment);
    const one = verdict.checks.find((check) => check.id === id);
    return `${one?.verdict ?? 'not planned'} ${one?.reason ?? ''}`.trim();
  };
  expect([await run(), await run()]).toEqual(['pass', 'pass']);
  const [first = ''] = readFileSync(join(state, wrongCodesFile), 'utf8').split('\n');
  const { at } = JSON.parse(first) as { at: string };
  const next = new Date(Date.parse(at) + 24 * 3_600_000).toISOString();
  expect(await run()).toMatch(new RegExp(`^untried 2 wrong codes were sent .* run it again after ${next}$`));
});
