import { expect, test } from 'vitest';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { judgeEffectOutcome } from '../../helpers/client/limits/effect-outcome.ts';
import { readSuccessResult } from '../../helpers/core/answers.ts';

const answer = (code: unknown) => ({
  status: 200,
  headers: [],
  body: { text: JSON.stringify({ status: { message: null, code }, result: { invoiceId: '1' } }), encoding: 'utf8' as const },
  truncated: false,
});

test.each([
  [2000, 'accepted'],
  ['2000', 'accepted'],
  [4160, 'refused'],
  ['4160', 'refused'],
  [4000, 'in-doubt'],
  ['4000', 'in-doubt'],
  [null, 'in-doubt'],
  ['', 'in-doubt'],
  ['02000', 'in-doubt'],
])('a transfer answered with the code %j is: %s', (code, fate) => {
  expect(judgeEffectOutcome({ response: answer(code), trouble: null, sent: true }, 'moves-money')).toBe(fate);
});

test.each([
  [501, 'leaves-record', 'refused'],
  [501, 'moves-money', 'in-doubt'],
  [500, 'leaves-record', 'in-doubt'],
  [403, 'moves-money', 'refused'],
  [408, 'leaves-record', 'in-doubt'],
] as const)('HTTP %i to a call that %s is: %s', (status, effect, outcome) => {
  expect(judgeEffectOutcome({ response: { ...answer(null), status }, trouble: null, sent: true }, effect)).toBe(outcome);
});

test.each([2000, '2000'])('the result of a success is heard, its code being %j', (code) => {
  const heard: Exchange = {
    id: 'x1',
    operation: 'OP-9',
    purpose: 'a test',
    startedAt: '2026-11-20T10:00:00.000Z',
    durationMs: 1,
    request: { method: 'POST', url: 'http://127.0.0.1/a', headers: [], body: null },
    response: answer(code),
    trouble: null,
  };
  expect(readSuccessResult(heard)).toEqual({ invoiceId: '1' });
});
