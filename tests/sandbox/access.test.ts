import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { field, type Json } from '../../sandbox/http/json.ts';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import {
  askToken,
  beneficiary,
  customer,
  detail,
  objects,
  otp,
  partner,
  payload,
  send,
  session,
  setting,
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
beforeAll(async () => {
  box = await startSandbox();
  me = await partner(box);
  sender = await customer(me);
});
afterAll(() => box.close());

const ID = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';
const OPERATIONS: [operation: string, method: string, path: string, payload?: boolean][] = [
  ['OP-1', 'GET', `${objects}/onboarding/status/customer/9990000002`],
  ['OP-2', 'GET', `${objects}/paymentSource`],
  ['OP-3', 'POST', `${objects}/security/otp`, true],
  ['OP-4', 'POST', `${objects}/user/tag/customer/9990000002`],
  ['OP-5', 'GET', `${objects}/sender/securityScheme/${ID}`],
  ['OP-6', 'GET', `${objects}/sender/${ID}`],
  ['OP-7', 'POST', `${objects}/sender/beneficiary/${ID}`, true],
  ['OP-8', 'POST', `${wallet}/fundTransfer/securityScheme/${ID}`],
  ['OP-9', 'POST', `${wallet}/fundTransfer/request/${ID}`, true],
  ['OP-9', 'POST', `${wallet}/fundTransfer/request`, true],
  ['OP-10', 'GET', `${wallet}/status/c-1`],
  ['OP-11', 'GET', `${wallet}/invoice/1`],
  ['OP-12', 'PUT', `${objects}/sender/mpin/${ID}`, true],
  ['OP-13', 'POST', `${objects}/sender/${ID}/beneficary/1`, true],
  ['OP-14', 'GET', `${wallet}/balance/${ID}`],
  ['OP-15', 'GET', `${wallet}/balance/agent`],
  ['OP-16', 'POST', `${objects}/ekyc/onboarding/ekycRequest`, true],
];

describe.each(OPERATIONS)('%s %s %s', (_operation, method, path) => {
  test('without a token, or with one never issued, is 401', async () => {
    for (const token of [undefined, 'never-issued', '']) {
      const reply = await send(box, method, path, { token });
      expect([reply.http, reply.code]).toEqual([401, undefined]);
    }
  });

  test('with the wrong method is 415', async () => {
    const reply = await me.call(method === 'GET' ? 'POST' : 'GET', path);
    expect([reply.http, reply.code]).toEqual([415, undefined]);
  });
});

test.each(OPERATIONS.filter(([, , , hasPayload]) => hasPayload))('%s %s %s with broken JSON is 400', async (_operation, method, path) => {
  for (const raw of ['{"a":', '{a:1}', "{'a':1}", '{"a":1,}', '{"a":01}', '[1] 2', ' ']) {
    const reply = await me.call(method, path, { raw });
    expect([raw, reply.http]).toEqual([raw, 400]);
  }
});

test('an unknown path or verb on a path outside the business operations is 404', async () => {
  expect((await me.call('GET', '/nowhere')).http).toBe(404);
  expect((await me.call('GET', `${objects}/sender/${ID}/`)).http).toBe(404);
  expect((await me.call('PUT', '/actuator/health')).http).toBe(404);
});

describe('the token endpoint', () => {
  test('issues bearer tokens', async () => {
    const answer = (await (await askToken(box, 'AGENT')).json()) as Json;
    expect(answer).toEqual({ access_token: expect.any(String) as string, token_type: 'bearer', expires_in: 3600 });
  });

  test.each([
    ['a wrong password', { password: 'wrong' }, 'invalid_grant'],
    ['an empty password', { password: '' }, 'invalid_request'],
    ['an unknown agent', { username: 'nobody' }, 'invalid_grant'],
    ['another grant', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
  ])('refuses %s', async (_what, change, error) => {
    const response = await askToken(box, 'AGENT', change);
    expect([response.status, await response.json()]).toEqual([400, { error }]);
  });

  test('refuses wrong or missing client credentials', async () => {
    const wrong = Buffer.from(`${setting(box, 'DMT_CLIENT_ID')}:wrong`).toString('base64');
    for (const basic of [`Basic ${wrong}`, 'Basic', '']) {
      const response = await askToken(box, 'AGENT', {}, basic);
      expect([response.status, await response.json()]).toEqual([401, { error: 'invalid_client' }]);
    }
  });

  test('refuses GET and JSON', async () => {
    expect((await fetch(`${box.authUrl}/authserver/oauth/token`)).status).toBe(415);
    const credentials = Buffer.from(`${setting(box, 'DMT_CLIENT_ID')}:${setting(box, 'DMT_CLIENT_PASSWORD')}`).toString('base64');
    const reply = await send(box, 'POST', '/authserver/oauth/token', { raw: '{}', headers: { authorization: `Basic ${credentials}` } });
    expect(reply.http).toBe(400);
  });

  test('tokens end with their lifetime', async () => {
    const clock = virtualClock();
    await within({ clock, policy: { token: { lifetimeSeconds: 10 } } }, async ({ call }) => {
      clock.advance(9_999);
      expect((await call('GET', `${objects}/paymentSource`)).http).toBe(200);
      clock.advance(1);
      expect((await call('GET', `${objects}/paymentSource`)).http).toBe(401);
    });
  });
});

describe("the second agent on the first agent's ids", () => {
  test('gets refusals and has no effect', async () => {
    const other = await partner(box, 'OTHER_AGENT');
    const to = await beneficiary(me, sender);
    const body = payload(sender, to);
    const { result } = await transfer(me, sender, body);
    const seen = await detail(me, sender);
    const { otp: code, state } = await otp(other, sender.mobile);
    const consent = `OTP ${code} ${state}`;
    const fund = session(seen, 'fundtransferSessionId');
    const own = other.query();
    const tries: Promise<{ http: number; result: Json | undefined }>[] = [
      other.call('GET', `${objects}/sender/${sender.tagId}${own}`, { consent }),
      other.call('GET', `${objects}/sender/securityScheme/${sender.tagId}${own}`),
      other.call('POST', `${wallet}/fundTransfer/request/${fund}${own}`, { consent, body: payload(sender, to) }),
      other.call('GET', `${wallet}/invoice/${word(result, 'invoiceId')}${own}`),
      other.call('GET', `${wallet}/balance/${sender.tagId}${other.query({ sessionId: session(seen, 'getBalanceSessionId') })}`),
      other.call('GET', `${wallet}/balance/${sender.tagId}${me.query()}`),
    ];
    for (const reply of await Promise.all(tries)) expect([reply.http, reply.result]).toEqual([403, undefined]);
    const status = await other.call('GET', `${wallet}/status/${word(body, 'correlationId')}${own}`);
    expect([status.code, status.result]).toEqual([4040, null]);
    expect(field(await detail(me, sender), 'limitLeft')).toEqual(field(seen, 'limitLeft'));
  });
});

test('request-time is a whole number of milliseconds', async () => {
  for (const time of ['', 'now', '1.5', '-1']) {
    expect((await me.call('GET', `${objects}/paymentSource`, { headers: { 'request-time': time } })).http).toBe(400);
  }
});
