import { describe, expect, test } from 'vitest';
import { faults } from '../../sandbox/faults.ts';
import { field, type Json } from '../../sandbox/json.ts';
import { isClauseId } from '../../specs/clauses.ts';
import {
  balance,
  beneficiary,
  consent,
  customer,
  detail,
  objects,
  outcome,
  payload,
  session,
  transfer,
  wallet,
  within,
  word,
  type Partner,
} from './partner.ts';
import { seenOfAccess } from './seen/access.ts';
import { seenOfConsent } from './seen/consent.ts';
import { seenOfLeaks } from './seen/leaks.ts';
import { seenOfRefusals } from './seen/refusals.ts';

/** What a caller sees that the honest service would not show. */
const SEEN: Record<string, (me: Partner) => Promise<Json | undefined>> = {
  'invoice-id-is-a-number': async (me) => typeof field((await pay(me)).result, 'invoiceId'),
  'old-user-is-a-boolean': async (me) =>
    typeof field((await me.call('GET', `${objects}/onboarding/status/customer/9990000101`)).result, 'isOldUser'),
  'transaction-id-missing-sometimes': async (me) =>
    word(await outcome(me, `invoice/${word((await pay(me)).result, 'invoiceId')}`), 'transactionId'),
  'status-says-success': async (me) => {
    const body = { correlationId: 'a-1' };
    await pay(me, body);
    return field(await outcome(me, 'status/a-1'), 'status');
  },
  'code-is-text': async (me) => (await me.call('GET', `${objects}/paymentSource`)).code,
  'otp-key-misspelled': async (me) => (await me.call('POST', `${objects}/security/otp`, { body: { object: 9990000101 } })).message,
  'wrong-method-is-405': async (me) => (await me.call('POST', `${objects}/paymentSource`)).http,
  'invoice-not-served': async (me) => (await me.call('GET', `${wallet}/invoice/1${me.query()}`)).http,
  'account-field-renamed': async (me) => {
    const sender = await customer(me);
    return (
      await me.call('POST', `${objects}/sender/beneficiary/${sender.tagId}${me.query()}`, {
        consent: await consent(me, sender.mobile),
        body: { accountNo: '1', ifscCode: 'ZZZZ0000001', name: 'No One' },
      })
    ).code;
  },
  'refused-but-debited': async (me) => {
    const code = await payWithWrongCode(me);
    return [code ?? null, await balance(me, await customer(me))];
  },
  'inactive-beneficiary-paid': async (me) => {
    const sender = await customer(me);
    return (await transfer(me, sender, payload(sender, await beneficiary(me, sender, false)))).code;
  },
};

const EXPECTED: Record<string, Json> = {
  'invoice-id-is-a-number': 'number',
  'old-user-is-a-boolean': 'boolean',
  'transaction-id-missing-sometimes': '',
  'status-says-success': 'SUCCESS',
  'code-is-text': '2000',
  'otp-key-misspelled': 'otp.send.successful',
  'wrong-method-is-405': 405,
  'invoice-not-served': 404,
  'account-field-renamed': 4160,
  'refused-but-debited': [4170, 249_900],
  'inactive-beneficiary-paid': 2000,
};

async function pay(me: Partner, change = {}): ReturnType<typeof transfer> {
  const sender = await customer(me);
  return transfer(me, sender, payload(sender, await beneficiary(me, sender), change));
}

async function payWithWrongCode(me: Partner): Promise<Json | undefined> {
  const sender = await customer(me);
  const body = payload(sender, await beneficiary(me, sender));
  const sessionId = session(await detail(me, sender), 'fundtransferSessionId');
  const wrong = (await consent(me, sender.mobile)).replace(/^OTP \d+/, 'OTP 000000');
  return (await me.call('POST', `${wallet}/fundTransfer/request/${sessionId}${me.query()}`, { body, consent: wrong })).code;
}

const shown = { ...seenOfAccess, ...seenOfConsent, ...seenOfRefusals, ...seenOfLeaks };

describe('every fault shows', () => {
  test.each(Object.keys(SEEN))('%s', async (id) => {
    await within(faults.get(id) ?? {}, async (me) => {
      expect(await SEEN[id]?.(me)).toEqual(EXPECTED[id]);
    });
    await within({}, async (me) => {
      expect(await SEEN[id]?.(me)).not.toEqual(EXPECTED[id]);
    });
  });

  test.each(Object.entries(shown))('%s', async (id, { see, wrong }) => {
    const fault = faults.get(id);
    expect(fault).toBeDefined();
    await within(fault ?? {}, async (me) => {
      expect(await see(me)).toEqual(wrong);
    });
    await within({}, async (me) => {
      expect(await see(me)).not.toEqual(wrong);
    });
  });

  test('all but the callback fault, which has a test of its own, are here', () => {
    const here = [...Object.keys(SEEN), ...Object.keys(shown)];
    expect([...faults.keys()].filter((id) => !id.startsWith('customer-callback')).sort()).toEqual(here.sort());
  });
});

test('faults name clauses of the catalogue, in stories of their own', () => {
  const all = [...faults.values()];
  const named = all.flatMap(({ breaks, warns = [] }) => [...breaks, ...warns]);
  expect(named.filter((clause) => !isClauseId(clause))).toEqual([]);
  expect(new Set(all.map(({ story }) => story)).size).toBe(all.length);
  expect(all.filter(({ breaks, warns = [] }) => breaks.length + warns.length === 0)).toEqual([]);
});
