import { expect, test } from 'vitest';
import { API_CODES } from '../../sandbox/http/codes.ts';
import { isWellFormedOn } from '../../sandbox/twists/requests.ts';
import { envelopeResponse } from '../../sandbox/twists/responses.ts';
import { firstTimes, respondWith } from '../../sandbox/twists/twists.ts';
import { judgeSandbox, withVerdict } from '../run/judged.ts';

const isDetail = isWellFormedOn('OP-6');
const fails = respondWith(isDetail, () => envelopeResponse(API_CODES.systemFailure, 'busy'));

test('OP-6 is asked once more behind a system failure, with a new code', async () => {
  const ended = await judgeSandbox({ twist: firstTimes(1, isDetail, fails) }, {}, ['OP6-SERVED', 'OP6-SENDER-MOBILE-AGREES']);
  expect(withVerdict(ended, 'blocked', 'fail', 'error')).toEqual([]);
});

test('a system failure that stays blocks what needs OP-6', async () => {
  const ended = await judgeSandbox({ twist: fails }, {}, ['OP6-SERVED']);
  expect(new Set(withVerdict(ended, 'blocked').map(({ cause }) => cause))).toEqual(new Set(['system-failure']));
});
