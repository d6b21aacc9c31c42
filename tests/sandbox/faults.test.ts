import { describe, expect, test } from 'vitest';
import { faults } from '../../sandbox/faults.ts';
import { someOf } from '../some-of.ts';
import { within } from './support/partner.ts';
import { seenOfAccess } from './seen/access.ts';
import { seenOfConsent } from './seen/consent.ts';
import { seenOfLeaks } from './seen/leaks.ts';
import { seenOfRefusals } from './seen/refusals.ts';

const shown = { ...seenOfAccess, ...seenOfConsent, ...seenOfRefusals, ...seenOfLeaks };

describe('a fault shows to a caller, and the honest service never shows it', () => {
  test.each(someOf(9, Object.entries(shown)))('%s', async (id, { see, wrong }) => {
    const fault = faults.get(id);
    expect(fault).toBeDefined();
    await within(fault ?? {}, async (me) => {
      expect(await see(me)).toEqual(wrong);
    });
    await within({}, async (me) => {
      expect(await see(me)).not.toEqual(wrong);
    });
  });
});
