import http from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { examineCallbacks } from '../../helpers/doctor/callbacks.ts';
import { openExaminations } from '../../helpers/doctor/examinations.ts';
import { doctorLines, examine, toExitCode, type Examined } from '../../helpers/doctor/examine.ts';
import { openTarget } from '../../helpers/client/client.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import { sparesForAllChecks, variableByName } from '../../helpers/config/variables.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import type { ServiceResponse } from '../../sandbox/http/exchange.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { changeResponse, on } from '../../sandbox/twists/twists.ts';
import { openPlaces } from '../addresses/places.ts';
import { misplaced } from '../addresses/table.ts';
import { makeCertificates, nowhere, serveHttp, serveHttps, type Certificates } from '../client/servers.ts';

const surroundings = { path: '/usr/bin:/bin', asksOn: null };

interface DoctorAnswer {
  readonly exitCode: number;
  readonly finding: (name: string) => Examined['finding'] | undefined;
  readonly lines: string;
}

async function examineWith(environment: Environment, started: 'started' | 'elsewhere' = 'elsewhere'): Promise<DoctorAnswer> {
  const read = readConfig({ DMT_TIMEOUT_MS: '5000', DMT_REPORT_DIR: '/tmp', ...environment }, started);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const target = openTarget(read.config, { journal: null, ledger: null });
  onTestFinished(target.close);
  const examined = await examine({ config: read.config, target, now: Date.now }, openExaminations(surroundings));
  const finding: DoctorAnswer['finding'] = (name) => examined.find((each) => each.name === name)?.finding;
  return { exitCode: toExitCode(examined), finding, lines: doctorLines(examined).join('\n') };
}

/** A sandbox that the configuration addresses as a real target, and its requests. */
async function served(change: (answer: ServiceResponse) => ServiceResponse = (answer) => answer, ...operations: readonly string[]) {
  const asked: string[] = [];
  const twist = changeResponse((ask) => {
    asked.push(`${ask.method} ${ask.path}`);
    return on(...operations)(ask);
  }, change);
  const sandbox = await startSandbox({ twist });
  onTestFinished(() => sandbox.close());
  const environment: Environment = { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'uat' };
  return { environment, asked };
}

test('a run on a healthy service can start, and the doctor sent nothing with an effect', async () => {
  const { environment, asked } = await served();
  const { exitCode, lines, finding } = await examineWith(environment);
  expect({ exitCode, stopped: lines.includes('STOP') }).toEqual({ exitCode: 0, stopped: false });
  expect(new Set(asked.filter((line) => !line.startsWith('GET ')))).toEqual(new Set(['POST /authserver/oauth/token']));
  expect(['auth address', 'credentials', 'clock', 'plain read', 'funds', 'description'].map((name) => finding(name)?.state)).toEqual(
    Array(6).fill('ok'),
  );
  expect(finding('OTP source')?.text).toContain('no code is read');
  expect(lines).not.toContain(environment['DMT_AGENT_PASSWORD']);
});

test('has nothing to say against our own sandbox, of which nothing is configured', async () => {
  const { environment } = await served();
  const { exitCode, lines, finding } = await examineWith({ ...environment, DMT_TARGET: 'sandbox' }, 'started');
  expect({ exitCode, source: finding('OTP source')?.state }).toEqual({ exitCode: 0, source: 'ok' });
  expect(lines).not.toMatch(/WARN|STOP|→ (?!set DMT_CALLBACK)/);
});

test('says how many spare mobiles all checks need, as the table of settings does', async () => {
  const { environment } = await served();
  const few = environment['DMT_SPARE_MOBILES']
    ?.split(',')
    .slice(0, sparesForAllChecks - 1)
    .join(',');
  const { finding } = await examineWith({ ...environment, DMT_SPARE_MOBILES: few });
  expect(finding('people')?.advice).toContain(`every check needs ${sparesForAllChecks} spare mobiles`);
  expect(variableByName('DMT_SPARE_MOBILES').about).toContain(`at least ${sparesForAllChecks} `);
});

describe('the doctor distinguishes what prevents a run', () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });
  afterAll(() => {
    certificates.remove();
  });

  test('a closed port is reported once, and later examinations are skipped', async () => {
    const { environment } = await served();
    const closed = await nowhere();
    const { exitCode, finding, lines } = await examineWith({ ...environment, DMT_AUTH_URL: closed });
    expect({ exitCode, text: finding('auth address')?.text }).toEqual({ exitCode: 4, text: `DMT_AUTH_URL: no answer from ${closed}` });
    expect(finding('auth address')?.advice).toContain('nothing listens there');
    expect(finding('credentials')?.text).toContain('because of the auth address');
    expect(lines.match(/STOP/g)).toHaveLength(1);
  });

  test('an unknown host', async () => {
    const { environment } = await served();
    const { exitCode, finding } = await examineWith({ ...environment, DMT_BASE_URL: 'http://no-such-host.invalid' });
    expect({ exitCode, text: finding('base address')?.text }).toEqual({
      exitCode: 4,
      text: 'DMT_BASE_URL: no answer from http://no-such-host.invalid',
    });
    expect(finding('base address')?.advice).toContain('the host name is unknown');
  });

  test('http instead of https, and the reverse, with the right address', async () => {
    const { environment } = await served();
    const secure = await serveHttps(certificates.server, (_, response) => response.end());
    const bare = await examineWith({ ...environment, DMT_BASE_URL: secure.replace('https:', 'http:') });
    expect({ exitCode: bare.exitCode, advice: bare.finding('base address')?.advice }).toEqual({
      exitCode: 2,
      advice: `write DMT_BASE_URL=${secure}`,
    });
    const right = environment['DMT_AUTH_URL'] ?? '';
    const tls = await examineWith({ ...environment, DMT_AUTH_URL: right.replace('http:', 'https:') });
    expect({ exitCode: tls.exitCode, advice: tls.finding('auth address')?.advice }).toEqual({
      exitCode: 2,
      advice: `write DMT_AUTH_URL=${right}`,
    });
  });

  test.each(misplaced.filter(({ exitCode, cause }) => exitCode === 4 && cause === undefined).map((row) => [row.story, row] as const))(
    '%s, with the variable',
    async (_, { at, variable }) => {
      const places = openPlaces();
      onTestFinished(places.close);
      const { environment } = await served();
      const { exitCode, lines } = await examineWith({
        ...environment,
        DMT_EFFECTS_ON: undefined,
        ...(await at(environment['DMT_BASE_URL'] ?? '', places)),
      });
      expect({ exitCode, stops: lines.match(/^STOP.*$/gm)?.length }).toEqual({ exitCode: 2, stops: 1 });
      expect(lines).toMatch(new RegExp(`^STOP.*${variable}=http`, 'm'));
    },
  );

  test('TLS with an untrusted authority', async () => {
    const { environment } = await served();
    const secure = await serveHttps(certificates.server, (_, response) => response.end());
    const { exitCode, finding } = await examineWith({ ...environment, DMT_BASE_URL: secure });
    expect(exitCode).toBe(4);
    expect(finding('base address')).toMatchObject({ state: 'stop', advice: expect.stringContaining('DMT_CA_FILE') as string });
    const trusting = await examineWith({ ...environment, DMT_BASE_URL: secure, DMT_CA_FILE: certificates.caFile });
    expect(trusting.finding('base address')?.state).toBe('ok');
  });

  test('a proxy that refuses', async () => {
    const { environment } = await served();
    const proxy = http.createServer();
    proxy.on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const address = proxy.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const behind = { ...environment, DMT_BASE_URL: 'https://uat.example', HTTPS_PROXY: `http://127.0.0.1:${port}` };
    const { exitCode, finding } = await examineWith(behind);
    expect({ exitCode, advice: finding('base address')?.advice }).toEqual({
      exitCode: 4,
      advice: expect.stringContaining('HTTPS_PROXY') as string,
    });
  });

  test('a wrong client password is a configuration problem', async () => {
    const { environment } = await served();
    const { exitCode, finding } = await examineWith({ ...environment, DMT_CLIENT_PASSWORD: 'another-artificial-password' });
    expect({ exitCode, advice: finding('credentials')?.advice }).toEqual({
      exitCode: 2,
      advice: expect.stringContaining('DMT_CLIENT_PASSWORD') as string,
    });
  });

  test('a missing OTP source', async () => {
    const { environment } = await served();
    const command = await examineWith({ ...environment, DMT_OTP_SOURCE: 'command', DMT_OTP_COMMAND: 'no-such-command {mobile}' });
    expect({ exitCode: command.exitCode, text: command.finding('OTP source')?.text }).toEqual({
      exitCode: 2,
      text: expect.stringContaining('no-such-command') as string,
    });
    expect((await examineWith({ ...environment, DMT_OTP_SOURCE: 'command', DMT_OTP_COMMAND: 'cat {mobile}' })).exitCode).toBe(0);
    expect((await examineWith({ ...environment, DMT_OTP_SOURCE: 'prompt' })).exitCode).toBe(2);
    expect((await examineWith({ ...environment, DMT_OTP_URL: await nowhere() })).exitCode).toBe(4);
  });

  test('an occupied callback address, and a folder that cannot be written', async () => {
    const { environment } = await served();
    const taken = new URL(await serveHttp((_, response) => response.end())).host;
    const callbacks = await examineWith({ ...environment, DMT_CALLBACK_LISTEN: taken });
    expect({ exitCode: callbacks.exitCode, state: callbacks.finding('callbacks')?.state }).toEqual({ exitCode: 2, state: 'stop' });
    const folder = await examineWith({ ...environment, DMT_REPORT_DIR: '/dev/null/reports' });
    expect({ exitCode: folder.exitCode, state: folder.finding('folders')?.state }).toEqual({ exitCode: 2, state: 'stop' });
  });
});

describe('a warning does not prevent a run', () => {
  test('a wrong clock', async () => {
    const late = new Date(Date.now() - 600_000).toUTCString();
    const { environment } = await served((answer) => ({ ...answer, headers: { ...answer.headers, date: late } }), 'TOKEN');
    const { exitCode, finding } = await examineWith(environment);
    expect({ exitCode, state: finding('clock')?.state }).toEqual({ exitCode: 0, state: 'look' });
    expect(finding('clock')?.text).toMatch(/(599|60\d) s ahead of the service/);
  });

  test('an OTP address that answers HTTP 404, which may mean that there is no code yet', async () => {
    const { environment } = await served();
    const source = await serveHttp((_, response) => response.writeHead(404).end());
    const { exitCode, finding } = await examineWith({ ...environment, DMT_OTP_URL: `${source}/codes?mobile={mobile}` });
    expect({ exitCode, found: finding('OTP source') }).toEqual({
      exitCode: 0,
      found: expect.objectContaining({ state: 'look', advice: expect.stringContaining('DMT_OTP_URL') as string }) as object,
    });
  });

  test('an OTP address that asks for no mobile', async () => {
    const { environment } = await served();
    const source = await serveHttp((_, response) => response.end('2000'));
    const { exitCode, finding } = await examineWith({ ...environment, DMT_OTP_URL: `${source}/newest` });
    expect({ exitCode, found: finding('OTP source') }).toMatchObject({
      exitCode: 0,
      found: { state: 'look', advice: 'add {mobile} or {state} to it' },
    });
  });

  test('one plain read with HTTP 404, while another is served', async () => {
    const { environment } = await served((answer) => ({ ...answer, status: 404 }), 'OP-2');
    const { exitCode, finding } = await examineWith(environment);
    expect({ exitCode, state: finding('plain read')?.state }).toEqual({ exitCode: 0, state: 'look' });
  });

  test('an empty wallet', async () => {
    const empty = { status: { message: 'success', code: 2000 }, result: [{ walletType: 'MAIN_WALLET', walletBalance: 0 }] };
    const { environment } = await served((answer) => ({ ...answer, json: empty }), 'OP-15');
    const { exitCode, finding } = await examineWith(environment);
    expect({ exitCode, state: finding('funds')?.state, text: finding('funds')?.text }).toEqual({
      exitCode: 0,
      state: 'look',
      text: expect.stringContaining('holds 0') as string,
    });
  });

  test('a service that refuses a plain read, which only a run may judge', async () => {
    const { environment } = await served((answer) => ({ ...answer, status: 500 }), 'OP-2');
    const { exitCode, finding } = await examineWith(environment);
    expect({ exitCode, state: finding('plain read')?.state }).toEqual({ exitCode: 0, state: 'look' });
  });

  test('a public callback address that leads nowhere, and one that leads here', async () => {
    const { environment } = await served();
    const host = new URL(await nowhere()).host;
    const here = { ...environment, DMT_CALLBACK_LISTEN: host };
    const reached = await examineWith({ ...here, DMT_CALLBACK_PUBLIC_URL: `http://${host}/callback` });
    expect(reached.finding('callbacks')?.state).toBe('ok');
    const lost = await examineWith({ ...here, DMT_CALLBACK_PUBLIC_URL: `${await nowhere()}/callback` });
    expect({ exitCode: lost.exitCode, state: lost.finding('callbacks')?.state }).toEqual({ exitCode: 0, state: 'look' });
  });

  test('effects that the gate does not permit', async () => {
    const { environment } = await served();
    const { finding } = await examineWith({ ...environment, DMT_MAX_OTPS: '0' });
    expect(finding('permissions')).toMatchObject({ state: 'look', text: expect.stringContaining('OP-3') as string });
  });
});

test('a run registers its own callback address where that is possible', async () => {
  const { environment } = await served();
  const read = readConfig({ ...environment, DMT_TARGET: 'sandbox', DMT_REPORT_DIR: '/tmp' });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const target = openTarget(read.config, { journal: null, ledger: null });
  onTestFinished(target.close);
  const of = (registers: boolean) => examineCallbacks({ config: read.config, target, now: Date.now, canRegisterCallbacks: registers });
  expect([(await of(true)).state, (await of(false)).state]).toEqual(['ok', 'untried']);
});

describe('what a signature needs', () => {
  test('is listed for a certification run, and complete where nothing is missing', async () => {
    const { environment } = await served();
    const certified = { ...environment, DMT_PROFILE: 'certification', DMT_RUN_BY: 'desk', DMT_TARGET_BUILD: '1' };
    const complete = await examineWith({ ...certified, DMT_CALLBACK_LISTEN: '127.0.0.1:0' });
    expect(complete.finding('signature')).toMatchObject({ state: 'ok' });
    const poor = await examineWith({
      ...certified,
      DMT_OTHER_AGENT_ID: '',
      DMT_OTHER_AGENT_PASSWORD: '',
      DMT_ALLOW: 'drain',
      DMT_RUN_BY: '',
    });
    expect(poor.finding('signature')).toMatchObject({
      state: 'look',
      advice:
        'set DMT_RUN_BY; DMT_OTHER_AGENT_ID; DMT_CALLBACK_LISTEN; DMT_ALLOW (operational-writes, wrong-logins, second-mpin, token-expiry)',
    });
  });

  test('is not asked of another profile', async () => {
    const { environment } = await served();
    expect((await examineWith(environment)).finding('signature')).toMatchObject({ state: 'untried' });
  });
});
