import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import { field } from '../../sandbox/http/json.ts';
import { journey, paid } from './support/journey.ts';
import {
  balance,
  beneficiary,
  consent,
  customer,
  detail,
  objects,
  outcome,
  partner,
  payload,
  session,
  setting,
  tag,
  transfer,
  wallet,
  word,
  type Partner,
} from './support/partner.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const TEXT_BOOLEAN = /^(true|false)$/;

let box: Sandbox;
let me: Partner;
beforeAll(async () => {
  box = await startSandbox();
  me = await partner(box);
});
afterAll(() => box.close());

describe('the typical order of calls', () => {
  test('a known customer sends money', async () => {
    expect(await journey(me)).toEqual(paid);
  });

  test('a new customer sends money', async () => {
    expect(await journey(me, '9990000101')).toEqual(paid);
  });

  test('the second agent is served with the same mobiles', async () => {
    expect(await journey(await partner(box, 'OTHER_AGENT'))).toEqual(paid);
  });

  test('a user is old once tagged, and keeps its tag', async () => {
    const status = `${objects}/onboarding/status/customer/9990000102`;
    expect((await me.call('GET', status)).result).toEqual({ isOldUser: 'false' });
    const first = await tag(me, 'customer', '9990000102');
    expect((await me.call('GET', status)).result).toEqual({ isOldUser: 'true' });
    expect(await tag(me, 'customer', '9990000102')).toBe(first);
  });
});

describe('every result has the documented types', () => {
  test('OP-2, OP-3, OP-4, OP-5', async () => {
    expect((await me.call('GET', `${objects}/paymentSource`)).result).toEqual(['bank', 'wallet']);
    const sent = await me.call('POST', `${objects}/security/otp`, { body: { object: 9990000103 } });
    expect(sent.message).toBe('otp.sent.successfully');
    expect(sent.result).toEqual({ state: expect.stringMatching(UUID) as string });
    const tagged = await me.call('POST', `${objects}/user/tag/customer/9990000103`, { consent: await consent(me, '9990000103') });
    expect(tagged.result).toEqual({
      tagId: expect.stringMatching(UUID) as string,
      remark: expect.any(String) as string,
      userType: 'customer',
      status: true,
    });
    const scheme = await me.call('GET', `${objects}/sender/securityScheme/${word(tagged.result, 'tagId')}${me.query()}`);
    expect(scheme.result).toEqual({ scheme: 'OTP' });
  });

  test('OP-6, OP-7, OP-13', async () => {
    const sender = await customer(me, '9990000104');
    const id = await beneficiary(me, sender);
    expect(await detail(me, sender)).toEqual({
      senderName: expect.any(String) as string,
      kycStatus: {
        kyc_status: 'COMPLETED',
        kyc_expired_on: expect.stringMatching(TIMESTAMP) as string,
        kyc_required: false,
        taxation_required: false,
      },
      limitLeft: { MONTHLY: 200000 },
      senderMobile: 9990000104,
      sessionId: {
        fundtransferSessionId: expect.stringMatching(UUID) as string,
        getBalanceSessionId: expect.stringMatching(UUID) as string,
      },
      beneficiaries: [
        {
          accountNumber: '000111000111',
          ifscCode: 'ZZZZ0000001',
          accountHolderName: 'Testcase Beneficiary',
          beneficiaryId: id,
          status: 'true',
        },
      ],
    });
  });

  test('OP-8, OP-9, OP-10, OP-11', async () => {
    const sender = await customer(me);
    const scheme = await me.call('POST', `${wallet}/fundTransfer/securityScheme/${sender.tagId}${me.query({ paymentSource: 'wallet' })}`);
    expect(scheme.result).toEqual({ scheme: 'OTP' });
    const body = payload(sender, await beneficiary(me, sender), { amount: 100.37 });
    const { result } = await transfer(me, sender, body);
    expect(result).toEqual({ invoiceId: expect.stringMatching(/^\d+$/) as string });
    const status = await outcome(me, `status/${word(body, 'correlationId')}`);
    expect(status).toEqual({ invoiceId: Number(field(result, 'invoiceId')), message: expect.any(String) as string, status: 'COMPLETED' });
    expect(await outcome(me, `invoice/${word(result, 'invoiceId')}`)).toEqual({
      amount: 100.37,
      beneficiaryName: 'Testcase Beneficiary',
      transactionId: expect.any(String) as string,
      status: 'COMPLETED',
      bankRRN: expect.stringMatching(/^\d{12}$/) as string,
      isDelayed: expect.stringMatching(TEXT_BOOLEAN) as string,
    });
  });

  test('OP-12, OP-14, OP-15', async () => {
    const sender = await customer(me, '9990000105');
    const code = await consent(me, sender.mobile);
    const [, otp = '', state = ''] = code.split(' ');
    const set = await me.call('PUT', `${objects}/sender/mpin/${sender.tagId}${me.query()}`, {
      body: { mpin: setting(box, 'DMT_MPIN'), otp, state },
    });
    expect(set.result).toEqual({ mobile: 9990000105 });
    const sessionId = session(await detail(me, sender), 'getBalanceSessionId');
    const balances = await me.call('GET', `${wallet}/balance/${sender.tagId}${me.query({ sessionId })}`);
    expect(balances.result).toEqual({ mainAccount: 150000, cashbackAccount: 0, limits: {}, counters: {} });
    const wallets = (await me.call('GET', `${wallet}/balance/agent`)).result;
    expect(wallets).toContainEqual({ walletType: 'TRADE_WALLET', walletBalance: 50000.5 });
    expect(wallets).toHaveLength(4);
  });
});

test('both forms of OP-9 move the same money', async () => {
  const sender = await customer(me, '9990000106');
  const to = await beneficiary(me, sender);
  const before = await balance(me, sender);
  await transfer(me, sender, payload(sender, to, { amount: 0.1 }));
  const sessionId = session(await detail(me, sender), 'fundtransferSessionId');
  const body = payload(sender, to, { amount: 0.2 });
  const sent = await me.call('POST', `${wallet}/fundTransfer/request${me.query({ sessionId })}`, {
    body,
    consent: await consent(me, sender.mobile),
  });
  expect(sent.code).toBe(2000);
  expect(before).toBe(150000);
  expect(await balance(me, sender)).toBe(149999.7);
});
