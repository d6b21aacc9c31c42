import { describe, expect, test } from 'vitest';
import type { Config } from '../../helpers/config/config.ts';
import { suggestNearest } from '../../helpers/config/nearest.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import { needsSandbox, withSandbox, type Environment } from '../../helpers/config/settings.ts';
import { prod, uat, without } from './environments.ts';

function readValidConfig(environment: Environment, started?: 'started'): Config {
  const read = readConfig(environment, started);
  if (!read.ok) throw new Error(`expected a good configuration, received ${read.problems.join('; ')}`);
  return read.config;
}

const neededCaps = ['DMT_MAX_SPEND', 'DMT_MAX_TRANSFERS', 'DMT_MAX_OTPS'];

function readProblems(environment: Environment): readonly string[] {
  const read = readConfig(environment);
  return read.ok ? [] : read.problems;
}

describe('the target kind of an environment', () => {
  test('without an address the target is the sandbox, and nothing is required', () => {
    const { target, limits, permissions, connection } = readValidConfig({});
    expect(target).toMatchObject({ kind: 'sandbox', awaitsSandbox: true, own: true });
    expect(limits).toMatchObject({ spend: null, transfers: null, otps: null, wrongCodes: null, wrongLogins: null });
    expect(permissions.allow).toEqual([
      'operational-writes',
      'fuzz-effects',
      'races',
      'wrong-logins',
      'second-mpin',
      'drain',
      'token-expiry',
    ]);
    expect(connection).toMatchObject({ timeoutMs: 10_000, maxConcurrency: 8, maxRps: null, proxy: null });
  });

  test('an address alone means uat, capped and with nothing allowed', () => {
    const { target, limits, permissions, fuzz, report } = readValidConfig(uat);
    expect(target).toMatchObject({ kind: 'uat', awaitsSandbox: false, own: false, hosts: ['uat.example', 'auth.uat.example'] });
    expect(limits).toMatchObject({ spend: '4020', transfers: 40, otps: 120, wrongCodes: 10, wrongLogins: 3, missingCaps: neededCaps });
    expect(permissions).toEqual({ effectsOn: [], allow: [] });
    expect(fuzz).toEqual({ runs: 0, seconds: 20, seed: 1 });
    expect(report).toMatchObject({ folder: 'reports', stateFolder: 'reports' });
  });

  test('prod needs neither identities nor an OTP source, and allows nothing', () => {
    const { target, permissions, configuredIds } = readValidConfig({ ...prod, DMT_ALLOW: 'races' });
    expect(target.kind).toBe('prod');
    expect(permissions.allow).toEqual([]);
    expect(configuredIds.customerTag).toBe(prod['DMT_CUSTOMER_TAG']);
  });

  test('the operator may override the started sandbox, except its addresses and credentials', () => {
    const explicit = { DMT_TRANSFER_AMOUNT: '7.25', DMT_REPORT_DIR: 'elsewhere', DMT_AGENT_ID: 'left-over' };
    expect(needsSandbox(explicit)).toBe(true);
    const joined = withSandbox(explicit, { ...uat, DMT_BASE_URL: 'http://127.0.0.1:8080', DMT_AUTH_URL: 'http://127.0.0.1:8080' });
    const { target, transfer, report, credentials, limits } = readValidConfig(joined, 'started');
    expect(target).toMatchObject({ kind: 'sandbox', own: true, awaitsSandbox: false, baseUrl: 'http://127.0.0.1:8080' });
    expect([transfer.amount, report.folder, credentials.agent.id, limits.spend]).toEqual(['7.25', 'elsewhere', 'agent-artificial', null]);
  });

  test.each(['uat', 'sandbox'])(
    'an address on this machine may be the end of a tunnel: as %s it is capped and nothing is allowed',
    (kind) => {
      const here = { DMT_BASE_URL: 'http://127.0.0.1:8080', DMT_AUTH_URL: 'http://localhost:8080' };
      const { target, limits, permissions, fuzz } = readValidConfig({ ...uat, ...here, DMT_TARGET: kind });
      expect(target).toMatchObject({ kind, own: false });
      expect(limits).toMatchObject({ otps: 120, missingCaps: neededCaps });
      expect([permissions.allow, fuzz.runs]).toEqual([[], 0]);
    },
  );

  test.each(['12.3456,65.4321', '-12,65', '0.0, -65.4321'])('%s is a place', (geoTag) => {
    expect(readValidConfig({ ...uat, DMT_GEO_TAG: geoTag }).transfer.geoTag).toBe(geoTag);
  });

  test('a configuration keeps amounts as they were written and addresses without a trailing slash', () => {
    const { target, transfer } = readValidConfig({ ...uat, DMT_BASE_URL: 'https://uat.example/partner/', DMT_TRANSFER_AMOUNT: '100.10' });
    expect([target.baseUrl, transfer.amount]).toEqual(['https://uat.example/partner', '100.10']);
  });
});

describe('every problem names its variable', () => {
  const wrong: readonly (readonly [name: string, value: string, says: string])[] = [
    ['DMT_TARGET', 'UAT', 'one of sandbox, uat, prod, received "UAT"'],
    ['DMT_BASE_URL', 'uat.example', 'an absolute http or https address'],
    ['DMT_BASE_URL', 'https://user:artificial@uat.example', 'without user name'],
    ['DMT_AUTH_URL', 'https://uat.example?x=1', 'without query'],
    ['DMT_TRANSFER_AMOUNT', '0', 'above 0'],
    ['DMT_TRANSFER_AMOUNT', '1e3', 'above 0'],
    ['DMT_TRANSFER_AMOUNT', '-5', 'above 0'],
    ['DMT_MAX_SPEND', 'much', '0 or above'],
    ['DMT_MAX_TRANSFERS', '1.5', 'a whole number'],
    ['DMT_MAX_CONCURRENCY', '0', 'above 0'],
    ['DMT_MAX_RPS', 'fast', 'above 0'],
    ['DMT_TIMEOUT_MS', '10s', 'a whole number'],
    ['DMT_SEED', 'x', 'a whole number'],
    ['DMT_CUSTOMER_MOBILE', '+91 9990000002', 'a mobile number'],
    ['DMT_SPARE_MOBILES', '9990000101;9990000102', 'a mobile number'],
    ['DMT_GEO_TAG', '12.3', 'two decimal numbers separated by a comma, received "12.3"'],
    ['DMT_GEO_TAG', '12.34;65.43', 'two decimal numbers'],
    ['DMT_GEO_TAG', 'Delhi', 'two decimal numbers'],
    ['DMT_ALLOW', 'everything', 'operational-writes, fuzz-effects, races, wrong-logins, second-mpin, drain, token-expiry'],
    ['DMT_EFFECTS_ON', 'https://uat.example', 'host names'],
    ['DMT_OTP_SOURCE', 'sms', 'one of fixed, http, command, prompt'],
    ['DMT_MPIN', '12ab', '4 to 10 digits'],
    ['DMT_OTP', 'abc', '4 to 10 digits'],
    ['DMT_PAYMENT_SOURCE', 'card', 'one of wallet, bank'],
    ['DMT_PROFILE', 'quick', 'one of essential, full, certification'],
    ['DMT_SAFETY', 'maybe', 'one of on, off'],
    ['DMT_EKYC_COMPLETE', 'auto', 'one of manual, fetch'],
    ['DMT_CALLBACK_LISTEN', '8099', 'host:port'],
    ['DMT_CALLBACK_PUBLIC_URL', 'receiver', 'an absolute http or https address'],
    ['DMT_SWAGGER_HEADERS', 'Cookie: a=b', 'a JSON object'],
    ['DMT_CA_FILE', 'no-such-file.pem', 'a readable PEM file'],
    ['DMT_WAIVERS', 'no-such-file.json', 'a readable file'],
    ['HTTPS_PROXY', 'proxy:3128', 'address of a proxy'],
  ];
  test('an address for callbacks that leads nowhere is refused', () => {
    const address = { ...uat, DMT_CALLBACK_PUBLIC_URL: 'https://relay.example/callbacks' };
    expect(readProblems(address)).toEqual([expect.stringMatching(/^DMT_CALLBACK_LISTEN: missing: .*required by DMT_CALLBACK_PUBLIC_URL/)]);
    expect(readProblems({ ...address, DMT_CALLBACK_LISTEN: '127.0.0.1:8099' })).toEqual([]);
  });

  test.each(wrong)('%s=%s', (name, value, says) => {
    const problems = readProblems({ ...uat, [name]: value }).filter((problem) => problem.startsWith(`${name}: expected `));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(says);
    expect(problems[0]).toContain(`${name}=`);
  });

  const required = Object.keys(uat).filter((name) => name !== 'DMT_OTP');
  test.each(required)('%s is required on uat', (name) => {
    const problems = readProblems({ DMT_TARGET: 'uat', ...without(uat, name) });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: missing: .*; required on uat; for example ${name}=`));
  });

  const related: readonly (readonly [title: string, environment: Environment, name: string, says: string])[] = [
    ['a fixed source without its code', without(uat, 'DMT_OTP'), 'DMT_OTP', 'DMT_OTP_SOURCE=fixed'],
    ['an http source without its address', { ...uat, DMT_OTP_SOURCE: 'http' }, 'DMT_OTP_URL', 'DMT_OTP_SOURCE=http'],
    ['a command source without its command', { ...uat, DMT_OTP_SOURCE: 'command' }, 'DMT_OTP_COMMAND', 'DMT_OTP_SOURCE=command'],
    ['a second agent without its password', { ...uat, DMT_OTHER_AGENT_ID: 'agent-b' }, 'DMT_OTHER_AGENT_PASSWORD', 'DMT_OTHER_AGENT_ID'],
    [
      'one agent in both roles',
      { ...uat, DMT_OTHER_AGENT_ID: uat['DMT_AGENT_ID'], DMT_OTHER_AGENT_PASSWORD: 'artificial-password' },
      'DMT_OTHER_AGENT_ID',
      'expected a second agent',
    ],
    ['a token address alone', { DMT_AUTH_URL: 'https://auth.uat.example', ...without(uat, 'DMT_BASE_URL') }, 'DMT_BASE_URL', 'required'],
    ['prod unconfirmed', without(prod, 'DMT_CONFIRM_HOST'), 'DMT_CONFIRM_HOST', 'required on prod'],
    ['prod confirmed with another host', { ...prod, DMT_CONFIRM_HOST: 'uat.example' }, 'DMT_CONFIRM_HOST', '"uat.example"'],
    ['prod with nothing to read', without(prod, 'DMT_CUSTOMER_TAG'), 'DMT_CUSTOMER_TAG', 'at least one of'],
    ['a sandbox elsewhere', { ...uat, DMT_TARGET: 'sandbox' }, 'DMT_BASE_URL', 'on this machine'],
    ['a name in small letters', { ...uat, dmt_seed: '3' }, 'dmt_seed', 'did you mean DMT_SEED?'],
    ['a mistyped name', { ...uat, DMT_MAX_TRANSFER: '3' }, 'DMT_MAX_TRANSFER', 'did you mean DMT_MAX_TRANSFERS?'],
  ];
  test.each(related)('%s', (_, environment, name, says) => {
    const found = readProblems(environment).filter((problem) =>
      new RegExp(`^${name}: (expected|missing:|unknown variable;) `).test(problem),
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(says);
  });

  test('a target that does not exist is told alone, since all else depends on it', () => {
    expect(readProblems({ DMT_TARGET: 'UAT' })).toEqual([expect.stringContaining('DMT_TARGET: expected one of') as string]);
  });

  test('all problems come at once', () => {
    const names = readProblems({ DMT_TARGET: 'uat', DMT_TIMEOUT_MS: 'x', DMT_BAS_URL: 'y' }).map((problem) => problem.split(':')[0]);
    expect(names).toEqual(expect.arrayContaining(['DMT_TIMEOUT_MS', 'DMT_BAS_URL', ...required]));
    expect(new Set(names).size).toBe(names.length);
  });

  test('a secret is not repeated', () => {
    const secret = 'artificial-secret-header';
    const problems = readProblems({
      ...uat,
      DMT_SWAGGER_HEADERS: secret,
      HTTPS_PROXY: secret,
      DMT_OTP_URL: secret,
      DMT_CALLBACK_POLL_URL: secret,
    });
    expect(problems).toHaveLength(4);
    expect(problems.join('\n')).not.toContain(secret);
  });

  test('an empty variable is an unset one', () => {
    expect(needsSandbox({ DMT_BASE_URL: '', DMT_AUTH_URL: ' ' })).toBe(true);
    expect(readProblems({ ...uat, DMT_MAX_RPS: '' })).toEqual([]);
  });
});

test.each([
  ['get-tag', '; did you mean get-tags?'],
  ['nosuch', ''],
])('of %s, only a close name is suggested', (name, suggested) => {
  expect(suggestNearest(name, ['get-tags', 'op9-takes-any-code'])).toBe(suggested);
});

test('the public configuration holds no secret, no identity and nothing of this machine', () => {
  const shown = readValidConfig({ ...uat, DMT_REPORT_DIR: 'elsewhere', DMT_MPIN: '1357' }).public;
  expect(shown).toMatchObject({ DMT_TARGET: 'uat', DMT_BASE_URL: 'https://uat.example', DMT_TRANSFER_AMOUNT: '100.50' });
  const hidden = ['client-password-artificial', 'agent-artificial', '9990000002', '000111000110', 'Testcase', 'elsewhere', '1357'];
  expect(hidden.filter((value) => JSON.stringify(shown).includes(value))).toEqual([]);
});
