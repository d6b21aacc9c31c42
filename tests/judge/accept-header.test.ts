import { expect, test } from 'vitest';
import { serverError } from '../../sandbox/twists/responses.ts';
import { isBusinessPath, respondWith } from '../../sandbox/twists/twists.ts';
import { recordRequests } from './observed.ts';
import { describeEnded, failedClauses, judgeSandbox, withVerdict } from '../run/judged.ts';
import { operations } from '../../specs/operations.ts';

test('an Accept header that is answered with a server error is found on every operation, and nowhere else', async () => {
  const twist = respondWith(
    (ask) => isBusinessPath(ask) && ask.headers.accept === 'application/json',
    () => serverError,
  );
  const ended = await judgeSandbox({ twist });
  const failed = withVerdict(ended, 'fail');
  expect(failedClauses(ended)).toEqual(['HTTP-NO-5XX']);
  expect(failed.filter(({ check }) => check.startsWith('HTTP-NO-5XX~accept-'))).toHaveLength(operations.length);
  expect(describeEnded(withVerdict(ended, 'blocked', 'error', 'untried'))).toEqual([]);
});

test('all other calls carry no Accept header, and no call with one has an effect', async () => {
  const { asks, twist } = recordRequests();
  await judgeSandbox({ twist }, {}, ['Accept header']);
  const accepting = asks.filter((ask) => isBusinessPath(ask) && ask.headers.accept !== undefined);
  expect(accepting).toHaveLength(operations.length);
  expect(withVerdict(await judgeSandbox({}, {}, ['Accept header']), 'fail', 'warn', 'blocked')).toEqual([]);
  const [last] = asks.slice(-1);
  expect([...(last?.store.challenges.values() ?? [])].filter(({ mobile }) => mobile === '0000000000')).toEqual([]);
});
