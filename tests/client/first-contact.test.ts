import { expect, test } from 'vitest';
import { openFirstContact } from '../../helpers/client/first-contact.ts';
import type { Exchange, Trouble, TroubleKind } from '../../helpers/core/exchange.ts';

const origin = 'http://uat.example';
const wholeMs = 10_000;
const begin = Date.parse('2031-01-02T03:04:05.000Z');

const call = (afterMs: number, durationMs: number): Omit<Exchange, 'response' | 'trouble'> => ({
  id: `x${afterMs}`,
  operation: 'OP-2',
  purpose: 'sample',
  startedAt: new Date(begin + afterMs).toISOString(),
  durationMs,
  request: { method: 'GET', url: `${origin}/sample`, headers: [], body: null },
});

const lost = (afterMs: number, durationMs: number, kind: TroubleKind = 'timeout'): Exchange & { response: null; trouble: Trouble } => ({
  ...call(afterMs, durationMs),
  response: null,
  trouble: { kind, message: 'sample' },
});

const answer: Exchange & { trouble: null } = { ...call(0, 5), response: null, trouble: null };

test('after one whole wait in vain one short try is left, and the first call stands for the rest', () => {
  const { limitMs, findUnanswered, note } = openFirstContact();
  expect(limitMs(origin, wholeMs)).toBe(wholeMs);
  note(origin, lost(0, wholeMs), wholeMs);
  expect([limitMs(origin, wholeMs), findUnanswered(origin)]).toEqual([1000, null]);
  note(origin, lost(10_000, 1000), wholeMs);
  expect(findUnanswered(origin)?.id).toBe('x0');
  expect([limitMs('http://auth.example', wholeMs), findUnanswered('http://auth.example')]).toEqual([wholeMs, null]);
});

test('calls that are lost together are one accident', () => {
  const { findUnanswered, note } = openFirstContact();
  for (const afterMs of [0, 1, 2, 3, 4]) note(origin, lost(afterMs, wholeMs), wholeMs);
  expect(findUnanswered(origin)).toBeNull();
});

test('one answer, early or late, gives every call its whole time', () => {
  const { limitMs, findUnanswered, note } = openFirstContact();
  note(origin, lost(0, wholeMs), wholeMs);
  note(origin, answer, wholeMs);
  for (const afterMs of [10_000, 20_000, 30_000, 40_000]) note(origin, lost(afterMs, wholeMs), wholeMs);
  expect([limitMs(origin, wholeMs), findUnanswered(origin)]).toEqual([wholeMs, null]);
});

test('only silence counts, and a short time stays long enough for an answer', () => {
  const { limitMs, note } = openFirstContact();
  note(origin, lost(0, 1, 'refused'), wholeMs);
  expect(limitMs(origin, wholeMs)).toBe(wholeMs);
  note(origin, lost(1, 300), wholeMs);
  expect([limitMs(origin, 300), limitMs(origin, 100)]).toEqual([250, 100]);
});

test('an address that refuses connections for half of a whole wait is closed, until it answers', () => {
  const { limitMs, findUnanswered, note } = openFirstContact();
  for (const afterMs of [0, 100, 4900]) note(origin, lost(afterMs, 1, 'refused'), wholeMs);
  expect(findUnanswered(origin)).toBeNull();
  note(origin, lost(5000, 1, 'refused'), wholeMs);
  expect([findUnanswered(origin)?.id, limitMs(origin, wholeMs)]).toEqual(['x0', wholeMs]);
  note(origin, answer, wholeMs);
  for (const afterMs of [10_000, 20_000]) note(origin, lost(afterMs, 1, 'refused'), wholeMs);
  expect(findUnanswered(origin)).toBeNull();
});
