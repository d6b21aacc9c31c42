import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findSchemaErrors } from '../../helpers/report/model/schema-errors.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/start.ts';
import { changeResponse, isBusiness, respondWith } from '../../sandbox/twists/twists.ts';
import { httpError } from '../../sandbox/http/responses.ts';
import { program } from '../program/program.ts';
import { runForVerdict } from '../run/recorded.ts';
import { openPlaces, type Places } from './places.ts';
import { misplaced, type Misplaced } from './table.ts';
import { someOf } from '../some-of.ts';

const shortTimeouts = { DMT_TIMEOUT_MS: '2000', DMT_PENDING_TIMEOUT_MS: '500', DMT_FUZZ_RUNS: '0' };

async function sandboxWith(options: SandboxOptions = {}): Promise<Record<string, string>> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return { ...sandbox.environment, ...shortTimeouts, DMT_TARGET: 'uat' };
}

function places(): Places {
  const opened = openPlaces();
  onTestFinished(opened.close);
  return opened;
}

async function buildEnvironment({ at }: Misplaced): Promise<Record<string, string>> {
  const right = await sandboxWith();
  return { ...right, ...(await at(right['DMT_BASE_URL'] ?? '', places())) };
}

const withCode = (exitCode: 2 | 4): [string, Misplaced][] =>
  misplaced.filter((row) => row.exitCode === exitCode).map((row) => [row.story, row]);

describe('a wrong address is found out by the answers, and nobody is accused', () => {
  test.each(someOf(3, withCode(4)))('%s', async (_, row) => {
    const environment = await buildEnvironment(row);
    const file = await runForVerdict(environment);
    const { exitCode, verdict, counts, because } = file;
    expect({ exitCode, verdict, departures: findSchemaErrors(file) }).toEqual({ exitCode: 4, verdict: 'inconclusive', departures: [] });
    expect({ ...counts, blocked: 0, untried: 0 }).toEqual(Object.fromEntries(Object.keys(counts).map((name) => [name, 0])));
    const [cause, owner, says] = row.cause ?? ['wrong-address', 'configuration', row.variable];
    expect(file.causes.map((one) => [one.cause, one.owner])).toEqual([[cause, owner]]);
    expect(because).toContain(says);
    expect(because).toContain(`${environment[row.variable] ?? ''}${row.url}`);
    expect(because).toContain(row.variable);
  });

  test.each(someOf(3, ['OP2-SERVED', 'AUTH-401', 'ACTUATOR-*', 'SWAGGER-*', 'ERROR-*', 'SERVICE-*']))('with %s alone', async (checks) => {
    const service = await sandboxWith();
    const { exitCode, causes } = await runForVerdict({
      ...service,
      DMT_BASE_URL: `${service['DMT_BASE_URL'] ?? ''}/partner`,
      DMT_CHECKS: checks,
    });
    expect({ exitCode, causes: causes.map(({ cause }) => cause) }).toEqual({ exitCode: 4, causes: ['wrong-address'] });
  });

  test('with a campaign nothing is found either, and the program says what to do', async () => {
    const service = await sandboxWith();
    const address = `${service['DMT_BASE_URL'] ?? ''}/partner`;
    const { code, said, folder } = await program([], { ...service, DMT_BASE_URL: address, DMT_FUZZ_RUNS: '20' });
    expect({ code, findings: readFileSync(join(folder, 'findings.jsonl'), 'utf8') }).toEqual({ code: 4, findings: '' });
    expect(said).toContain(`DMT_BASE_URL=${address}`);
    expect(said).not.toContain('NOT CONFORMANT');
  });
});

test.each(withCode(2))('%s is refused, with what to write instead', async (_, row) => {
  const environment = await buildEnvironment(row);
  const { code, said } = await program([], environment);
  expect({ code, sent: said.includes('nothing was sent') }).toEqual({ code: 2, sent: true });
  const right = new URL(environment[row.variable] ?? '').origin + row.url;
  expect(said).toContain(`${row.variable}: expected`);
  expect(said).toContain(`write ${row.variable}=${right}\n`);
});

describe('a service that is there is judged', () => {
  test('below a prefix', async () => {
    const service = await sandboxWith();
    const front = await places().forward(service['DMT_BASE_URL'] ?? '', (path) => (path.startsWith('/wallet/v2/') ? path.slice(10) : null));
    const { exitCode } = await runForVerdict({ ...service, DMT_BASE_URL: `${front}/wallet/v2`, DMT_CHECKS: 'OP-2,OP-15' });
    expect(exitCode).toBe(0);
  });

  const missing = (...paths: readonly string[]): SandboxOptions => ({
    twist: respondWith(
      (ask) => isBusiness(ask) && ask.agent !== undefined && paths.some((path) => ask.path.includes(path)),
      (ask) => httpError(ask, 404),
    ),
  });

  test.each(['OP2-SERVED', 'OP-2', 'SWAGGER-*,OP-2'])('one operation that is not there fails, with %s alone', async (checks) => {
    const { exitCode, counts } = await runForVerdict({ ...(await sandboxWith(missing('/paymentSource'))), DMT_CHECKS: checks });
    expect({ exitCode, fails: counts.fail > 0 }).toEqual({ exitCode: 1, fails: true });
  });

  test('what was not served is told by its whole URL, without the mobile in it', async () => {
    const service = await sandboxWith(missing('/onboarding/status/'));
    const { code, said, verdict } = await program(['--check', 'OP1-SERVED'], service);
    const failed = verdict.checks.find(({ verdict: ended }) => ended === 'fail');
    const path = `GET ${service['DMT_BASE_URL'] ?? ''}/uiObjects/endpoint/v3/onboarding/status/`;
    expect({ code, address: failed?.address }).toEqual({ code: 1, address: expect.stringContaining(path) as string });
    expect(said).toContain(`from      ${path}`);
    expect(said).not.toContain(service['DMT_CUSTOMER_MOBILE']);
  });

  test('one operation that is there shows that the others are missing', async () => {
    const options = {
      twist: changeResponse(
        (ask) => isBusiness(ask) && ask.agent !== undefined && !ask.path.includes('/balance/agent'),
        (_, ask) => httpError(ask, 404),
      ),
    };
    const { exitCode, causes } = await runForVerdict(await sandboxWith(options));
    expect({ exitCode, wrong: causes.some(({ cause }) => cause === 'wrong-address') }).toEqual({ exitCode: 1, wrong: false });
  });
});
