import { expect, test } from 'vitest';
import { generateCases } from '../../helpers/fuzz/cases/cases.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { setMpin } from '../../specs/operations.ts';
import { judgeSandbox } from '../run/judged.ts';

test('each case that sends another code than the right one counts as a wrong code', () => {
  const cases = [...generateCases('payload', setMpin, 1, 100)].filter(({ mutation }) => mutation.startsWith('otp: '));
  const plain = cases.filter(({ sendsWrongCode }) => sendsWrongCode !== true);
  expect(cases.length).toBeGreaterThan(50);
  expect(plain.filter(({ same, edits: [edit] }) => same !== true && edit?.on === 'payload' && edit.do === 'set')).toEqual([]);
});

test('no campaign of OP-12 locks a mobile that three wrong codes in a row lock', async () => {
  const locked: unknown[] = [];
  const watch: Twist = (right) => async (ask) => {
    const answer = await right(ask);
    if (JSON.stringify(answer).includes('sender.locked')) locked.push(ask.path);
    return answer;
  };
  const environment = { DMT_FUZZ_RUNS: '30', DMT_FUZZ_SECONDS: '600' };
  const ended = await judgeSandbox({ policy: { consent: { locksAfter: 3 } }, twist: watch }, environment, [
    'HTTP-NO-5XX~fuzz-payload-OP-12',
  ]);
  expect(ended.map(({ verdict }) => verdict)).toEqual(['pass']);
  expect(locked).toEqual([]);
});
