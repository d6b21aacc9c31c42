import { describe, expect, test } from 'vitest';
import { troubleVariants } from '../../sandbox/variants/trouble.ts';
import { variants } from '../../sandbox/variants.ts';
import { someOf } from '../some-of.ts';
import { journey, paid } from './support/journey.ts';
import { within } from './support/partner.ts';

/** Some trouble passes when a call is sent again, which this client does not do. */
const refusedAtFirst = [
  'token-forgotten-once',
  'otp-after-a-pause',
  'senders-known-late',
  'payees-cool-down',
  'payees-cool-down-and-codes-go',
  'sessions-pay-late',
];
const troubles = new Set([...troubleVariants.map(({ id }) => id), ...refusedAtFirst]);
const legal = [...variants.values()].filter(({ id, ends }) => ends === undefined && !troubles.has(id));

describe('every legal variant still serves the typical order', () => {
  test.each(someOf(9, legal))('$id', async (variant) => {
    await within(variant, async (me) => {
      expect(await journey(me, '9990000101')).toEqual(paid);
    });
  });
});

test('ids are unique and troubles say how they end', () => {
  expect(variants.size).toBeGreaterThanOrEqual(25);
  expect([...variants.values()].filter(({ ends }) => ends === 'blocked').length).toBeGreaterThan(0);
});
