import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../sandbox/http/json.ts';
import { customerRequest, request, start } from './support/ekyc.ts';
import { objects, tag, within } from './support/partner.ts';
import { receiver } from './support/receiver.ts';

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
        expect({ ...callback, body: JSON.parse(callback.text) as Json }).toMatchObject({
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
});
