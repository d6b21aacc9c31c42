import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainError } from '../../helpers/client/http/trouble.ts';
import { get, awaitTroubleKind } from './connecting.ts';
import { makeCertificates, nowhere, serveHttp, serveHttps, serveProxy, serveTcp, type Certificates } from './servers.ts';

describe('the reason for a missing answer', () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });
  afterAll(() => {
    certificates.remove();
  });

  // A label this long is refused before any name server is asked.
  test('dns', async () => {
    expect(await awaitTroubleKind(get(`http://${'a'.repeat(64)}.invalid`))).toBe('dns');
  });

  test('refused', async () => {
    const result = await get(await nowhere());
    expect([result.trouble?.kind, result.sent]).toEqual(['refused', false]);
  });

  test.each(['EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])('unreachable: %s', (code) => {
    const error = Object.assign(new Error('artificial'), { code });
    expect(explainError(error, { sent: false, answered: false, proxied: false }).kind).toBe('unreachable');
    expect(explainError(error, { sent: false, answered: false, proxied: true }).kind).toBe('proxy');
  });

  test('tls-unknown-issuer, and none once the issuer is named', async () => {
    const origin = await serveHttps(certificates.server, (_, response) => response.end('ok'));
    expect(await awaitTroubleKind(get(origin))).toBe('tls-unknown-issuer');
    expect(await awaitTroubleKind(get(origin, { caFile: certificates.otherCaFile }))).toBe('tls-unknown-issuer');
    expect((await get(origin, { caFile: certificates.caFile })).response?.body.text).toBe('ok');
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)('tls-client-certificate over %s, and none once it is given', async (version) => {
    const options = { ...certificates.server, requestCert: true, rejectUnauthorized: true, minVersion: version, maxVersion: version };
    const origin = await serveHttps(options, (_, response) => response.end('ok'));
    const { caFile, clientCertFile: certFile, clientKeyFile: keyFile } = certificates;
    expect(await awaitTroubleKind(get(origin, { caFile }))).toBe('tls-client-certificate');
    expect((await get(origin, { caFile, certFile, keyFile })).response?.body.text).toBe('ok');
  });

  test('tls: a certificate of another name, or no TLS at all', async () => {
    const named = await serveHttps(certificates.elsewhere, (_, response) => response.end());
    expect(await awaitTroubleKind(get(named, { caFile: certificates.caFile }))).toBe('tls');
    const unencrypted = await serveHttp((_, response) => response.end());
    expect(await awaitTroubleKind(get(unencrypted.replace('http:', 'https:')))).toBe('tls');
  });

  test('tls: https where the server expects http, and the reverse, with the address to write', async () => {
    const unencrypted = await serveHttp((_, response) => response.end());
    const plain = await get(unencrypted.replace('http:', 'https:'));
    expect([plain.trouble?.kind, plain.trouble?.message]).toEqual(['tls', expect.stringContaining('write http://')]);
    const alerting = await serveTcp((socket) => socket.once('data', () => socket.end(Buffer.from([0x15, 3, 1, 0, 2, 2, 80]))));
    const secure = await get(alerting);
    expect([secure.trouble?.kind, secure.trouble?.message]).toEqual(['tls', expect.stringContaining('write https://')]);
  });

  test('proxy: none there, or one that refuses', async () => {
    const target = 'https://target.example';
    expect(await awaitTroubleKind(get(target, { proxy: await nowhere() }))).toBe('proxy');
    const refusing = await serveTcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')),
    );
    expect(await awaitTroubleKind(get(target, { proxy: refusing }))).toBe('proxy');
    let asked = 0;
    const closing = await serveTcp((socket) =>
      socket.once('data', () => {
        asked += 1;
        socket.destroy();
      }),
    );
    expect(await awaitTroubleKind(get(target, { proxy: closing }))).toBe('proxy');
    expect(asked).toBe(1);
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
    expect(await awaitTroubleKind(get(dripping, {}, { timeoutMs: 100 }))).toBe('timeout');
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
      expect(await awaitTroubleKind(get(origin))).toBe('cut');
    },
  );

  test('protocol', async () => {
    const origin = await serveTcp((socket) => socket.once('data', () => socket.end('this is not HTTP\r\n\r\n')));
    expect(await awaitTroubleKind(get(origin))).toBe('protocol');
  });

  test('a message says what to do and holds no stack', async () => {
    const { trouble } = await get(await nowhere());
    expect(trouble?.message).toBe('nothing listens there; check address and port, and whether the service behind it is up (ECONNREFUSED)');
  });
});
