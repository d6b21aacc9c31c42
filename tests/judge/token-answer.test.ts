import { describe, expect, test } from 'vitest';
import { paymentSources } from '../../specs/operations.ts';
import { hasEkycParameters, readUrlParameters } from '../../helpers/judge/ekyc-url.ts';
import { describeStatus } from '../../helpers/judge/reply.ts';
import { yieldsToken } from '../../helpers/judge/token-answer.ts';
import { noExchange, reply, type Answered } from './replies.ts';

describe('an answer to a token request', () => {
  const token = { access_token: 'artificial-token' };
  test.each<readonly [Answered, boolean]>([
    [{ body: token }, true],
    [{ status: 201, body: token }, true],
    [{ status: 400, body: token }, true],
    [{ status: 401, body: { error: 'invalid_grant' } }, false],
    [{ status: 401, body: { access_token: null } }, false],
    [{ body: {} }, false],
    [{ body: { access_token: 'two words' } }, false],
  ])('%j hands out a token: %s', (answered, yields) => {
    const { exchange } = reply(paymentSources, answered);
    expect(yieldsToken(exchange)).toBe(yields);
    expect(describeStatus(exchange)).toBe(`HTTP ${answered.status ?? 200}`);
  });

  test('that did not come has no token', () => {
    expect(yieldsToken(noExchange)).toBe(false);
    expect(describeStatus(noExchange)).toBe('no answer: reset');
    expect(describeStatus({ ...noExchange, trouble: null })).toBe('no answer: unknown');
  });
});

test.each([
  ['https://ekyc.example/a?payload=1&session=2&authId=3', ['payload', 'session', 'authId'], true],
  ['https://ekyc.example/a?p=1&s=2&authId=3&more=4', ['p', 's', 'authId', 'more'], true],
  ['https://ekyc.example/a?authId=1&authId=2&s=3', ['authId', 's'], false],
  ['https://ekyc.example/a?p=1&s=2&authid=3', ['p', 's', 'authid'], true],
  ['https://ekyc.example/a?payload=&session=&authId=', ['payload', 'session', 'authId'], false],
  ['https://ekyc.example/a?payload=1&session&authId=3', ['payload', 'session', 'authId'], false],
  ['https://ekyc.example/a?payload=1&session=2&authId=%20', ['payload', 'session', 'authId'], false],
  ['https://ekyc.example/a?payload=1&session=2&authId=3&debug', ['payload', 'session', 'authId', 'debug'], true],
  ['https://ekyc.example/a', [], false],
  ['no address?p=1&s=2&authId=3', [], false],
])('the eKYC address %s has the parameters %j, which are what it needs: %s', (url, parameters, whole) => {
  expect(readUrlParameters(url).names).toEqual(parameters);
  expect(hasEkycParameters(url)).toBe(whole);
});
