import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openConnection, type ConnectionSettings } from '../../helpers/target/connection.ts';
import { explain } from '../../helpers/target/trouble.ts';
import type { WireCall, WireResult } from '../../helpers/target/wire.ts';
import { makeCertificates, nowhere, serveHttp, serveHttps, serveProxy, serveTcp, type Certificates } from './servers.ts';

const plain: ConnectionSettings = {
  caFile: null,
  certFile: null,
  keyFile: null,
  proxy: null,
  noProxy: '',
  timeoutMs: 10_000,
  maxConcurrency: 4,
  maxRps: null,
};

function get(origin: string, settings: Partial<ConnectionSettings> = {}, call: Partial<WireCall> = {}): Promise<WireResult> {
  const connection = openConnection({ ...plain, ...settings });
  onTestFinished(connection.close);
  const usual = { origin, path: '/', method: 'GET', headers: [], body: null, timeoutMs: 10_000, maxBytes: 1024 * 1024 } as const;
  return connection.exchange({ ...usual, ...call });
}

const troubleOf = async (result: Promise<WireResult>): Promise<string | undefined> => (await result).trouble?.kind;

describe('what goes over the wire', () => {
  test('path, method, headers and body are sent as given', async () => {
    const seen: unknown[] = [];
    const origin = await serveHttp((request, response) => {
      request.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
      request.on('end', () => {
        seen.push(request.method, request.url, request.headersDistinct['x-twice']);
        response.end();
      });
    });
    const headers = ['X-Twice', 'a', 'x-twice', 'b'];
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

  test('what cannot be sent at all is our mistake, not the target’s', async () => {
    await expect(get('http://127.0.0.1:1', {}, { headers: ['X', 'a\r\nb'] })).rejects.toThrow(/header/);
  });
});

describe('a body is cut at the cap', () => {
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
    expect([response?.truncated, response?.body.text.length]).toEqual([true, capped.maxBytes]);
  });

  test('a small one that unpacks to a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const origin = await serveHttp((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
    });
    const { response } = await get(origin, {}, { maxBytes: 1024 * 1024 });
    expect([response?.truncated, response?.body.text.length]).toEqual([true, 1024 * 1024]);
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

describe('why no whole answer came', () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });
  afterAll(() => {
    certificates.remove();
  });

  // A label this long is refused before any name server is asked.
  test('dns', async () => {
    expect(await troubleOf(get(`http://${'a'.repeat(64)}.invalid`))).toBe('dns');
  });

  test('refused', async () => {
    const result = await get(await nowhere());
    expect([result.trouble?.kind, result.sent]).toEqual(['refused', false]);
  });

  test.each(['EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])('unreachable: %s', (code) => {
    const error = Object.assign(new Error('artificial'), { code });
    expect(explain(error, { sent: false, answered: false, proxied: false }).kind).toBe('unreachable');
    expect(explain(error, { sent: false, answered: false, proxied: true }).kind).toBe('proxy');
  });

  test('tls-unknown-issuer, and none once the issuer is named', async () => {
    const origin = await serveHttps(certificates.server, (_, response) => response.end('ok'));
    expect(await troubleOf(get(origin))).toBe('tls-unknown-issuer');
    expect(await troubleOf(get(origin, { caFile: certificates.otherCaFile }))).toBe('tls-unknown-issuer');
    expect((await get(origin, { caFile: certificates.caFile })).response?.body.text).toBe('ok');
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)('tls-client-certificate over %s, and none once it is given', async (version) => {
    const options = { ...certificates.server, requestCert: true, rejectUnauthorized: true, minVersion: version, maxVersion: version };
    const origin = await serveHttps(options, (_, response) => response.end('ok'));
    const { caFile, clientCertFile: certFile, clientKeyFile: keyFile } = certificates;
    expect(await troubleOf(get(origin, { caFile }))).toBe('tls-client-certificate');
    expect((await get(origin, { caFile, certFile, keyFile })).response?.body.text).toBe('ok');
  });

  test('tls: a certificate of another name, or no TLS at all', async () => {
    const named = await serveHttps(certificates.elsewhere, (_, response) => response.end());
    expect(await troubleOf(get(named, { caFile: certificates.caFile }))).toBe('tls');
    const unencrypted = await serveHttp((_, response) => response.end());
    expect(await troubleOf(get(unencrypted.replace('http:', 'https:')))).toBe('tls');
  });

  test('proxy: none there, or one that refuses', async () => {
    const target = 'https://target.example';
    expect(await troubleOf(get(target, { proxy: await nowhere() }))).toBe('proxy');
    const refusing = await serveTcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')),
    );
    expect(await troubleOf(get(target, { proxy: refusing }))).toBe('proxy');
    const closing = await serveTcp((socket) => socket.once('data', () => socket.destroy()));
    expect(await troubleOf(get(target, { proxy: closing }))).toBe('proxy');
  });

  test('a proxy that works is used for https, unless NO_PROXY names the host, and not for http on this machine', async () => {
    const { caFile } = certificates;
    const { address: proxy, tunnels } = await serveProxy();
    const secure = await serveHttps(certificates.server, (_, response) => response.end('secure'));
    const unencrypted = await serveHttp((_, response) => response.end('plain'));
    expect((await get(secure, { caFile, proxy })).response?.body.text).toBe('secure');
    expect(tunnels).toEqual([new URL(secure).host]);
    expect((await get(secure, { caFile, proxy, noProxy: 'a.example, 127.0.0.1' })).response?.body.text).toBe('secure');
    expect((await get(unencrypted, { proxy })).response?.body.text).toBe('plain');
    expect(tunnels).toHaveLength(1);
  });

  test('timeout: no answer, or one that never ends', async () => {
    const silent = await serveHttp(() => undefined);
    const result = await get(silent, {}, { timeoutMs: 50 });
    expect([result.trouble?.kind, result.sent]).toEqual(['timeout', true]);
    const dripping = await serveHttp((_, response) => {
      const drip = setInterval(() => response.write('x'), 5);
      response.on('close', () => {
        clearInterval(drip);
      });
    });
    expect(await troubleOf(get(dripping, {}, { timeoutMs: 100 }))).toBe('timeout');
  });

  test('reset', async () => {
    const origin = await serveTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const result = await get(origin);
    expect([result.trouble?.kind, result.sent]).toEqual(['reset', true]);
  });

  test.each(['HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n'])(
    'cut: %j',
    async (answer) => {
      const origin = await serveTcp((socket) => socket.once('data', () => socket.end(answer)));
      expect(await troubleOf(get(origin))).toBe('cut');
    },
  );

  test('protocol', async () => {
    const origin = await serveTcp((socket) => socket.once('data', () => socket.end('this is not HTTP\r\n\r\n')));
    expect(await troubleOf(get(origin))).toBe('protocol');
  });

  test('a message says what to do and holds no stack', async () => {
    const { trouble } = await get(await nowhere());
    expect(trouble?.message).toBe('nothing listens there; check address and port, and whether the target is up (ECONNREFUSED)');
  });
});
