import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findSchemaErrors } from '../../helpers/report/model/schema-errors.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import type { ServiceResponse } from '../../sandbox/http/exchange.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/start.ts';
import { isBusiness, respondWith } from '../../sandbox/twists/twists.ts';
import { uat } from '../config/environments.ts';
import { makeCertificates, nowhere, serveHttp, serveHttps, serveTcp, type Certificates } from '../client/servers.ts';
import { runForVerdict } from './recorded.ts';
import { envelopeResponse, htmlPage, serverError } from '../../sandbox/twists/responses.ts';
import { someOf } from '../some-of.ts';

/** Two spare mobiles are too few for a campaign: its checks would be untried, not blocked. */
const patience = { DMT_TIMEOUT_MS: '2000', DMT_PENDING_TIMEOUT_MS: '500', DMT_FUZZ_RUNS: '0' };

const at = (address: string): Record<string, string | undefined> => ({
  ...uat,
  ...patience,
  DMT_SPARE_MOBILES:
    '9990000101,9990000102,9990000103,9990000104,9990000105,9990000106,9990000107,9990000108,9990000109,9990000110,9990000111,9990000112',
  DMT_ALLOW: 'operational-writes,wrong-logins,second-mpin,drain,token-expiry',
  DMT_MPIN: '471108',
  DMT_BASE_URL: address,
  DMT_AUTH_URL: address,
});

function expectOneCause(file: VerdictFile, cause: string, owner: string): void {
  const { exitCode, verdict, causes, counts, checks } = file;
  expect({ exitCode, verdict, departures: findSchemaErrors(file) }).toEqual({ exitCode: 4, verdict: 'inconclusive', departures: [] });
  expect(causes.map((one) => [one.cause, one.owner])).toEqual([[cause, owner]]);
  expect({ blocked: counts.blocked, error: counts.error }).toEqual({ blocked: checks.length, error: 0 });
}

async function sandboxWith(options: SandboxOptions): Promise<Record<string, string>> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return { ...sandbox.environment, ...sandbox.permissions, ...patience, DMT_TARGET: 'uat' };
}

const everything = ({ operation }: { operation: string | undefined }): boolean => operation !== 'PHONE';

describe('a target that cannot be judged ends with 4 and one cause', () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });
  afterAll(() => {
    certificates.remove();
  });

  test.each([
    ['nothing listens', nowhere, 'token-refused', '2000'],
    ['it never answers', () => serveTcp(() => undefined), 'token-timeout', '300'],
    ['it hangs up', () => serveTcp((socket) => socket.destroy()), 'token-reset', '2000'],
    ['it does not speak HTTP', () => serveTcp((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')), 'token-protocol', '2000'],
  ] as const)('%s', async (_, serve, cause, timeoutMs) => {
    expectOneCause(await runForVerdict({ ...at(await serve()), DMT_TIMEOUT_MS: timeoutMs }), cause, 'environment');
  });

  test('it never answers, and hands out tokens elsewhere, of which it needs one', async () => {
    const environment = await sandboxWith({});
    const file = await runForVerdict({ ...environment, DMT_BASE_URL: await serveTcp(() => undefined), DMT_TIMEOUT_MS: '300' });
    expect({ exitCode: file.exitCode, fail: file.counts.fail, causes: file.causes.length }).toEqual({ exitCode: 4, fail: 0, causes: 1 });
    expect(file.run.requests).toBeLessThan(40);
  });

  test('every page comes from a gateway', async () => {
    const address = await serveHttp((_, response) => response.writeHead(503, { 'Content-Type': 'text/html' }).end('<html></html>'));
    const file = await runForVerdict(at(address));
    expectOneCause(file, file.causes[0]?.cause ?? '', 'environment');
  });

  test('its host is unknown', async () => {
    expectOneCause(await runForVerdict(at('http://no-such-host.invalid')), 'token-dns', 'environment');
  });

  test('its certificate has an unknown issuer, until the issuer is configured', async () => {
    const address = await serveHttps(certificates.server, (_, response) => response.writeHead(401).end());
    const file = await runForVerdict(at(address));
    expectOneCause(file, 'token-tls-unknown-issuer', 'environment');
    expect(file.causes[0]?.reason).toContain('DMT_CA_FILE');
    expectOneCause(await runForVerdict({ ...at(address), DMT_CA_FILE: certificates.caFile }), 'credentials', 'configuration');
  });

  test('it asks for a client certificate', async () => {
    const address = await serveHttps({ ...certificates.server, requestCert: true, rejectUnauthorized: true }, (_, response) =>
      response.end(),
    );
    const file = await runForVerdict({ ...at(address), DMT_CA_FILE: certificates.caFile });
    expectOneCause(file, 'token-tls-client-certificate', 'environment');
    expect(file.causes[0]?.reason).toContain('DMT_CLIENT_CERT_FILE');
  });

  test('the proxy refuses', async () => {
    const proxy = createServer();
    proxy.on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'));
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      proxy.close();
    });
    const address = proxy.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const file = await runForVerdict({ ...at('https://uat.invalid'), HTTPS_PROXY: `http://127.0.0.1:${port}` });
    expectOneCause(file, 'token-proxy', 'environment');
    expect(file.causes[0]?.reason).toContain('HTTPS_PROXY');
  });

  test.each(['DMT_CLIENT_PASSWORD', 'DMT_AGENT_PASSWORD'])('the credentials are refused: %s', async (name) => {
    expectOneCause(await runForVerdict({ ...(await sandboxWith({})), [name]: 'another-password' }), 'credentials', 'configuration');
  });

  test('everything is 401, the token included', async () => {
    const twist = respondWith(everything, () => ({ status: 401, headers: {} }));
    expectOneCause(await runForVerdict(await sandboxWith({ twist })), 'credentials', 'configuration');
  });

  test('everything is an HTML page, the token included', async () => {
    const file = await runForVerdict(await sandboxWith({ twist: respondWith(everything, () => htmlPage(200)) }));
    expectOneCause(file, file.causes[0]?.cause ?? '', 'environment');
  });
});

test('while nothing of the service answers, only one address of its description is tried', async () => {
  const asked = new Set<string>();
  const address = await serveTcp((socket) => {
    socket.on('data', (bytes) => {
      asked.add(/ (\S+) HTTP/.exec(bytes.toString())?.[1] ?? '');
      socket.destroy();
    });
  });
  const file = await runForVerdict({ ...(await sandboxWith({})), DMT_BASE_URL: address, DMT_TIMEOUT_MS: '300' });
  expect([file.exitCode, file.counts.fail, file.counts.error]).toEqual([4, 0, 0]);
  expect([...asked].filter((path) => /swagger|api-docs/.test(path))).toEqual(['/swagger-ui.html']);
});

describe('every kind of answer leads to a verdict with one cause', () => {
  const json = { 'content-type': 'application/json' };

  test.each(
    someOf<[string, ServiceResponse, number]>(6, [
      ['an HTML page', htmlPage(200), 4],
      ['cut JSON', { status: 200, headers: json, bytes: Buffer.from('{"status":{"message":"succ') }, 1],
      ['JSON too deep to walk', { status: 200, headers: json, bytes: Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)) }, 1],
      ['an envelope of wrong types', { status: 200, headers: json, json: { status: [2000], result: 17 } }, 1],
      ['a number', { status: 200, headers: json, json: 2000 }, 1],
      ['a server error', serverError, 4],
      ['a gateway error', htmlPage(504), 4],
      ['a system failure', envelopeResponse(4000, 'system.failure'), 3],
      ['another status', { status: 418, headers: {} }, 1],
      ['a redirect to nowhere', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 1],
      ['bytes that are no text', { status: 200, headers: {}, bytes: Buffer.from([0xff, 0xfe, 0x00]) }, 1],
      [
        'a success that holds its own name only',
        { status: 200, headers: json, json: { status: { message: 'success', code: 2000 }, result: {} } },
        1,
      ],
    ]),
  )('%s to every business call', async (_, answer, exitCode) => {
    const file = await runForVerdict(await sandboxWith({ twist: respondWith(isBusiness, () => answer) }));
    expect({ exitCode: file.exitCode, errors: file.counts.error, departures: findSchemaErrors(file) }).toEqual({
      exitCode,
      errors: 0,
      departures: [],
    });
    if (exitCode >= 3) expect(file.causes.length).toBe(1);
  });
});
