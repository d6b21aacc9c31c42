import { expect, test } from 'vitest';
import { API_CODES } from '../../sandbox/http/codes.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { field } from '../../sandbox/http/json.ts';
import { isWellFormedOn } from '../../sandbox/twists/requests.ts';
import { envelopeResponse } from '../../sandbox/twists/responses.ts';
import { succeeded } from '../../sandbox/twists/twists.ts';
import { describeEnded, judgeSandbox, withVerdict } from '../run/judged.ts';

/** Before it reads a code, as reading 13 allows. */
const refuseRepeats: Twist = (right) => {
  const paid = new Set<string>();
  return async (request) => {
    if (!isWellFormedOn('OP-9')(request)) return right(request);
    const transfer = JSON.stringify(['from', 'to', 'amount'].map((name) => field(request.body, name)));
    if (paid.has(transfer)) return envelopeResponse(API_CODES.validationFailed, 'transfer.repeated');
    const response = await right(request);
    if (succeeded(response)) paid.add(transfer);
    return response;
  };
};

test('a service that refuses what was just paid, before it reads a code, is not accused of the code', async () => {
  const environment = { DMT_SPARE_MOBILES: '' };
  const ended = await judgeSandbox({ twist: refuseRepeats }, environment, ['OP-9', 'OP-11']);
  expect(describeEnded(withVerdict(ended, 'fail', 'error'))).toEqual([]);
  expect(ended.find(({ check }) => check === 'CODE-4170~wrong-otp-OP-9')?.verdict).toBe('pass');
});
