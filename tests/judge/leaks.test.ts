import { describe, expect, test } from 'vitest';
import { openLeakWatch } from '../../helpers/judge/leaks.ts';
import { parseJson } from '../../helpers/judge/reply.ts';
import type { Exchange } from '../../helpers/target/exchange.ts';

const guarded = [
  { name: 'the agent password', value: 'artificial-password' },
  { name: 'the MPIN', value: '471108' },
];

let count = 0;

function answer(operation: Exchange['operation'], body: string, consent?: string): Exchange {
  count += 1;
  const json = [['Content-Type', 'application/json']] as const;
  return {
    id: `x${count}`,
    operation,
    purpose: 'a test',
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1/uiObjects/endpoint/v3/any',
      headers: consent === undefined ? [] : [['Consent', consent]],
      body: null,
    },
    response: { status: 200, headers: json, body: { text: body, encoding: 'utf8' }, truncated: false },
    trouble: null,
  };
}

const envelope = (message: string, result: unknown = null): string => JSON.stringify({ status: { message, code: 2000 }, result });

/** What a watch tells of these answers, when the codes become known after them. */
function watched(answers: readonly Exchange[], codes: readonly (readonly [code: string, state: string])[] = []) {
  const watch = openLeakWatch(guarded);
  for (const exchange of answers) watch.see(exchange, parseJson(exchange.response?.body.text ?? ''));
  for (const [code, state] of codes) watch.learnCode(code, state);
  return {
    secrets: watch.secrets().map(({ what }) => what),
    codes: watch.codes().map(({ what, place }) => `${what} in ${place.split(' › ')[1] ?? ''}`),
  };
}

const state = '00000000-0000-4000-8000-000000000001';

describe('a code', () => {
  test('beside its own challenge is a leak, though it becomes known only later', () => {
    const told = watched([answer('OP-3', envelope('otp.sent.successfully', { state, hint: '483920' }))], [['483920', state]]);
    expect(told.codes).toEqual(['an OTP in result.hint']);
  });

  test.each([
    [
      'repeated in the message of the call that carries it',
      answer('OP-6', envelope('483920 accepted'), `OTP 483920 ${state}`),
      'an OTP in status.message',
    ],
    ['in a field named after it', answer('OP-6', envelope('success', { mpin: '471108' })), 'the MPIN in result.mpin'],
  ])('%s is a leak', (_, exchange, place) => {
    expect(watched([exchange], [['483920', state]]).codes).toEqual([place]);
  });

  test.each([
    ['a documented field', answer('OP-11', envelope('success', { amount: 483920, transactionId: '483920' }), `OTP 483920 ${state}`)],
    ['an open map', answer('OP-14', envelope('success', { limits: { DAILY: 483920 }, counters: { used: 483920 } }), `OTP 483920 ${state}`)],
    ['a longer word', answer('OP-6', envelope('ref A483920 and 14839201'), `OTP 483920 ${state}`)],
    ['an unknown field of a call that has nothing to do with it, once', answer('OP-2', envelope('success', { elapsed: 483920 }))],
  ])('that coincides with %s is none', (_, exchange) => {
    expect(watched([exchange], [['483920', state]]).codes).toEqual([]);
  });

  test('of four digits takes two answers that surely tell', () => {
    const first = answer('OP-6', envelope('4839 accepted'), `OTP 4839 ${state}`);
    const second = answer('OP-7', envelope('4839 accepted'), `OTP 4839 ${state}`);
    const elsewhere = [1, 2, 3].map(() => answer('OP-2', envelope('success', { elapsed: 4839 })));
    expect(watched([first, ...elsewhere], [['4839', state]]).codes).toEqual([]);
    expect(watched([first, second], [['4839', state]]).codes.length).toBe(2);
  });

  test('of six digits takes two answers where nothing ties it to them', () => {
    const answers = [1, 2].map(() => answer('OP-2', envelope('success', { note: 'pin 471108' })));
    expect(watched(answers).codes.length).toBe(2);
  });
});

describe('a password', () => {
  test.each(['artificial-password', 'artificial\\u002dpassword', 'is "artificial-password"'])('is seen as %s', (text) => {
    expect(watched([answer('OP-15', envelope('success', { note: text }).replaceAll('\\\\', '\\'))]).secrets).toEqual([
      'the agent password',
    ]);
  });

  test('is not seen in a longer word', () => {
    expect(watched([answer('OP-15', envelope('not artificial-passwords'))]).secrets).toEqual([]);
  });
});

test('an answer of any shape and depth is looked at without harm', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field${at}`, '471108'])));
  expect(watched([answer('OP-2', deep), answer('OP-2', wide), answer('OP-2', 'no JSON 471108'), answer('OP-2', '')]).secrets).toEqual([]);
});
