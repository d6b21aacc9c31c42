import { expect, test } from 'vitest';
import { openLimiter, readRateAnswer } from '../../helpers/client/limits/limiter.ts';
import { readConfig } from '../../helpers/config/read-config.ts';

function openFor(environment: Readonly<Record<string, string>>): ReturnType<typeof openLimiter> {
  const read = readConfig(environment, 'started');
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return openLimiter(read.config.connection);
}

test('requests start at once until the target says that they come too often, and when to come back', () => {
  const limiter = openFor({});
  expect(limiter.turn()).toBeNull();
  limiter.noteAnswer('too many, come back later');
  expect(limiter.turn()).toBeInstanceOf(Promise);
});

test('where the target names no time, four such answers in a row slow the run down, and another between them does not', () => {
  const limiter = openFor({});
  for (const answer of ['too many', 'too many', 'too many', 'taken', 'too many', 'too many', 'too many'] as const)
    limiter.noteAnswer(answer);
  expect(limiter.turn()).toBeNull();
  limiter.noteAnswer('too many');
  expect(limiter.turn()).toBeInstanceOf(Promise);
});

test.each(['20', '2000'])('a configured rate of %s waits from the first request', (rate) => {
  expect(openFor({ DMT_MAX_RPS: rate }).turn()).toBeInstanceOf(Promise);
});

test.each([
  [429, '1', 'too many, come back later'],
  [429, null, 'too many'],
  [503, '1', 'too many, come back later'],
  [503, null, 'taken'],
  [200, '1', 'taken'],
] as const)('HTTP %s with Retry-After %s is read as: %s', (status, after, expected) => {
  const headers = after === null ? [] : [['Retry-After', after] as const];
  const body = { text: '', encoding: 'utf8' as const };
  expect(readRateAnswer({ response: { status, headers, body, truncated: false }, trouble: null, sent: true })).toBe(expected);
});
