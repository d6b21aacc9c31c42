import { describe, expect, test } from 'vitest';
import { parseJson, writeJson } from '../../sandbox/http/json.ts';
import { paise } from '../../sandbox/state/money.ts';
import { startSandbox } from '../../sandbox/start.ts';
import type { Wire } from '../../sandbox/http/exchange.ts';
import { objects, send, within } from './support/partner.ts';

describe('numbers', () => {
  test.each([
    ['exponent', '{"code":2000,"mobile":9.8E9,"amount":1.0037E2,"zero":0E0,"text":"\\u0000x"}'],
    ['decimal', '{"code":2000,"mobile":9800000000.0,"amount":100.37,"zero":0.0,"text":"\\u0000x"}'],
  ] as const)('are written in the style %s', (numbers, expected) => {
    const value = { code: 2000, mobile: 9_800_000_000, amount: 100.37, zero: 0, text: '\u0000x' };
    expect(writeJson(value, { numbers, pretty: false })).toBe(expected);
    expect(JSON.parse(expected)).toEqual(value);
  });

  test.each(['1', '1.0', '1e2', '0.10', '-0', '100E-2', '9007199254740993', '0.1'])('%s is read as it is or not at all', (lexeme) => {
    const read = parseJson(Buffer.from(lexeme));
    expect(read).toEqual({ broken: false, body: lexeme === '9007199254740993' ? NaN : Number(lexeme) });
  });

  test('only a number that is inexact is lost, and never digits of a text', () => {
    const text = '{"9007199254740993":[9007199254740993,-9007199254740993,1e999,"9007199254740993","\\"1e999","\\\\",1e2]}';
    const body = { '9007199254740993': [NaN, NaN, NaN, '9007199254740993', '"1e999', '\\', 100] };
    expect(parseJson(Buffer.from(text))).toEqual({ broken: false, body });
  });

  test('money is whole paise or nothing', () => {
    expect([0.01, 100.37, 1e9, 1.005, 1e17, NaN, '1'].map(paise)).toEqual([1, 10_037, 1e11, undefined, undefined, undefined, undefined]);
  });
});

test('answers come in the style of the policy', async () => {
  const answers = {
    contentType: 'application/json;charset=UTF-8',
    pretty: true,
    extraFields: true,
    closeConnection: true,
    gzip: true,
  } as const;
  await within({ policy: { answers } }, async ({ call }) => {
    const { type, headers, text } = await call('GET', `${objects}/paymentSource`);
    expect([type, headers.get('connection'), headers.get('content-encoding')]).toEqual([answers.contentType, 'close', 'gzip']);
    expect(text).toMatch(/^\{\n/);
    expect(text).toContain('traceNote');
  });
});

describe('on the wire', () => {
  const through = async (wire: Wire): Promise<string> => {
    const box = await startSandbox({ twist: () => () => Promise.resolve({ status: 200, headers: {}, json: { some: 'answer' }, wire }) });
    const heard = await send(box, 'GET', '/').then(
      ({ text }) => text,
      () => 'failed',
    );
    await box.close();
    return heard;
  };

  test.each<[Wire, string]>([
    [{ kind: 'reset' }, 'failed'],
    [{ kind: 'truncate', bytes: 5 }, 'failed'],
    [{ kind: 'raw', bytes: Buffer.from('nonsense\r\n\r\n') }, 'failed'],
    [{ kind: 'raw', bytes: Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok') }, 'ok'],
    [{ kind: 'delay', ms: 1 }, '{"some":"answer"}'],
    [{ kind: 'drip', bytes: 4, everyMs: 1 }, '{"some":"answer"}'],
    [{ kind: 'repeat', times: 3 }, '{"some":"answer"}'.repeat(3)],
  ])('an answer can %o', async (wire, expected) => {
    expect(await through(wire)).toBe(expected);
  });
});
