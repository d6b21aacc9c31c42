import { Big } from 'big.js';
import { describe, expect, test } from 'vitest';
import type { Config } from '../../helpers/config/config.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import { worstEffect, requestEffects } from '../../helpers/core/effects.ts';
import { permit, type Intent, type Spent } from '../../helpers/client/limits/permit.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { nothingSpent, openSpending } from '../../helpers/client/limits/spending.ts';
import { operations } from '../../specs/operations.ts';
import { prod, uat } from '../config/environments.ts';

function readValidConfig(environment: Environment, started?: 'started'): Config {
  const read = readConfig(environment, started);
  if (!read.ok) throw new Error(read.problems.join('; '));
  return read.config;
}

const unspent: Spent = { ...nothingSpent, requests: 0 };
const intent = (parts: Partial<Intent>): Intent => ({
  method: 'POST',
  effect: 'none',
  heapdump: false,
  tokenRequest: false,
  amount: Big(0),
  wrongCode: null,
  wrongLogin: false,
  fuzzed: false,
  campaign: false,
  ...parts,
});
const effects = ['sends-otp', 'leaves-record', 'moves-money', 'operational-write'] as const;
const caps = { DMT_MAX_SPEND: '1000', DMT_MAX_TRANSFERS: '5', DMT_MAX_OTPS: '5' };
const hosts = { DMT_EFFECTS_ON: 'uat.example, auth.uat.example', DMT_ALLOW: 'operational-writes' };

function findReason(environment: Environment, parts: Partial<Intent>, spent: Spent = unspent): string | null {
  const permitted = permit(readValidConfig(environment), intent(parts), spent);
  return permitted.ok ? null : permitted.reason;
}

describe('outside our own sandbox', () => {
  test.each(effects)('%s needs both hosts named and all three caps', (effect) => {
    expect(findReason(uat, { effect })).toContain('DMT_EFFECTS_ON');
    expect(findReason({ ...uat, ...caps, ...hosts, DMT_EFFECTS_ON: 'uat.example' }, { effect })).toContain('auth.uat.example');
    expect(findReason({ ...uat, ...hosts }, { effect })).toBe('effects need caps: set DMT_MAX_SPEND, DMT_MAX_TRANSFERS and DMT_MAX_OTPS');
    for (const name of Object.keys(caps))
      expect(findReason({ ...uat, ...hosts, ...caps, [name]: '' }, { effect })).toBe(`effects need caps: set ${name}`);
    expect(findReason({ ...uat, ...hosts, ...caps }, { effect })).toBeNull();
  });

  test('a call without effect needs nothing', () => {
    expect(findReason(uat, { method: 'GET' })).toBeNull();
    expect(findReason(uat, { method: 'POST' })).toBeNull();
  });

  test('this machine is no exception, as a tunnel may end on it', () => {
    const here = { ...uat, DMT_BASE_URL: 'http://localhost:8080', DMT_AUTH_URL: 'http://[::1]:8081' };
    expect(findReason(here, { effect: 'sends-otp' })).toContain(
      'effects are not permitted on localhost:8080, [::1]:8081: set DMT_EFFECTS_ON=localhost:8080,[::1]:8081',
    );
    const named = { ...here, DMT_EFFECTS_ON: 'localhost:8080,[::1]:8081' };
    expect(findReason(named, { effect: 'sends-otp' })).toContain('effects need caps');
    expect(findReason({ ...named, ...caps }, { effect: 'moves-money', amount: Big('100') })).toBeNull();
    expect(findReason({ ...named, ...caps }, { effect: 'operational-write' })).toContain('DMT_ALLOW');
  });

  test('the sandbox that this process started needs nothing', () => {
    const started = readValidConfig(
      { ...uat, DMT_TARGET: 'sandbox', DMT_BASE_URL: 'http://127.0.0.1:1', DMT_AUTH_URL: 'http://127.0.0.1:1' },
      'started',
    );
    for (const effect of effects) expect(permit(started, intent({ effect, amount: Big('100') }), unspent)).toEqual({ ok: true });
  });
});

describe('on prod', () => {
  const everything = { ...prod, ...caps, DMT_EFFECTS_ON: 'dmt.example,auth.example', DMT_ALLOW: 'operational-writes,fuzz-effects,races' };
  const here = { ...everything, DMT_BASE_URL: 'http://127.0.0.1:1', DMT_AUTH_URL: 'http://127.0.0.1:1', DMT_CONFIRM_HOST: '127.0.0.1' };

  test.each([everything, here])('only the token request and GET leave, whatever else is configured (%#)', (environment) => {
    expect(findReason(environment, { method: 'GET' })).toBeNull();
    expect(findReason(environment, { method: 'POST', tokenRequest: true })).toBeNull();
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'get'])
      expect(findReason(environment, { method })).toContain('read-only');
    for (const effect of effects) expect(findReason(environment, { method: 'GET', effect })).toContain('read-only');
    expect(findReason(environment, { method: 'GET', effect: 'operational-write', heapdump: true })).toContain('heap dump');
  });
});

describe('caps', () => {
  const environment = { ...uat, ...hosts, ...caps, DMT_MAX_SPEND: '0.3', DMT_MAX_WRONG_CODES: '2' };

  test('money is added exactly', () => {
    const spent = { ...unspent, amount: Big('0.1'), transfers: 1 };
    expect(findReason(environment, { effect: 'moves-money', amount: Big('0.2') }, spent)).toBeNull();
    expect(findReason(environment, { effect: 'moves-money', amount: Big('0.21') }, spent)).toContain('DMT_MAX_SPEND=0.3');
  });

  test('transfers, OTPs and wrong codes are counted', () => {
    expect(findReason(environment, { effect: 'moves-money' }, { ...unspent, transfers: 4 })).toBeNull();
    expect(findReason(environment, { effect: 'moves-money' }, { ...unspent, transfers: 5 })).toContain('DMT_MAX_TRANSFERS');
    expect(findReason(environment, { effect: 'sends-otp' }, { ...unspent, otps: 5 })).toContain('DMT_MAX_OTPS');
    expect(findReason(environment, { wrongCode: '9990000101' }, { ...unspent, wrongCodes: 1 })).toBeNull();
    expect(findReason(environment, { wrongCode: '9990000101' }, { ...unspent, wrongCodes: 2 })).toContain('DMT_MAX_WRONG_CODES');
  });

  test('only a definite refusal gives back what was reserved', () => {
    const spending = openSpending();
    const transfer = intent({ effect: 'moves-money', amount: Big('10.25'), wrongCode: '9990000101' });
    for (const fate of ['accepted', 'in-doubt', 'refused', 'not-sent'] as const) {
      spending.reserve(transfer);
      spending.closeReservation(transfer, fate);
    }
    const { transfers, amount, wrongCodes } = spending.spent();
    expect([transfers, amount.toFixed(), wrongCodes]).toEqual([2, '20.5', 4]);
  });
});

describe('budgets', () => {
  const budget = { otps: 3, transfers: 2, amount: '20', wrongCodes: 1, wrongLogins: 1, records: 2 };
  const config = readValidConfig({ ...uat, ...hosts, ...caps, DMT_ALLOW: 'operational-writes,fuzz-effects' });
  const capped = { ...config, limits: { ...config.limits, budgets: { checks: { ...budget, records: null }, campaign: budget } } };
  const taken = { otps: 3, transfers: 2, amount: Big('20'), wrongCodes: 1, wrongLogins: 1, records: 2 };
  const spent = { ...taken, requests: 0, campaign: taken };
  const uses = [
    ['an OTP', { effect: 'sends-otp' }, '3 OTPs asked for'],
    ['a transfer', { effect: 'moves-money' }, '2 transfers requested'],
    ['a wrong code', { wrongCode: '9990000101' }, '1 wrong codes sent'],
    ['a record', { effect: 'leaves-record' }, '2 records left behind'],
    ['an operational write', { effect: 'operational-write' }, '2 records left behind'],
  ] as const;

  test.each(uses)('%s of a campaign counts against its own alone', (_, use, told) => {
    const permitted = permit(capped, intent({ ...use, campaign: true }), spent);
    expect(permitted).toMatchObject({ ok: false, cap: true });
    expect(permitted.ok ? '' : permitted.reason).toContain(`${told}, as many as the bill allows its campaign`);
    expect(permit(capped, intent(use), spent)).toEqual({ ok: true });
  });

  test.each(uses.slice(0, 3))('%s of a check counts against that of the checks alone', (_, use, told) => {
    const byChecks = { ...spent, campaign: nothingSpent.campaign };
    const permitted = permit(capped, intent(use), byChecks);
    expect(permitted).toMatchObject({ ok: false, cap: true });
    expect(permitted.ok ? '' : permitted.reason).toContain(`${told}, as many as the approved bill allows its checks`);
    expect(permit(capped, intent({ ...use, campaign: true }), byChecks)).toEqual({ ok: true });
  });

  test("money is bounded as its transfers are, and not at all where it is nobody's", () => {
    const one = { ...unspent, campaign: { ...nothingSpent.campaign, transfers: 1, amount: Big('19.9') } };
    const pays = (amount: string): Intent => intent({ effect: 'moves-money', amount: Big(amount), campaign: true });
    expect(permit(capped, pays('0.1'), one)).toEqual({ ok: true });
    expect(permit(capped, pays('0.11'), one)).toMatchObject({ ok: false, cap: true });
    const free = { ...capped, limits: { ...capped.limits, budgets: { checks: null, campaign: { ...budget, amount: null } } } };
    expect(permit(free, pays('0.11'), one)).toEqual({ ok: true });
  });

  test('DMT_MAX_* cap both together', () => {
    expect(permit(capped, intent({ effect: 'sends-otp' }), { ...unspent, otps: 5, campaign: { ...taken, otps: 5 } })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('DMT_MAX_OTPS') as string,
    });
  });

  test('a refusal is given back to the budget that paid', () => {
    const spending = openSpending();
    const use = intent({ effect: 'moves-money', amount: Big('10'), campaign: true });
    for (const fate of ['refused', 'accepted'] as const) {
      spending.reserve(use);
      spending.closeReservation(use, fate);
    }
    spending.reserve(intent({ effect: 'sends-otp' }));
    const { campaign, otps, transfers } = spending.spent();
    expect({ otps, transfers, own: [campaign.otps, campaign.transfers, campaign.amount.toFixed()] }).toEqual({
      otps: 1,
      transfers: 1,
      own: [0, 1, '10'],
    });
  });
});

describe('the effect of a request follows from its address', () => {
  const base = 'https://uat.example/partner';

  test.each(operations)('$id: $effect', ({ id, method, path, effect }) => {
    const address = `${base}${path.replaceAll(/\{\w+\}/g, 'x')}`;
    expect(worstEffect(id, method, address)).toBe(effect);
    expect(worstEffect('AUTH', method, address)).toBe(effect);
  });

  const disguised: readonly (readonly [method: string, path: string, effect: string])[] = [
    ['POST', '/wallet/endpoint/v3/fundTransfer/request?sessionId=x', 'moves-money'],
    ['GET', '/wallet/endpoint/v3/fundTransfer/request/x', 'moves-money'],
    ['POST', '/wallet/endpoint/v3/x/../fundTransfer/request/x', 'moves-money'],
    ['POST', '/wallet/endpoint/v3/%66undTransfer//request/x', 'moves-money'],
    ['POST', '/uiObjects/endpoint/v3/security/OTP', 'sends-otp'],
    ['POST', '/uiObjects/endpoint/v3/unheard-of', 'leaves-record'],
    ['DELETE', '/actuator/env', 'operational-write'],
    ['POST', '/actuator/loggers/x', 'operational-write'],
    ['GET', '/actuator/heapdump', 'operational-write'],
    ['GET', '/actuator/health', 'none'],
    ['POST', '/error', 'none'],
    ['GET', '/service/x', 'none'],
  ];
  test.each(disguised)('%s %s: %s', (method, path, effect) => {
    expect(worstEffect('ENVELOPE', method, base + path)).toBe(effect);
  });

  test('an unknown address may be read and not written', () => {
    expect(worstEffect(null, 'GET', 'https://relay.example/x')).toBe('none');
    expect(worstEffect(null, 'POST', 'https://relay.example/x')).toBe('leaves-record');
  });

  test('a heap dump is recognized in every spelling', () => {
    expect(
      ['/actuator/heapdump', '/actuator/HeapDump', '/actuator/%68eapdump', '/x/../actuator/heapdump?live=true'].every(
        (p) => requestEffects(null, 'GET', base + p).heapdump,
      ),
    ).toBe(true);
    expect(requestEffects(null, 'GET', `${base}/actuator/health`).heapdump).toBe(false);
  });
});
