import { expect, test } from 'vitest';
import { serverError } from '../../sandbox/twists/responses.ts';
import { isBusinessPath, respondWith } from '../../sandbox/twists/twists.ts';
import { recordRequests } from './observed.ts';
import { describeEnded, failedClauses, judgeSandbox, withVerdict } from '../run/judged.ts';
import { operations } from '../../specs/operations.ts';

/** Any media type is sent to one operation, which stands for all. */
const ofAnyType = 1;

test.each([
  ['application/json', 'every operation', operations.length],
  ['*/*', 'one documented read', ofAnyType],
] as const)('Accept: %s answered with a server error is found on %s, and nowhere else', async (accept, _, count) => {
  const twist = respondWith(
    (ask) => isBusinessPath(ask) && ask.headers.accept === accept,
    () => serverError,
  );
  const ended = await judgeSandbox({ twist });
  const failed = withVerdict(ended, 'fail');
  expect(failedClauses(ended)).toEqual(['HTTP-NO-5XX']);
  expect(failed.filter(({ check }) => check.startsWith('HTTP-NO-5XX~accept-'))).toHaveLength(count);
  expect(describeEnded(withVerdict(ended, 'blocked', 'error', 'untried'))).toEqual([]);
});

test('all other calls carry no Accept header, and no call with one has an effect', async () => {
  const { asks, twist } = recordRequests();
  await judgeSandbox({ twist }, {}, ['Accept header']);
  const accepting = asks.filter((ask) => isBusinessPath(ask) && ask.headers.accept !== undefined);
  expect(accepting).toHaveLength(operations.length + ofAnyType);
  expect(withVerdict(await judgeSandbox({}, {}, ['Accept header']), 'fail', 'warn', 'blocked')).toEqual([]);
  const [last] = asks.slice(-1);
  expect([...(last?.store.challenges.values() ?? [])].filter(({ mobile }) => mobile === '0000000000')).toEqual([]);
});
