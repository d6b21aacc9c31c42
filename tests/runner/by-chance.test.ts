import { expect, test } from 'vitest';
import { isWrongOtpOn } from '../../sandbox/faults/consent/wrong-otp.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { findPayer } from '../../sandbox/twists/requests.ts';
import { envelopeResponse } from '../../sandbox/twists/responses.ts';
import { on, respondWith, succeeded } from '../../sandbox/twists/twists.ts';
import { judgeSandbox } from '../run/judged.ts';

/** Somebody else pays three rupees at the moment of the first refused transfer. */
const paidElsewhereOnce: Twist = (right) => {
  let isPaid = false;
  return async (request) => {
    const response = await right(request);
    const payer = on('OP-9')(request) && !succeeded(response) ? findPayer(request) : undefined;
    if (payer === undefined || isPaid) return response;
    isPaid = true;
    payer.balance -= 300;
    return response;
  };
};

test('money that leaves once behind a refused transfer is a question, and accuses nobody', async () => {
  const id = 'OP9-REFUSED-NOTHING-MOVED~above-balance';
  const policy = { transfer: { overdrawnFailsIn: 'OP-9' } } as const;
  const ended = await judgeSandbox({ policy, twist: paidElsewhereOnce }, {}, [id]);
  expect(ended.map(({ check, verdict }) => [check, verdict])).toEqual([[id, 'warn']]);
});

test('a system failure in place of 4170 says nothing about a code that is nearly right', async () => {
  const id = 'CODE-4170~otp-last-four-OP-7';
  const twist = respondWith(isWrongOtpOn('OP-7'), () => envelopeResponse(4000, 'system.failure'));
  const [ended] = await judgeSandbox({ twist }, {}, [id]);
  expect(ended).toMatchObject({ check: id, verdict: 'blocked', cause: 'system-failure' });
});
