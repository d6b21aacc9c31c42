import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { openRedactor } from '../../helpers/redaction/redactor.ts';
import { redactAnswer, exchange, KEY, createLearnedRedactor, redactExchange, STATE } from './redacting.ts';

describe('a long secret is replaced wherever and however it is written', () => {
  const secrets = ['000111000110', 'p&ss "w\\rd/ö<1>', 'artificial-token.with_parts', '5f0c7a52-2222-4abc-8def-0123456789ab', 'ABCDE1234F'];
  const writings: readonly (readonly [title: string, write: (secret: string) => string])[] = [
    ['raw', (secret) => `before ${secret} after`],
    ['in JSON', (secret) => JSON.stringify({ a: secret })],
    ['in JSON in JSON', (secret) => JSON.stringify({ a: JSON.stringify({ b: secret }) })],
    ['in JSON with escaped slashes', (secret) => JSON.stringify({ a: secret }).replaceAll('/', '\\/')],
    [
      'in JSON as code points',
      (secret) => `{"a":"${Array.from(secret, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`,
    ],
    ['in an address', (secret) => `https://uat.example/${encodeURIComponent(secret)}?q=${encodeURIComponent(secret)}`],
    ['in an address, lower case', (secret) => encodeURIComponent(secret).replaceAll(/%../g, (escape) => escape.toLowerCase())],
    ['in a form', (secret) => new URLSearchParams({ a: secret }).toString()],
    ['in base64', (secret) => Buffer.from(secret).toString('base64')],
    ['within base64', (secret) => Buffer.from(`x${secret}y`).toString('base64')],
    ['within base64url', (secret) => Buffer.from(`xy:${secret}:z`).toString('base64url')],
    [
      'in HTML',
      (secret) => `<p>${secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')}</p>`,
    ],
  ];

  test.each(writings)('%s', (_, write) => {
    for (const secret of secrets) {
      const text = write(secret);
      const redactor = createLearnedRedactor(secret);
      const places = {
        url: 'https://uat.example/',
        sent: [['X-Sent', text]] as const,
        request: text,
        received: [['X-Got', text]] as const,
      };
      const kept = redactExchange(redactor, 'OP-2', { ...places, response: text });
      const texts = [kept.request.headers[0]?.[1], kept.request.body?.text, kept.response?.headers[0]?.[1], kept.response?.body.text];
      for (const found of [...texts, redactor.text(text)]) {
        expect(found).not.toBe(text);
        for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) expect(found).not.toContain(form);
        expect(decoded(found ?? '')).not.toContain(secret);
      }
    }
  });

  function decoded(text: string): string {
    const runs = text.match(/[\w+/-]{8,}/g) ?? [];
    return runs
      .flatMap((run) => ['base64', 'base64url'].map((encoding) => Buffer.from(run, encoding as BufferEncoding).toString()))
      .join('\n');
  }

  test('a mobile number written with an exponent, and within a longer number', () => {
    const text = redactAnswer(createLearnedRedactor('9990000012'), 'OP-2', '{"a":9.990000012E9,"b":919990000012}');
    expect(text).not.toMatch(/99.?0000012/);
    const { a, b } = JSON.parse(text) as Record<string, number>;
    expect([typeof a, String(a).length, String(b).length]).toEqual(['number', 10, 12]);
  });

  test('in bytes that are not text', () => {
    const body = Buffer.concat([Buffer.from([0xff]), Buffer.from('heap artificial-token heap')]).toString('base64');
    const given = exchange('ACTUATOR', {});
    const response = { status: 200, headers: [], truncated: false, body: { text: body, encoding: 'base64' } } as const;
    const line = createLearnedRedactor('artificial-token').line({ ...given, response });
    const kept = JSON.parse(line) as Exchange;
    expect(Buffer.from(kept.response?.body.text ?? '', 'base64').toString('latin1')).toMatch(/heap [a-z]{10}-[a-z]{5} heap$/);
    expect(line).not.toContain(Buffer.from('artificial-token').toString('base64').slice(2, -4));
  });
});

describe('a stand-in', () => {
  const standIn = (value: string, key = KEY): string => {
    const redactor = openRedactor(key);
    redactor.learn(value);
    return redactor.text(value);
  };

  test.each([
    ['000111000110', /^0\d{11}$/],
    ['9990000012', /^[1-9]\d{9}$/],
    [STATE, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/],
    ['ABCDE1234F', /^[A-Z]{5}\d{4}[A-Z]$/],
    ['someone@artificial.example', /^[a-z]{7}@[a-z]{10}\.[a-z]{7}$/],
  ])('keeps the shape of %s', (value, shape) => {
    expect(standIn(value)).toMatch(shape);
    expect(standIn(value)).not.toBe(value);
  });

  test('is the same throughout a run and another in the next', () => {
    expect(standIn('000111000110')).toBe(standIn('000111000110'));
    expect(standIn('000111000110')).not.toBe(standIn('000111000110', Buffer.alloc(32, 8)));
  });

  test('keeps the type of a value', () => {
    const { result } = JSON.parse(
      redactAnswer(createLearnedRedactor('9990000012'), 'OP-6', '{"result":{"senderMobile":9990000012,"other":"9990000012"}}'),
    ) as {
      result: { senderMobile: unknown; other: unknown };
    };
    expect(typeof result.senderMobile).toBe('number');
    expect(result.other).toBe(String(result.senderMobile));
  });
});
