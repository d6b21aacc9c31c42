import { expect, test } from 'vitest';
import { openLimiter } from '../../helpers/client/limits/limiter.ts';
import { readConfig } from '../../helpers/config/read-config.ts';

function openFor(environment: Readonly<Record<string, string>>): ReturnType<typeof openLimiter> {
  const read = readConfig(environment, 'started');
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return openLimiter(read.config.connection);
}

test('requests start at once until the target says that they come too often', () => {
  const limiter = openFor({});
  expect(limiter.turn()).toBeNull();
  limiter.slowDown();
  expect(limiter.turn()).toBeInstanceOf(Promise);
});

test.each(['20', '2000'])('a configured rate of %s waits from the first request', (rate) => {
  expect(openFor({ DMT_MAX_RPS: rate }).turn()).toBeInstanceOf(Promise);
});
