import { describe, expect, test } from 'vitest';
import { requestTransfer } from '../../../specs/operations.ts';
import { readQueryValue } from '../../../helpers/core/answers.ts';
import { parseRequestBody, type Exchange, type WireBody } from '../../../helpers/core/exchange.ts';
import { readNamedCall } from '../../../helpers/judge/facts/named-call.ts';
import { recordedExchange } from '../recorded-exchange.ts';

const payload = { from: 'a', to: '17', type: 'imps', options: {}, amount: 1, correlationId: 'd' };
const values = { subAgentTagId: 'b', sessionId: 'c', ...payload };

const sent = (body: WireBody | null, more = ''): Exchange => {
  const exchange = recordedExchange(requestTransfer, { id: 'x1', values, after: 0 });
  return { ...exchange, request: { ...exchange.request, url: `${exchange.request.url}${more}`, body } };
};

const asText = (text: string): WireBody => ({ text, encoding: 'utf8' });

test.each([
  ['{"amount":100.370}', '100.37'],
  ['{"amount":1.0037E2}', '100.37'],
  ['{"amount":9007199254740993}', '9007199254740993'],
  ['{"amount":1,"amount":2}', '2'],
  ['{"amount":"100.37"}', undefined],
  ['{"amount":null}', undefined],
  ['{"to":17}', undefined],
  ['[100.37]', undefined],
  ['{"amount":100.37', undefined],
  ['', undefined],
])('%s asks for the amount %s', (text, amount) => {
  expect(readNamedCall(sent(asText(text)))?.amount?.toFixed()).toBe(amount);
});

test('a name that comes twice in the query, or a call of nobody known, names nothing', () => {
  expect(readNamedCall(sent(null))?.values).toMatchObject({ sessionId: 'c', subAgentTagId: 'b' });
  expect(readNamedCall(sent(null, '&subAgentTagId=b'))).toBeNull();
  expect(readNamedCall({ ...sent(null), as: null })).toBeNull();
});

describe('a request that no documented form needs to explain', () => {
  test.each([
    [asText('{"to":"017","amount":"1"}'), { to: '017', amount: '1' }],
    [asText('{"to":17,"to":18}'), { to: 18 }],
    [asText('{"to":'), undefined],
    [asText(''), undefined],
    [null, undefined],
  ])('with the body %j holds %j', (body, held) => {
    expect(parseRequestBody(sent(body))).toEqual(held);
  });

  test.each([
    ['http://a/b?c=1', '1'],
    ['http://a/b?c=1&c=2', '1'],
    ['http://a/b?d=0&c=a%2Bb+c', 'a+b c'],
    ['http://a/b?c=%zz', '%zz'],
    ['http://a/b?c=1#d', '1'],
    ['http://a/b?c=1?d', '1?d'],
    ['http://a/b??c=1', null],
    ['http://a/b?c=', ''],
    ['http://a/b?C=1', null],
    ['http://a/b', null],
    ['http://a/b#?c=1', null],
    ['http://a:1http://b/c?c=1', '1'],
  ])('the address %s has %s under c', (url, value) => {
    expect(readQueryValue(url, 'c')).toBe(value);
  });
});
