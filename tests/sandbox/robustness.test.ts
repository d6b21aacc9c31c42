import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import { beneficiary, customer, objects, partner, payload, transfer, type Partner } from './support/partner.ts';

let box: Sandbox;
let me: Partner;
beforeAll(async () => {
  box = await startSandbox();
  me = await partner(box);
});
afterAll(() => box.close());

const otpPath = `${objects}/security/otp`;

const alive = async (): Promise<void> => {
  expect((await me.call('GET', `${objects}/paymentSource`)).code).toBe(2000);
};

const raw = (bytes: string, abort = false): Promise<string> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect(Number(new URL(box.baseUrl).port), '127.0.0.1', () => {
      socket.write(bytes, () => {
        if (abort) socket.resetAndDestroy();
      });
    });
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(heard);
    });
  });

describe('no input brings it down', () => {
  test.each([
    ['a __proto__ key', '{"__proto__":{"object":"9990000101"}}'],
    ['depth', `{"object":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['a huge number', `{"object":1${'0'.repeat(400)}}`],
    ['a long number', `{"object":${'9'.repeat(10_000)}.${'9'.repeat(10_000)}e999999999}`],
    ['an array', '[]'],
    ['null', 'null'],
    ['text', '"9990000101"'],
  ])('%s is refused cleanly', async (_what, body) => {
    const reply = await me.call('POST', otpPath, { raw: body });
    expect([reply.http, reply.code]).toEqual([200, 4160]);
    await alive();
  });

  test('a body of 3 MiB is 400', async () => {
    const reply = await me.call('POST', otpPath, { raw: `{"object":"${'x'.repeat(3 * 1024 * 1024)}"}` });
    expect(reply.http).toBe(400);
    await alive();
  });

  test('64 kB of headers are read', async () => {
    const reply = await me.call('GET', `${objects}/paymentSource`, { headers: { 'x-large': 'x'.repeat(64 * 1024) } });
    expect(reply.code).toBe(2000);
  });

  test.each([
    ['nonsense', 'nonsense\r\n\r\n', /^HTTP\/1\.1 400/],
    ['an unknown verb', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 400/],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1\.1 404/],
    ['encodings that mean nothing', 'GET /%zz/%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 404/],
    ['an absolute address', 'GET http://x/service/%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 404/],
    ['a Content-Length too large', `POST ${otpPath} HTTP/1.1\r\nHost: x\r\nContent-Length: 90\r\n\r\n{}`, /^$/, true],
  ])('%s is survived', async (_what, bytes, answer, abort = false) => {
    expect(await raw(bytes, abort)).toMatch(answer);
    await alive();
  });

  test('a hundred calls at once are all served', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => me.call('GET', `${objects}/paymentSource`)));
    expect(replies.every(({ code }) => code === 2000)).toBe(true);
  });

  test('the same request at once has one invoice', async () => {
    const sender = await customer(me);
    const body = payload(sender, await beneficiary(me, sender));
    const replies = await Promise.all(Array.from({ length: 10 }, () => transfer(me, sender, body)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });
});

test('it takes calls once it has started, and closes with them still open', async () => {
  const { promise: reached, resolve } = Promise.withResolvers<undefined>();
  const silent = await startSandbox({
    twist: () => () => {
      resolve(undefined);
      return Promise.resolve({ status: 200, headers: {}, wire: { kind: 'hang' } });
    },
  });
  const open = fetch(silent.baseUrl).catch(() => 'cut');
  await reached;
  await silent.close();
  expect(await open).toBe('cut');
});
