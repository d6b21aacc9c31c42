import { describe, expect, test } from 'vitest';
import { readRecording } from '../../helpers/callback/received.ts';
import { createNewsFilter } from '../../helpers/callback/recording-sources.ts';
import { customerBody, received } from './samples.ts';

const whole = {
  receivedAt: '2026-11-20T10:00:00.000Z',
  method: 'post',
  headers: { 'Content-Type': 'application/json', 'X-Twice': ['a', 'b'] },
  body: customerBody,
};

const asRead = {
  receivedAt: '2026-11-20T10:00:00.000Z',
  method: 'POST',
  headers: [
    ['Content-Type', 'application/json'],
    ['X-Twice', 'a'],
    ['X-Twice', 'b'],
  ],
  body: { text: JSON.stringify(customerBody), encoding: 'utf8' },
};

const bare = { receivedAt: null, method: null, headers: null, body: { text: JSON.stringify(customerBody), encoding: 'utf8' } };

describe('recorded callbacks are read', () => {
  test.each([
    ['from a JSON array', JSON.stringify([whole, whole], null, 2), [asRead, asRead]],
    ['from JSON lines', `${JSON.stringify(whole)}\n\n${JSON.stringify(whole)}\n`, [asRead, asRead]],
    ['alone', JSON.stringify(whole), [asRead]],
    ['as bodies', JSON.stringify([customerBody]), [bare]],
    ['with headers in pairs', JSON.stringify([{ ...whole, headers: asRead.headers }]), [asRead]],
    ['with a body kept as text', JSON.stringify([{ ...whole, body: JSON.stringify(customerBody) }]), [asRead]],
    ['with a body that is no JSON', JSON.stringify([{ method: 'POST', body: 'a=b' }]), [{ body: { text: 'a=b', encoding: 'utf8' } }]],
    ['without a body', JSON.stringify([{ method: 'GET', body: null }]), [{ method: 'GET', body: { text: 'null', encoding: 'utf8' } }]],
    ['none', '[]', []],
  ])('%s', (_, text, expected) => {
    expect(readRecording(text)).toMatchObject({ ok: true, received: expected });
  });

  test.each([
    ['text', 'not JSON', 'line 1 is not JSON'],
    ['a torn line', `${JSON.stringify(whole)}\n{"me`, 'line 2 is not JSON'],
    ['nothing', '\n', 'nothing'],
  ])('or not, with the reason: %s', (_, text, problem) => {
    expect(readRecording(text)).toEqual({ ok: false, problem });
  });
});

test('a callback that a relay repeats counts once, and one that came twice counts twice', () => {
  const one = received('one');
  const other = received('other');
  const news = createNewsFilter();
  expect(news([one])).toEqual([one]);
  expect(news([one, other])).toEqual([other]);
  expect(news([one, other, one])).toEqual([one]);
  expect(news([other])).toEqual([]);
  expect(news([one, other, one])).toEqual([]);
});
