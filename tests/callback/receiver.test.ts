import { request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Received } from '../../helpers/callback/received.ts';
import { openReceiver, type ReceiverLimits } from '../../helpers/callback/receiver.ts';

const local = { host: '127.0.0.1', port: 0 };

interface Listening {
  readonly url: string;
  readonly heard: readonly Received[];
  readonly turnedAway: () => number;
  readonly heardOf: (count: number) => Promise<void>;
}

async function listening(limits?: ReceiverLimits): Promise<Listening> {
  const heard: Received[] = [];
  let waiting: (() => void) | null = null;
  const receiver = await openReceiver(
    local,
    (one) => {
      heard.push(one);
      waiting?.();
    },
    limits,
  );
  onTestFinished(receiver.close);
  const waitForCallbacks = (count: number): Promise<void> =>
    new Promise((resolve) => {
      waiting = () => {
        if (heard.length >= count) resolve();
      };
      waiting();
    });
  return { url: receiver.url, heard, turnedAway: receiver.turnedAway, heardOf: waitForCallbacks };
}

/** Sends raw bytes and returns everything until the connection ends. */
const raw = (url: string, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(answer);
    });
  });

const limits: ReceiverLimits = { maxBytes: 1000, maxBytesAtOnce: 5000, timeoutMs: 60_000, maxConnections: 100 };
const head = 'POST /callback HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n';

describe('the receiver', () => {
  test('keeps method, address, headers and body as they came, and answers 200', async () => {
    const { url, heard } = await listening();
    const response = await fetch(`${url}/a?b=c`, { method: 'PUT', headers: { 'X-Testcase': 'yes' }, body: '{"a": 1.0}' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(heard[0]).toMatchObject({
      method: 'PUT',
      url: '/callback/a?b=c',
      body: { text: '{"a": 1.0}', encoding: 'utf8' },
      truncated: false,
    });
    expect(heard[0]?.headers?.filter(([name]) => name.toLowerCase() === 'x-testcase').map(([, value]) => value)).toEqual(['yes']);
  });

  test('keeps bytes that are not text, and unpacks a compressed body', async () => {
    const { url, heard } = await listening();
    await fetch(url, { method: 'POST', body: new Uint8Array([0xff, 0, 1]) });
    await fetch(url, { method: 'POST', headers: { 'content-encoding': 'gzip' }, body: new Uint8Array(gzipSync('{}')) });
    expect(heard.map(({ body }) => body)).toEqual([
      { text: '/wAB', encoding: 'base64' },
      { text: '{}', encoding: 'utf8' },
    ]);
  });

  test('cuts a body without end, and one that unpacks to more than its cap', async () => {
    const { url, heard, heardOf } = await listening(limits);
    await new Promise<void>((resolve) => {
      const endless = request(url, { method: 'POST' }, (response) => {
        response.resume();
        expect(response.statusCode).toBe(200);
      });
      endless.on('error', () => undefined);
      endless.on('close', resolve);
      endless.write('x'.repeat(2000));
    });
    await fetch(url, { method: 'POST', headers: { 'content-encoding': 'gzip' }, body: new Uint8Array(gzipSync('y'.repeat(9000))) });
    await heardOf(2);
    expect(heard.map(({ truncated, body }) => [truncated, body.text.length])).toEqual([
      [true, 1000],
      [true, 1000],
    ]);
  });

  test('drops a body that takes too long', async () => {
    const { url, heard } = await listening({ ...limits, timeoutMs: 50 });
    expect(await raw(url, `${head}{`)).toContain('408');
    expect(heard).toEqual([]);
  });

  test('drops a body that breaks off, and bytes that are not HTTP', async () => {
    const { url, heard } = await listening(limits);
    expect(await raw(url, '\u0000\u0001 garbage\r\n\r\n')).toContain('400');
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(`${head}{`, () => socket.destroy()));
      socket.on('close', () => {
        resolve();
      });
    });
    await fetch(url, { method: 'POST', body: 'after' });
    expect(heard.map(({ body }) => body.text)).toEqual(['after']);
  });

  test('takes a thousand posts at once', async () => {
    const { url, heard } = await listening();
    const statuses = await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => (await fetch(url, { method: 'POST', body: String(index) })).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(heard.length).toBe(1000);
  });

  test('refuses connections when too many are open, and counts them', async () => {
    const { url, turnedAway } = await listening({ ...limits, maxConnections: 1 });
    const first = connect(Number(new URL(url).port), '127.0.0.1', () => first.write(head));
    onTestFinished(() => void first.destroy());
    await new Promise((resolve) => first.once('connect', resolve));
    expect([await raw(url, `${head}0123456789`), turnedAway()]).toEqual(['', 1]);
  });

  test('says when the address is taken', async () => {
    const { url } = await listening();
    await expect(openReceiver({ host: '127.0.0.1', port: Number(new URL(url).port) }, () => undefined)).rejects.toThrow('EADDRINUSE');
  });
});
