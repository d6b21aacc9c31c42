import { describe, expect, test } from 'vitest';
import { permissionWords } from '../../helpers/config/permissions.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Config } from '../../helpers/config/config.ts';
import { permit } from '../../helpers/client/limits/permit.ts';
import { createIntentReader } from '../../helpers/client/limits/intent.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { nothingSpent, openSpending } from '../../helpers/client/limits/spending.ts';
import { tokenRequest } from '../../helpers/client/auth/token.ts';
import { wrongLoginNames, wrongLogins, buildWrongTokenRequest } from '../../helpers/client/limits/wrong-logins.ts';
import { runPermissions } from '../../sandbox/environment.ts';
import { senderDetail } from '../../specs/operations.ts';
import { prod, uat } from '../config/environments.ts';
import { openSurroundings } from './service.ts';

function readValidConfig(environment: Environment): Config {
  const read = readConfig(environment);
  if (!read.ok) throw new Error(read.problems.join('; '));
  return read.config;
}

const unspent = { ...nothingSpent, requests: 0 };
const two = { ...uat, DMT_OTHER_AGENT_ID: 'other-artificial', DMT_OTHER_AGENT_PASSWORD: 'other-password-artificial' };
const allowed = { ...two, DMT_ALLOW: 'wrong-logins' };

function findReason(environment: Environment, sent = 0): string | null {
  const config = readValidConfig(environment);
  const intent = createIntentReader(config).readRaw(buildWrongTokenRequest(config, wrongLogins['wrong-password']), 'TOKEN');
  const permitted = permit(config, intent, { ...unspent, wrongLogins: sent });
  return permitted.ok ? null : permitted.reason;
}

describe('a wrong login', () => {
  test('is permitted by its own word only, and by no word of 0.1.0', () => {
    expect(findReason(two)).toBe('wrong logins are not permitted: add wrong-logins to DMT_ALLOW');
    expect(findReason({ ...two, DMT_ALLOW: 'operational-writes,fuzz-effects,races' })).toContain('add wrong-logins to DMT_ALLOW');
    expect(findReason(allowed)).toBeNull();
  });

  test('has a cap of three, unless another cap is set', () => {
    expect([findReason(allowed, 2), findReason({ ...allowed, DMT_MAX_WRONG_LOGINS: '4' }, 3)]).toEqual([null, null]);
    expect(findReason(allowed, 3)).toBe('wrong-login limit reached (DMT_MAX_WRONG_LOGINS=3): raise it to test the rest; all need 25');
    expect(findReason({ ...allowed, DMT_MAX_WRONG_LOGINS: '0' })).toContain('wrong-login limit reached (DMT_MAX_WRONG_LOGINS=0)');
  });

  test('is never sent to prod', () => {
    expect(findReason({ ...prod, DMT_ALLOW: 'wrong-logins' })).toBe('prod is read-only: no wrong token request is sent there');
  });

  test('is every token request that is not as documented with configured credentials', () => {
    const config = readValidConfig(allowed);
    const intents = createIntentReader(config);
    const { client, agent, otherAgent } = config.credentials;
    for (const each of [agent, otherAgent ?? agent])
      expect(intents.readRaw(tokenRequest(config, { client, agent: each }), 'TOKEN')).toMatchObject({
        tokenRequest: true,
        wrongLogin: false,
      });
    const nobody = { id: 'nobody', password: 'artificial' };
    const wrong = [
      ...wrongLoginNames.map((name) => buildWrongTokenRequest(config, wrongLogins[name])),
      tokenRequest(config, { client: nobody, agent: nobody }),
      { method: 'GET', url: `${config.target.authUrl}/authserver//oauth/%74oken?x=1` },
    ];
    for (const request of wrong) expect(intents.readRaw(request, null)).toMatchObject({ tokenRequest: false, wrongLogin: true });
    expect(intents.readRaw({ method: 'GET', url: '/actuator/health' }, 'ACTUATOR').wrongLogin).toBe(false);
  });

  test('is counted when it leaves, whatever comes back, so that a later sitting knows of it', async () => {
    const spent: unknown[] = [];
    const { target } = await openSurroundings(
      { token: () => [401, {}] },
      { DMT_ALLOW: 'wrong-logins' },
      { onSpent: (line) => spent.push(line) },
    );
    await target.raw(buildWrongTokenRequest(target.config, wrongLogins['wrong-password']), 'wrong', 'TOKEN');
    expect(spent.filter((line) => JSON.stringify(line).includes('"wrongLogins":1'))).toHaveLength(1);
    expect(target.mostSpent().wrongLogins).toBe(1);
  });

  test('is not given back when it did not leave: the cap errs on the safe side', () => {
    const spending = openSpending();
    const config = readValidConfig(allowed);
    const intent = createIntentReader(config).readRaw(buildWrongTokenRequest(config, wrongLogins['missing-basic']), 'TOKEN');
    spending.reserve(intent);
    spending.closeReservation(intent, 'not-sent');
    expect(spending.spent().wrongLogins).toBe(1);
  });
});

test('a started sandbox permits everything', () => {
  expect(runPermissions('http://127.0.0.1:1')['DMT_ALLOW']?.split(',')).toEqual(permissionWords);
});

test('a wrong code of a plain read is also reported when it leaves', async () => {
  const spent: unknown[] = [];
  const { target } = await openSurroundings({}, {}, { onSpent: (line) => spent.push(line) });
  await target.send(senderDetail, { path: { senderId: 's' }, query: { subAgentTagId: 's' }, wrongCode: '9990000101' }, 'wrong');
  expect(spent).toEqual([expect.objectContaining({ wrongCodes: 1 })]);
});
