import { expect, test } from 'vitest';
import { API_CODES } from '../../sandbox/http/codes.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { envelopeResponse } from '../../sandbox/twists/responses.ts';
import { on, succeeded } from '../../sandbox/twists/twists.ts';
import { judgeSandbox, withVerdict } from './judged.ts';

/** OP-10 and OP-11 know nothing of a transfer at its first looks. */
const knownLate =
  (looks: number): Twist =>
  (right) => {
    const seen = new Map<string, number>();
    return async (request) => {
      const response = await right(request);
      if (!on('OP-10', 'OP-11')(request) || !succeeded(response)) return response;
      const count = (seen.get(request.path) ?? 0) + 1;
      seen.set(request.path, count);
      return count > looks ? response : envelopeResponse(API_CODES.notFound, 'transfer.unknown');
    };
  };

// One PENDING that lasts takes the time of a wait. What is not known yet takes a wait of its own, and more looks than a short one has.
test('a service that knows transfers late, and leaves them PENDING, is accused of nothing', async () => {
  const service = { twist: knownLate(6), policy: { transfer: { pendingLooks: 1000 } } };
  const ended = await judgeSandbox(service, { DMT_PENDING_TIMEOUT_MS: '3000' }, ['OP-9', 'OP-10', 'OP-11']);
  expect(withVerdict(ended, 'fail')).toEqual([]);
});
