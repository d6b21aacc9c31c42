import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Twist } from '../../../sandbox/http/exchange.ts';
import { refusalResponse } from '../../../sandbox/http/responses.ts';
import { API_CODES } from '../../../sandbox/http/codes.ts';
import { startSandbox } from '../../../sandbox/start.ts';
import { bodyText } from '../../../sandbox/twists/requests.ts';
import { on } from '../../../sandbox/twists/twists.ts';
import { newFolder, program } from '../../program/program.ts';

/** A service on which two runs set a second MPIN. With `keepsSecond` it refuses to set the first one again. */
async function served(keepsSecond: boolean) {
  const set: { readonly sender: string; readonly mpin: string }[] = [];
  const twist: Twist = (right) => async (ask) => {
    if (!on('OP-12')(ask)) return right(ask);
    const one = { sender: ask.path.split('/').at(-1) ?? '', mpin: bodyText(ask, 'mpin') };
    const isBack = set.some(({ sender, mpin }) => sender === one.sender && mpin === one.mpin) && set.at(-1)?.mpin !== one.mpin;
    if (keepsSecond && isBack) return refusalResponse(ask, API_CODES.validationFailed, 'mpin.used.before');
    const answer = await right(ask);
    if (answer.status === 200) set.push(one);
    return answer;
  };
  const sandbox = await startSandbox({ twist });
  onTestFinished(() => sandbox.close());
  const state = newFolder();
  const environment = {
    ...sandbox.environment,
    ...sandbox.permissions,
    DMT_TARGET: 'uat',
    DMT_STATE_DIR: state,
    DMT_SPARE_MOBILES: '9990000101,9990000102',
  };
  const run = async (): Promise<void> => {
    const { said } = await program(['--check', 'OP12-NEWEST-MPIN~newer-accepted'], environment);
    expect(said).not.toContain('error');
  };
  const lines = (): readonly { readonly mark: string; readonly state: string }[] =>
    readFileSync(join(state, 'changed-mpins.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => {
        const [, mark = ''] = /"mark":"(\w+)"/.exec(line) ?? [];
        const [, noted = ''] = /"state":"(\w+)"/.exec(line) ?? [];
        return { mark, state: noted };
      });
  return { run, states: () => lines().map((line) => line.state), mobiles: () => new Set(lines().map(({ mark }) => mark)).size };
}

test('a mobile whose MPIN was set back serves the next run too', async () => {
  const { run, states } = await served(false);
  await run();
  expect(states()).toEqual(['changed', 'restored']);
});

test('a mobile whose MPIN was not set back is marked, and no later run sets an MPIN on it', async () => {
  const { run, states, mobiles } = await served(true);
  await run();
  expect(states()).toEqual(['changed']);
  await run();
  expect(states()).toEqual(['changed', 'changed']);
  expect(mobiles()).toBe(2);
});
