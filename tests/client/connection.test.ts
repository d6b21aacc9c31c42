import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { get } from './connecting.ts';
import { serveHttp, serveTcp } from './servers.ts';
import type { HeaderList } from '../../helpers/core/exchange.ts';

describe('requests and answers on the wire', () => {
  test('path, method, headers and body are sent as given', async () => {
    const seen: unknown[] = [];
    const origin = await serveHttp((request, response) => {
      request.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
      request.on('end', () => {
        seen.push(request.method, request.url, request.headersDistinct['x-twice']);
        response.end();
      });
    });
    const headers: HeaderList = [
      ['X-Twice', 'a'],
      ['x-twice', 'b'],
    ];
    await get(origin, {}, { path: '/a/../b/%2e%2e/%7E?q=%20+', method: 'POST', headers, body: '{"a":1}' });
    expect(seen).toEqual(['{"a":1}', 'POST', '/a/../b/%2e%2e/%7E?q=%20+', ['a', 'b']]);
  });

  test('an answer keeps its header list, and a body that is not text is base64', async () => {
    const origin = await serveHttp((_, response) => {
      response.writeHead(418, ['X-One', 'a', 'x-one', 'b']).end(Buffer.from([0xff, 0xfe]));
    });
    const { response } = await get(origin);
    expect(response).toMatchObject({ status: 418, body: { text: '//4=', encoding: 'base64' }, truncated: false });
    expect(response?.headers.slice(0, 2)).toEqual([
      ['X-One', 'a'],
      ['x-one', 'b'],
    ]);
  });

  test('a redirect is an answer and is not followed', async () => {
    let requests = 0;
    const origin = await serveHttp((_, response) => {
      requests += 1;
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    expect((await get(origin)).response?.status).toBe(302);
    expect(requests).toBe(1);
  });

  test('an interim answer is skipped', async () => {
    const origin = await serveHttp((_, response) => {
      response.writeProcessing();
      response.end('done');
    });
    expect((await get(origin)).response).toMatchObject({ status: 200, body: { text: 'done' } });
  });

  test('a request that cannot be sent is our mistake, not the target’s', async () => {
    await expect(get('http://127.0.0.1:1', {}, { headers: [['X', 'a\r\nb']] })).rejects.toThrow(/header/);
  });
});

/** The kept part of a cut body; no check judges it. */
const keptOfCut = 16 * 1024;

describe('a body is cut at the cap, and its beginning kept', () => {
  const capped = { maxBytes: 64 * 1024 };

  test('an endless one', async () => {
    const origin = await serveTcp((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const more = (): void => {
          while (!socket.destroyed && socket.write('x'.repeat(16_384)));
        };
        socket.on('drain', more);
        more();
      });
    });
    const { response } = await get(origin, {}, capped);
    expect([response?.truncated, response?.body.text.length]).toEqual([true, keptOfCut]);
  });

  test('a small one that unpacks to a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const origin = await serveHttp((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
    });
    const { response } = await get(origin, {}, { maxBytes: 1024 * 1024 });
    expect([response?.truncated, response?.body.text.length]).toEqual([true, keptOfCut]);
  });

  test('headers without end', async () => {
    const origin = await serveTcp((socket) => {
      socket.once('data', () => {
        socket.end(`HTTP/1.1 200 OK\r\n${'X-Many: 1\r\n'.repeat(10_000)}\r\n`);
      });
    });
    expect((await get(origin)).trouble).toMatchObject({ kind: 'protocol' });
  });

  test('an honest compressed one is unpacked, a broken one kept as it is', async () => {
    const packed = gzipSync('{"a":1}');
    const origin = await serveHttp(({ url }, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(url === '/good' ? packed : packed.subarray(5));
    });
    expect((await get(origin, {}, { path: '/good' })).response?.body).toEqual({ text: '{"a":1}', encoding: 'utf8' });
    expect((await get(origin, {}, { path: '/bad' })).response?.body).toEqual({
      text: packed.subarray(5).toString('base64'),
      encoding: 'base64',
    });
  });
});
