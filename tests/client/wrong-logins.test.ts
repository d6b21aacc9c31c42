import { describe, expect, test } from 'vitest';
import { permissionWords } from '../../helpers/config/permissions.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Config } from '../../helpers/config/config.ts';
import { permit } from '../../helpers/client/limits/permit.ts';
import { intentReader } from '../../helpers/client/limits/intent.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { nothingSpent, openSpending } from '../../helpers/client/limits/spending.ts';
import { tokenRequest } from '../../helpers/client/auth/token.ts';
import { wrongLoginNames, wrongLogins, wrongTokenRequest } from '../../helpers/client/limits/wrong-logins.ts';
import { runPermissions } from '../../sandbox/environment.ts';
import { senderDetail } from '../../specs/operations.ts';
import { prod, uat } from '../config/environments.ts';
import { open } from './service.ts';

function configOf(environment: Environment): Config {
  const read = readConfig(environment);
  if (!read.ok) throw new Error(read.problems.join('; '));
  return read.config;
}

const unspent = { ...nothingSpent, requests: 0 };
const two = { ...uat, DMT_OTHER_AGENT_ID: 'other-artificial', DMT_OTHER_AGENT_PASSWORD: 'other-password-artificial' };
const allowed = { ...two, DMT_ALLOW: 'wrong-logins' };

function reasonOf(environment: Environment, sent = 0): string | null {
  const config = configOf(environment);
  const intent = intentReader(config).ofRaw(wrongTokenRequest(config, wrongLogins['wrong-password']), 'TOKEN');
  const permitted = permit(config, intent, { ...unspent, wrongLogins: sent });
  return permitted.ok ? null : permitted.reason;
}

describe('a wrong login', () => {
  test('is permitted by its own word alone, and by none that 0.1.0 knew', () => {
    expect(reasonOf(two)).toBe('wrong logins are not permitted: add wrong-logins to DMT_ALLOW');
    expect(reasonOf({ ...two, DMT_ALLOW: 'operational-writes,fuzz-effects,races' })).toContain('add wrong-logins to DMT_ALLOW');
    expect(reasonOf(allowed)).toBeNull();
  });

  test('is one of three, unless another number is set', () => {
    expect([reasonOf(allowed, 2), reasonOf({ ...allowed, DMT_MAX_WRONG_LOGINS: '4' }, 3)]).toEqual([null, null]);
    expect(reasonOf(allowed, 3)).toBe('3 wrong logins sent: DMT_MAX_WRONG_LOGINS is reached; 9 would do for all of them');
    expect(reasonOf({ ...allowed, DMT_MAX_WRONG_LOGINS: '0' })).toContain('0 wrong logins sent');
  });

  test('is never sent to prod', () => {
    expect(reasonOf({ ...prod, DMT_ALLOW: 'wrong-logins' })).toBe('prod is read-only: no wrong token request is sent there');
  });

  test('is every token request that is not as documented with configured credentials', () => {
    const config = configOf(allowed);
    const intents = intentReader(config);
    const { client, agent, otherAgent } = config.credentials;
    for (const each of [agent, otherAgent ?? agent])
      expect(intents.ofRaw(tokenRequest(config, { client, agent: each }), 'TOKEN')).toMatchObject({
        tokenRequest: true,
        wrongLogin: false,
      });
    const nobody = { id: 'nobody', password: 'artificial' };
    const wrong = [
      ...wrongLoginNames.map((name) => wrongTokenRequest(config, wrongLogins[name])),
      tokenRequest(config, { client: nobody, agent: nobody }),
      { method: 'GET', url: `${config.target.authUrl}/authserver//oauth/%74oken?x=1` },
    ];
    for (const request of wrong) expect(intents.ofRaw(request, null)).toMatchObject({ tokenRequest: false, wrongLogin: true });
    expect(intents.ofRaw({ method: 'GET', url: '/actuator/health' }, 'ACTUATOR').wrongLogin).toBe(false);
  });

  test('is counted when it leaves, whatever comes back, so that a later sitting knows of it', async () => {
    const spent: unknown[] = [];
    const { target } = await open({ token: () => [401, {}] }, { DMT_ALLOW: 'wrong-logins' }, { onSpent: (line) => spent.push(line) });
    await target.raw(wrongTokenRequest(target.config, wrongLogins['wrong-password']), 'wrong', 'TOKEN');
    expect(spent.filter((line) => JSON.stringify(line).includes('"wrongLogins":1'))).toHaveLength(1);
    expect(target.mostSpent().wrongLogins).toBe(1);
  });

  test('is not given back when it did not leave: the cap errs on the safe side', () => {
    const spending = openSpending();
    const config = configOf(allowed);
    const intent = intentReader(config).ofRaw(wrongTokenRequest(config, wrongLogins['missing-basic']), 'TOKEN');
    spending.reserve(intent);
    spending.settle(intent, 'not-sent');
    expect(spending.spent().wrongLogins).toBe(1);
  });
});

test('a served sandbox permits all there is to permit', () => {
  expect(runPermissions('http://127.0.0.1:1')['DMT_ALLOW']?.split(',')).toEqual(permissionWords);
});

test('a wrong code of a plain read is told as well when it leaves', async () => {
  const spent: unknown[] = [];
  const { target } = await open({}, {}, { onSpent: (line) => spent.push(line) });
  await target.send(senderDetail, { path: { senderId: 's' }, query: { subAgentTagId: 's' }, wrongCode: '9990000101' }, 'wrong');
  expect(spent).toEqual([expect.objectContaining({ wrongCodes: 1 })]);
});
