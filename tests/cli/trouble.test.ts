import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { departures } from '../../helpers/report/published.ts';
import { business, instead } from '../../sandbox/twists.ts';
import type { Answer } from '../../sandbox/exchange.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/start.ts';
import { uat } from '../target/environments.ts';
import { makeCertificates, nowhere, serveHttp, serveHttps, serveTcp, type Certificates } from '../target/servers.ts';
import { envelopeOf, html, serverError } from '../run/twists.ts';
import { program, stackTrace, type Ended } from './program.ts';

/** A few checks of every sort: enough to see what becomes of all. */
const few = { DMT_CHECKS: 'TOKEN*,OP-1,OP-2,OP-9,AUTH-401', DMT_TIMEOUT_MS: '2000', DMT_PENDING_TIMEOUT_MS: '500' };

const at = (address: string): Record<string, string | undefined> => ({ ...uat, ...few, DMT_BASE_URL: address, DMT_AUTH_URL: address });

/** Nothing was judged: one cause, which everything else is blocked by, and no word of our own insides. */
function expectOneCause({ code, said, verdict }: Ended, cause: string): void {
  expect(said).not.toMatch(stackTrace);
  expect({ code, verdict: verdict.verdict, departures: departures(verdict) }).toEqual({ code: 4, verdict: 'inconclusive', departures: [] });
  expect(verdict.causes.map((one) => one.cause)).toEqual([cause]);
  expect(verdict.counts).toMatchObject({ pass: 0, fail: 0, warn: 0, observed: 0, untried: 0, error: 0, blocked: verdict.checks.length });
}

async function sandboxWith(options: SandboxOptions): Promise<Record<string, string>> {
  const sandbox = await startSandbox(options);
  onTestFinished(sandbox.close);
  return { ...sandbox.environment, ...few, DMT_TARGET: 'uat' };
}

describe('a target that cannot be judged ends with 4 and one cause', () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });
  afterAll(() => {
    certificates.remove();
  });

  test.concurrent.each([
    ['nothing listens', nowhere, 'token-refused'],
    ['it never answers', () => serveTcp(() => undefined), 'token-timeout'],
    ['it hangs up', () => serveTcp((socket) => socket.destroy()), 'token-reset'],
    ['it does not speak HTTP', () => serveTcp((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')), 'token-protocol'],
    [
      'every page is a gateway’s',
      () => serveHttp((_, response) => response.writeHead(503, { 'Content-Type': 'text/html' }).end('<html></html>')),
      'token-503',
    ],
  ] as const)('%s', async (_, serve, cause) => {
    const ended = await program([], { ...at(await serve()), DMT_TIMEOUT_MS: '300' });
    const found = ended.verdict.causes.map((one) => one.cause);
    expectOneCause(ended, cause === 'token-503' ? (found[0] ?? cause) : cause);
  });

  test('its host is not known', async () => {
    expectOneCause(await program([], at('http://no-such-host.invalid')), 'token-dns');
  });

  test('its certificate is of an unknown issuer, unless that is named', async () => {
    const address = await serveHttps(certificates.server, (_, response) => response.writeHead(401).end());
    const ended = await program([], at(address));
    expectOneCause(ended, 'token-tls-unknown-issuer');
    expect(ended.said).toContain('DMT_CA_FILE');
    expectOneCause(await program([], { ...at(address), DMT_CA_FILE: certificates.caFile }), 'credentials');
  });

  test('it asks for a client certificate', async () => {
    const address = await serveHttps({ ...certificates.server, requestCert: true, rejectUnauthorized: true }, (_, response) =>
      response.end(),
    );
    const ended = await program([], { ...at(address), DMT_CA_FILE: certificates.caFile });
    expectOneCause(ended, 'token-tls-client-certificate');
    expect(ended.said).toContain('DMT_CLIENT_CERT_FILE');
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
    const ended = await program([], { ...at('https://uat.invalid'), HTTPS_PROXY: `http://127.0.0.1:${port}` });
    expectOneCause(ended, 'token-proxy');
    expect(ended.said).toContain('HTTPS_PROXY');
  });

  test.each(['DMT_CLIENT_PASSWORD', 'DMT_AGENT_PASSWORD'])('the credentials are refused: %s', async (name) => {
    const ended = await program([], { ...(await sandboxWith({})), [name]: 'another-password' });
    expectOneCause(ended, 'credentials');
    expect(ended.verdict.causes[0]?.owner).toBe('configuration');
  });

  test('everything is 401, the token included', async () => {
    const environment = await sandboxWith({
      twist: instead(
        ({ operation }) => operation !== 'PHONE',
        () => ({ status: 401, headers: {} }),
      ),
    });
    expectOneCause(await program([], environment), 'credentials');
  });
});

describe('whatever a service answers, there is a verdict', () => {
  const cut: Answer = { status: 200, headers: { 'content-type': 'application/json' }, bytes: Buffer.from('{"status":{"message":"succ') };
  const deep: Answer = { status: 200, headers: { 'content-type': 'application/json' }, bytes: Buffer.from('['.repeat(100_000)) };

  test.concurrent.each([
    ['HTML', html(200), 4],
    ['cut JSON', cut, 1],
    ['JSON too deep to walk', deep, 1],
    ['wrong types', { status: 200, headers: { 'content-type': 'application/json' }, json: { status: [2000], result: 17 } }, 1],
    ['a number', { status: 200, headers: { 'content-type': 'application/json' }, json: 2000 }, 1],
    ['a server error', serverError, 4],
    ['a gateway error', html(504), 4],
    ['a system failure', envelopeOf(4000, 'system.failure'), 3],
    ['another status', { status: 418, headers: {} }, 1],
    ['a redirect to nowhere', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 1],
    ['no media type and no text', { status: 200, headers: {}, bytes: Buffer.from([0xff, 0xfe, 0x00]) }, 1],
  ] as const satisfies (readonly [string, Answer, number])[])('%s on every business call', async (_, answer, exitCode) => {
    const { code, said, verdict } = await program([], await sandboxWith({ twist: instead(business, () => answer) }));
    expect(said).not.toMatch(stackTrace);
    expect({ code, departures: departures(verdict), errors: verdict.counts.error, causes: verdict.causes.length }).toEqual({
      code: exitCode,
      departures: [],
      errors: 0,
      causes: 1,
    });
  });

  test('HTML for everything, the token included, is the environment’s or the address’s fault', async () => {
    const environment = await sandboxWith({
      twist: instead(
        ({ operation }) => operation !== 'PHONE',
        () => html(200),
      ),
    });
    const { code, said, verdict } = await program([], environment);
    expect(said).not.toMatch(stackTrace);
    expect({ code, causes: verdict.causes.length, errors: verdict.counts.error }).toEqual({ code: 4, causes: 1, errors: 0 });
  });
});

describe('a bad configuration ends with 2', () => {
  test('one message names every variable that is wrong, no secret, and nothing is sent', async () => {
    let asked = 0;
    const address = await serveHttp((_, response) => {
      asked += 1;
      response.end();
    });
    const { code, said, folder } = await program([], {
      DMT_BASE_URL: address,
      DMT_AUTH_URL: 'not an address',
      DMT_CLIENT_ID: 'client-artificial',
      DMT_CLIENT_PASSWORD: 'planted-password-1',
      DMT_CUSTOMER_MOBILE: 'abc',
      DMT_OTP_SOURCE: 'pigeon',
      DMT_TRANSFER_AMOUNT: '-1',
      DMT_MAX_OTPS: 'many',
      DMT_CA_FILE: '/no/such/file.pem',
      DMT_PROFILE: 'quick',
    });
    const wrong = [
      'DMT_AUTH_URL',
      'DMT_CUSTOMER_MOBILE',
      'DMT_OTP_SOURCE',
      'DMT_TRANSFER_AMOUNT',
      'DMT_MAX_OTPS',
      'DMT_CA_FILE',
      'DMT_PROFILE',
    ];
    const missing = [
      'DMT_AGENT_ID',
      'DMT_AGENT_PASSWORD',
      'DMT_SUB_AGENT_MOBILE',
      'DMT_BENEFICIARY_ACCOUNT',
      'DMT_USER_AGENT',
      'DMT_GEO_TAG',
    ];
    expect([...wrong, ...missing].filter((name) => !said.includes(name))).toEqual([]);
    expect(said).not.toContain('DMT_BASE_URL:');
    expect(said).not.toContain('planted-password-1');
    expect(said).not.toMatch(stackTrace);
    expect({ code, asked, left: existsSync(join(folder, 'outcomes.jsonl')) ? readdirSync(folder) : [] }).toEqual({
      code: 2,
      asked: 0,
      left: [],
    });
  });
});
