import { describe, expect, test } from 'vitest';
import { field, type Json } from '../../sandbox/http/json.ts';
import { start, customerRequest } from './support/ekyc.ts';
import {
  beneficiary,
  consent,
  customer,
  detail,
  objects,
  otp,
  payload,
  tag,
  transfer,
  within,
  type Partner,
  type Sender,
} from './support/partner.ts';

const setMpin = async (me: Partner, { mobile, tagId }: Sender, mpin: string): Promise<Json | undefined> => {
  const sent = await otp(me, mobile);
  return (await me.call('PUT', `${objects}/sender/mpin/${tagId}${me.query()}`, { body: { mpin, ...sent } })).code;
};

const readWith = async (me: Partner, { mobile, tagId }: Sender, mpin: string): Promise<Json | undefined> =>
  (await me.call('GET', `${objects}/sender/${tagId}${me.query()}`, { consent: `${await consent(me, mobile)},MPIN ${mpin}` })).code;

const switchOff = async (me: Partner, { tagId }: Sender, id: string): Promise<Json | undefined> =>
  (await me.call('POST', `${objects}/sender/${tagId}/beneficary/${id}${me.query()}`, { body: { object: false } })).code;

describe('the honest service in circumstances that come later', () => {
  test('a second OP-12 replaces the MPIN', async () => {
    await within({}, async (me) => {
      const sender = await customer(me);
      expect([await setMpin(me, sender, '111111'), await setMpin(me, sender, '222222')]).toEqual([2000, 2000]);
      expect([await readWith(me, sender, '111111'), await readWith(me, sender, '222222')]).toEqual([4170, 2000]);
    });
  });

  test('a beneficiary that was switched off is not paid', async () => {
    await within({}, async (me) => {
      const sender = await customer(me);
      const id = await beneficiary(me, sender);
      expect(await switchOff(me, sender, id)).toBe(2000);
      expect((await transfer(me, sender, payload(sender, id))).code).toBe(4160);
    });
  });

  test('twelve beneficiaries are listed, each once', async () => {
    await within({}, async (me) => {
      const sender = await customer(me);
      for (let at = 10; at < 22; at += 1) await beneficiary(me, sender, true, `0001110001${at}`);
      const listed = field(await detail(me, sender), 'beneficiaries');
      const ids = Array.isArray(listed) ? listed.map((one) => field(one, 'beneficiaryId')) : [];
      expect(ids).toHaveLength(12);
      expect(new Set(ids).size).toBe(12);
    });
  });

  test('an eKYC keeps the tag', async () => {
    await within({}, async (me) => {
      const before = await tag(me, 'customer', '9990000110');
      await fetch(await start(me, customerRequest(me)));
      expect(await tag(me, 'customer', '9990000110')).toBe(before);
    });
  });
});
