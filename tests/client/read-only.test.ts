import { expect, test } from 'vitest';
import { operations } from '../../specs/operations.ts';
import { tokenRequest } from '../../helpers/client/auth/token.ts';
import { buildWrongTokenRequest } from '../../helpers/client/limits/wrong-logins.ts';
import { prod, without } from '../config/environments.ts';
import { openSurroundings, type Surroundings } from './service.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'get', 'CONNECT'];
const path = { userType: 'customer', mobile: '9990000002', senderId: 's', sessionId: 's', correlationId: 'c', invoiceId: '1', id: '1' };
const addresses = [
  '/actuator/env',
  '/actuator/refresh',
  '/actuator/heapdump',
  '/error',
  '/service/x',
  '/authserver/oauth/token',
  '/unheard-of',
];
const query = { subAgentTagId: 's' };

/** Tries every function of the client, with any method, body and token. */
async function tryAll({ target }: Surroundings): Promise<void> {
  for (const method of methods) {
    for (const operation of operations) {
      const asked = operation.path.replaceAll(/\{\w+\}/g, 'x');
      await target.send(operation, { path, query, method, consent: 'OTP 000000 s', payload: { amount: 1, object: 1 } }, 'try');
      await target.send(operation, { rawPath: asked, method, token: 'none' }, 'try');
      await target.raw({ method, url: asked, body: '{}', token: 'agent' }, 'try', null);
    }
    for (const url of addresses) await target.raw({ method, url, body: '{"name":"value"}' }, 'try', 'ACTUATOR');
  }
  const { config } = target;
  await target.freshToken();
  await target.raw(tokenRequest(config, config.credentials), 'try', 'TOKEN');
  await target.raw(buildWrongTokenRequest(config, { form: { password: 'artificial' } }), 'try', 'TOKEN');
  await target.raw(buildWrongTokenRequest(config, { client: null }), 'try', 'TOKEN');
}

test('on prod nothing but the documented token request and GET can leave the client, whatever is asked for', async () => {
  const permissive = {
    DMT_ALLOW: 'operational-writes,fuzz-effects,races',
    DMT_MAX_SPEND: '1000',
    DMT_MAX_TRANSFERS: '9',
    DMT_MAX_OTPS: '9',
  };
  const surroundings = await openSurroundings(
    {},
    { ...without(prod, 'DMT_BASE_URL', 'DMT_AUTH_URL'), ...permissive, DMT_CONFIRM_HOST: '127.0.0.1' },
  );
  await tryAll(surroundings);
  const { seen } = surroundings;
  const others = seen.filter(({ method }) => method !== 'GET');
  expect(new Set(others.map(({ method, url }) => `${method} ${url}`))).toEqual(new Set(['POST /authserver/oauth/token']));
  expect(new Set(others.map(({ body }) => new URLSearchParams(body).get('password')))).toEqual(new Set(['agent-password-artificial']));
  expect(seen.filter(({ url }) => url?.includes('heapdump'))).toEqual([]);
  expect(seen.filter(({ url }) => /security\/otp|fundTransfer\/request|ekycRequest|user\/tag|mpin/.test(url ?? ''))).toEqual([]);
  expect(seen.some(({ url }) => url?.includes('/invoice/') === true)).toBe(true);
});
