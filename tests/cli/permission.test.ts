import { describe, expect, test } from 'vitest';
import { operations } from '../../specs/operations.ts';
import type { Config } from '../../helpers/config/config.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import { permit, type Intent } from '../../helpers/client/limits/permit.ts';
import { createIntentReader } from '../../helpers/client/limits/intent.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { nothingSpent } from '../../helpers/client/limits/spending.ts';
import { prod, uat } from '../config/environments.ts';

function readValidConfig(environment: Environment): Config {
  const read = readConfig(environment);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.config;
}

const unspent = { ...nothingSpent, requests: 0 };
const caps = { DMT_MAX_SPEND: '1000', DMT_MAX_TRANSFERS: '5', DMT_MAX_OTPS: '5' };
const hosts = { DMT_EFFECTS_ON: 'uat.example,auth.uat.example' };
const path = { userType: 'customer', mobile: '9990000002', senderId: 's', sessionId: 's', correlationId: 'c', invoiceId: '1', id: '1' };

function permitted(environment: Environment): string[] {
  const config = readValidConfig(environment);
  const intents = createIntentReader(config);
  const ofOperation = (operation: (typeof operations)[number]): Intent => intents.readCall(operation, { path, payload: { amount: 1 } });
  return operations.filter((operation) => permit(config, ofOperation(operation), unspent).ok).map(({ id }) => id);
}

const harmless = operations.filter(({ effect }) => effect === 'none').map(({ id }) => id);
const all = operations.map(({ id }) => id);

describe('without permission, no call with an effect goes to a foreign service', () => {
  test('operations with an effect send messages, move money or leave records', () => {
    expect(all.filter((id) => !harmless.includes(id))).toEqual(['OP-3', 'OP-4', 'OP-7', 'OP-9', 'OP-12', 'OP-13', 'OP-16']);
  });

  test.each([
    ['unless it is permitted at all', {}, harmless],
    ['with hosts alone', hosts, harmless],
    ['with caps alone', caps, harmless],
    ['with one of two hosts', { ...caps, DMT_EFFECTS_ON: 'uat.example' }, harmless],
    ['with another host', { ...caps, DMT_EFFECTS_ON: 'other.example,auth.uat.example' }, harmless],
    ['with one cap missing', { ...hosts, DMT_MAX_SPEND: '1000', DMT_MAX_TRANSFERS: '5' }, harmless],
    ['but with both hosts and the three caps', { ...hosts, ...caps }, all],
  ])('%s', (_, more, expected) => {
    expect(permitted({ ...uat, ...more })).toEqual(expected);
  });

  test('prod is read-only, even with permissions', () => {
    const readable = operations.filter(({ effect, method }) => effect === 'none' && method === 'GET').map(({ id }) => id);
    expect(permitted({ ...prod, ...caps, DMT_EFFECTS_ON: 'dmt.example,auth.example' })).toEqual(readable);
  });

  test('a tunnel on this machine needs permission too', () => {
    const here = { ...uat, DMT_BASE_URL: 'http://127.0.0.1:8080', DMT_AUTH_URL: 'http://localhost:8080' };
    expect(permitted(here)).toEqual(harmless);
    expect(permitted({ ...here, DMT_EFFECTS_ON: '127.0.0.1:8080,localhost:8080', ...caps })).toEqual(all);
  });
});
