import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { field, type JsonObject } from '../../sandbox/http/json.ts';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import {
  balance,
  beneficiary,
  consent,
  customer,
  detail,
  objects,
  otp,
  outcome,
  partner,
  payload,
  session,
  transfer,
  wallet,
  within,
  word,
  type Partner,
  type Sender,
} from './support/partner.ts';
import { virtualClock } from './support/virtual-clock.ts';

let box: Sandbox;
let me: Partner;
let sender: Sender;
let other: Sender;
let to: string;
beforeAll(async () => {
  box = await startSandbox();
  me = await partner(box);
  sender = await customer(me);
  other = await customer(me, '9990000101');
  to = await beneficiary(me, sender);
});
afterAll(() => box.close());

const snapshot = async (of: Sender): Promise<unknown> => {
  const seen = await detail(me, of);
  return [field(seen, 'beneficiaries'), field(seen, 'limitLeft'), await balance(me, of)];
};

const wrong = (code: string): string => (code === '111111' ? '222222' : '111111');

describe('consent', () => {
  const consents: [what: string, make: () => Promise<string>, code: number][] = [
    ['a wrong OTP', async () => otp(me, sender.mobile).then((one) => `OTP ${wrong(one.otp)} ${one.state}`), 4170],
    ['a state never issued', async () => otp(me, sender.mobile).then((one) => `OTP ${one.otp} ${crypto.randomUUID()}`), 4170],
    ["another sender's challenge", () => consent(me, other.mobile), 4170],
    ['an MPIN never set', async () => `${await consent(me, sender.mobile)},MPIN 1234`, 4170],
    ['lower case', async () => (await consent(me, sender.mobile)).toLowerCase(), 4160],
    ['NONE', () => Promise.resolve('NONE'), 4160],
    ['nothing', () => Promise.resolve(''), 4160],
  ];

  test.each(consents)('with %s is refused and changes nothing', async (_what, make, code) => {
    const before = await snapshot(sender);
    const sessionId = session(await detail(me, sender), 'fundtransferSessionId');
    const tries = [
      await me.call('GET', `${objects}/sender/${sender.tagId}${me.query()}`, { consent: await make() }),
      await me.call('POST', `${objects}/sender/beneficiary/${sender.tagId}${me.query()}`, {
        consent: await make(),
        body: { accountNo: '99', ifscCode: 'ZZZZ0000001', name: 'No One' },
      }),
      await me.call('POST', `${wallet}/fundTransfer/request/${sessionId}${me.query()}`, {
        consent: await make(),
        body: payload(sender, to),
      }),
    ];
    expect(tries.map((reply) => [reply.http, reply.code, reply.result])).toEqual(tries.map(() => [200, code, null]));
    expect(await snapshot(sender)).toEqual(before);
  });

  test('an OTP passes once and not after its time', async () => {
    const used = await consent(me, other.mobile);
    const path = `${objects}/sender/${other.tagId}${me.query()}`;
    expect((await me.call('GET', path, { consent: used })).code).toBe(2000);
    expect((await me.call('GET', path, { consent: used })).code).toBe(4170);
    const clock = virtualClock();
    await within({ clock }, async (late) => {
      const code = await consent(late, '9990000101');
      clock.advance(301_000);
      expect((await late.call('POST', `${objects}/user/tag/customer/9990000101`, { consent: code })).code).toBe(4170);
    });
  });

  test('the MPIN is set with a right OTP only, and then counts', async () => {
    const mine = await customer(me, '9990000102');
    const set = async (code: { otp: string; state: string }): Promise<unknown> =>
      (await me.call('PUT', `${objects}/sender/mpin/${mine.tagId}${me.query()}`, { body: { mpin: '4321', ...code } })).code;
    const good = await otp(me, mine.mobile);
    expect(await set({ ...good, otp: wrong(good.otp) })).toBe(4170);
    expect(await set({ ...good, state: crypto.randomUUID() })).toBe(4170);
    expect(await set(good)).toBe(2000);
    const look = async (mpin: string): Promise<unknown> =>
      (await me.call('GET', `${objects}/sender/${mine.tagId}${me.query()}`, { consent: `${await consent(me, mine.mobile)}${mpin}` })).code;
    expect([await look(',MPIN 4321'), await look(', MPIN 4321'), await look(''), await look(',MPIN 1234')]).toEqual([
      2000, 2000, 2000, 4170,
    ]);
  });
});

describe('a transfer request', () => {
  const changes: [what: string, change: JsonObject, code: number][] = [
    ['no amount', { amount: null }, 4160],
    ['an amount of zero', { amount: 0 }, 4160],
    ['a negative amount', { amount: -5 }, 4160],
    ['an amount as text', { amount: '100' }, 4160],
    ['a fraction of a paisa', { amount: 1.005 }, 4160],
    ['an unknown beneficiary', { to: '1' }, 4040],
    ['a beneficiary id as a number', { to: 1 }, 4160],
    ['another type', { type: 'card' }, 4160],
    ['no options', { options: {} }, 4160],
    ['no correlationId', { correlationId: '' }, 4160],
    ['__proto__ in it', { from: '__proto__', to: '__proto__' }, 4040],
  ];
  test.each(changes)('with %s is refused and moves nothing', async (_what, change, code) => {
    const before = await snapshot(sender);
    expect((await transfer(me, sender, payload(sender, to, change))).code).toBe(code);
    expect(await snapshot(sender)).toEqual(before);
  });

  test('needs the transfer session of that sender', async () => {
    const mine = await detail(me, sender);
    const theirs = await detail(me, other);
    const sessions = [session(mine, 'getBalanceSessionId'), session(theirs, 'fundtransferSessionId'), crypto.randomUUID(), '__proto__'];
    for (const id of sessions) {
      const body = payload(sender, to);
      const reply = await me.call('POST', `${wallet}/fundTransfer/request/${id}${me.query()}`, {
        body,
        consent: await consent(me, sender.mobile),
      });
      expect(reply.code).not.toBe(2000);
    }
  });

  test('needs an active beneficiary; false does not activate', async () => {
    const sleeping = await beneficiary(me, sender, false, '000111000112');
    const activate = (object: boolean) =>
      me.call('POST', `${objects}/sender/${sender.tagId}/beneficary/${sleeping}${me.query()}`, { body: { object } });
    expect((await transfer(me, sender, payload(sender, sleeping))).code).toBe(4160);
    expect((await activate(false)).message).toBe('activate.beneficiary.success');
    expect((await transfer(me, sender, payload(sender, sleeping))).code).toBe(4160);
    expect((await activate(true)).message).toBe('activate.beneficiary.success');
    expect((await transfer(me, sender, payload(sender, sleeping))).code).toBe(2000);
  });

  test('beyond the balance is FAILED in OP-10 and moves nothing', async () => {
    const before = await snapshot(sender);
    const body = payload(sender, to, { amount: 900_000 });
    expect((await transfer(me, sender, body)).code).toBe(2000);
    expect(field(await outcome(me, `status/${word(body, 'correlationId')}`), 'status')).toBe('FAILED');
    expect(await snapshot(sender)).toEqual(before);
  });

  test('sent twice has one invoice and one debit', async () => {
    const before = await balance(me, sender);
    const body = payload(sender, to, { amount: 12.5 });
    const one = await transfer(me, sender, body);
    const two = await transfer(me, sender, body);
    expect(two.result).toEqual(one.result);
    expect((await transfer(me, sender, { ...body, amount: 13 })).code).toBe(4160);
    expect(await balance(me, sender)).toBe(before - 12.5);
  });
});

describe('unknown things', () => {
  test.each([
    ['GET', `${wallet}/invoice/1`],
    ['GET', `${wallet}/status/never-sent`],
    ['GET', `${objects}/sender/securityScheme/${crypto.randomUUID()}`],
    ['POST', `${wallet}/fundTransfer/securityScheme/${crypto.randomUUID()}`],
  ])('%s %s is 4040', async (method, path) => {
    const reply = await me.call(method, `${path}${me.query({ paymentSource: 'wallet' })}`);
    expect([reply.http, reply.code, reply.result]).toEqual([200, 4040, null]);
  });

  test.each([
    ['GET', `${objects}/onboarding/status/merchant/9990000002`],
    ['GET', `${objects}/onboarding/status/customer/abc`],
    ['GET', `${wallet}/status/x`],
  ])('%s %s with invalid or missing values is 4160', async (method, path) => {
    expect((await me.call(method, path)).code).toBe(4160);
  });

  test('activating a beneficiary of another sender is refused', async () => {
    const reply = await me.call('POST', `${objects}/sender/${other.tagId}/beneficary/${to}${me.query()}`, { body: { object: true } });
    expect(reply.code).toBe(4040);
  });
});
