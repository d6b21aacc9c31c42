import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isBusiness, respondWith } from '../../sandbox/twists/twists.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { htmlPage } from '../../sandbox/twists/responses.ts';
import { uat } from '../config/environments.ts';
import { makeCertificates, nowhere, serveHttp, serveHttps, type Certificates } from '../client/servers.ts';
import { program, stackTrace } from '../program/program.ts';

const at = (address: string): Record<string, string | undefined> => ({
  ...uat,
  DMT_BASE_URL: address,
  DMT_AUTH_URL: address,
  DMT_SPARE_MOBILES:
    '9990000101,9990000102,9990000103,9990000104,9990000105,9990000106,9990000107,9990000108,9990000109,9990000110,9990000111,9990000112',
  DMT_ALLOW: 'operational-writes,wrong-logins,second-mpin,drain,token-expiry',
  DMT_MPIN: '471108',
});

describe('trouble is reported in one sentence, without internals', () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });
  afterAll(() => {
    certificates.remove();
  });

  test('nothing listens', async () => {
    const { code, said, verdict } = await program([], { ...at(await nowhere()), DMT_TIMEOUT_MS: '2000' });
    expect({ code, trace: stackTrace.test(said), causes: verdict.causes.length }).toEqual({ code: 4, trace: false, causes: 1 });
    expect(said).toContain(`BLOCKED  ${verdict.counts.blocked} checks   `);
    expect(said).toContain('because no token: nothing listens there');
    const lines = said.split('\n').filter((line) => !line.startsWith('judge '));
    expect(lines.length).toBeLessThan(20);
  });

  test('the certificate is of an unknown issuer', async () => {
    const address = await serveHttps(certificates.server, (_, response) => response.end());
    const { code, said } = await program(['--check', 'OP-2'], at(address));
    expect({ code, trace: stackTrace.test(said) }).toEqual({ code: 4, trace: false });
    expect(said).toContain('DMT_CA_FILE');
  });

  test('every business answer is an HTML page', async () => {
    const sandbox = await startSandbox({ twist: respondWith(isBusiness, () => htmlPage(200)) });
    onTestFinished(() => sandbox.close());
    const { code, said, verdict } = await program(['--check', 'OP-1', 'OP-2', 'OP-9', 'TOKEN'], {
      ...sandbox.environment,
      ...sandbox.permissions,
      DMT_TARGET: 'uat',
    });
    expect({ code, trace: stackTrace.test(said), errors: verdict.counts.error }).toEqual({ code: 4, trace: false, errors: 0 });
  });
});

test('a bad configuration ends with 2: one message names every variable that is wrong, no secret, and nothing is sent', async () => {
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
  expect({ code, asked, left: readdirSync(folder) }).toEqual({ code: 2, asked: 0, left: [] });
});
