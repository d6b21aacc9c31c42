import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callbackFaults } from '../../sandbox/faults/callback.ts';
import type { Json, JsonObject } from '../../sandbox/json.ts';
import { objects, tag, within, word, type Partner } from './partner.ts';

interface Heard {
  method: string | undefined;
  type: string | undefined;
  body: Json;
}

/** A partner's callback address and the callbacks that came in. */
async function receiver(): Promise<{ url: string; next: () => Promise<Heard> }> {
  const heard: Heard[] = [];
  const waiting: ((one: Heard) => void)[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const one = { method: request.method, type: request.headers['content-type'], body: JSON.parse(text) as Json };
      const first = waiting.shift();
      if (first === undefined) heard.push(one);
      else first(one);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const next = (): Promise<Heard> =>
    new Promise((resolve) => {
      const first = heard.shift();
      if (first === undefined) waiting.push(resolve);
      else resolve(first);
    });
  return { url: `http://127.0.0.1:${port}/callback`, next };
}

const request = (change: JsonObject): JsonObject => ({
  userType: 'subAgent',
  name: 'Testcase Person',
  mobile: 9990000110,
  email: 'person@example.test',
  fatherName: 'Testcase Father',
  gstInNumber: '00AAAAA0000A0Z0',
  pan: 'AAAAA0000A',
  subAgentTag: '',
  ...change,
});

const customerRequest = (me: Partner): JsonObject =>
  request({ userType: 'customer', fatherName: '', gstInNumber: '', pan: '', subAgentTag: me.subAgentTag });

const start = async (me: Partner, body: JsonObject): Promise<string> =>
  word((await me.call('POST', `${objects}/ekyc/onboarding/ekycRequest`, { body })).result, 'url');

const common = {
  onboardingStatus: 'COMPLETED',
  action: 'ONBOARDED',
  userOnboardingStatus: 'COMPLETED',
  mobile: 9990000110,
  userName: 'Testcase Person',
};

describe('an eKYC onboarding', () => {
  test('is completed by opening its url, which posts the callback of the right kind', async () => {
    const { url: callbackUrl, next } = await receiver();
    await within({ callbackUrl }, async (me) => {
      for (const [userType, body] of [
        ['customer', customerRequest(me)],
        ['subAgent', request({})],
      ] as const) {
        const url = new URL(await start(me, body));
        expect([...url.searchParams.keys()]).toEqual(['payload', 'session', 'authId']);
        const [page, callback] = await Promise.all([fetch(url), next()]);
        expect(page.status).toBe(200);
        const tagId = await tag(me, userType, '9990000110');
        const own = userType === 'customer' ? { senderId: tagId, subAgentTag: me.subAgentTag } : { subAgentId: tagId };
        expect(callback).toMatchObject({
          method: 'POST',
          type: 'application/json',
          body: { status: { code: 2000 }, result: { ...common, ...own, userType } },
        });
      }
    });
  });

  test('refuses what the two kinds of users do not send', async () => {
    await within({}, async (me) => {
      const code = async (body: JsonObject): Promise<unknown> =>
        (await me.call('POST', `${objects}/ekyc/onboarding/ekycRequest`, { body })).code;
      expect(await code(request({ pan: '' }))).toBe(4160);
      expect(await code({ ...customerRequest(me), pan: 'AAAAA0000A' })).toBe(4160);
      expect(await code(request({ mobile: '9990000110' }))).toBe(4160);
      expect(await code({ ...customerRequest(me), subAgentTag: crypto.randomUUID() })).toBe(4040);
    });
  });

  test('leaves a stranger to the url out', async () => {
    await within({}, async (me) => {
      const url = new URL(await start(me, request({})));
      url.searchParams.set('session', 'guessed');
      expect((await fetch(url)).status).toBe(404);
      expect((await fetch(`${me.box.baseUrl}/ekyc/process`)).status).toBe(404);
    });
  });

  test('may be reported wrongly by a fault', async () => {
    const { url, next } = await receiver();
    await within(callbackFaults[0] ?? {}, async (me) => {
      me.box.setCallbackUrl(url);
      const [, callback] = await Promise.all([start(me, customerRequest(me)).then((page) => fetch(page)), next()]);
      expect(callback.body).toMatchObject({ result: { userType: 'customer', subAgentId: expect.any(String) as string } });
    });
  });
});
