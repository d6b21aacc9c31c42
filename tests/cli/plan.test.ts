import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Bill } from '../../helpers/bill/bill.ts';
import { collectContents } from '../../helpers/bundle/contents.ts';
import { uat } from '../config/environments.ts';
import { envelope } from '../client/service.ts';
import { serveHttp } from '../client/servers.ts';
import { newFolder, program, readJson } from '../program/program.ts';

/** A service that answers every read with code 4040 (nothing found) and records the requests. */
async function listening(): Promise<{ readonly environment: typeof uat; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const address = await serveHttp((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const isToken = request.url?.endsWith('/oauth/token') === true;
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(isToken ? '{"access_token":"artificial-token"}' : envelope(4040));
  });
  const where = { DMT_BASE_URL: address, DMT_AUTH_URL: address, DMT_EFFECTS_ON: new URL(address).host };
  const caps = { DMT_MAX_SPEND: '4020', DMT_MAX_TRANSFERS: '40', DMT_MAX_OTPS: '120' };
  return { asked, environment: { ...uat, ...where, ...caps, DMT_SPARE_MOBILES: '9990000101' } };
}

test('a plan sends nothing to its target, and --look sends only the token request and plain reads', async () => {
  const { environment, asked } = await listening();
  const planned = await program(['plan', '--check', 'OP-9'], environment);
  expect({ code: planned.code, asked }).toEqual({ code: 0, asked: [] });
  expect(planned.said).toMatch(/OTP messages +[1-9]/);
  const looked = await program(['plan', '--check', 'OP-9', '--look'], environment);
  expect({ code: looked.code, asked }).toEqual({
    code: 0,
    asked: [
      'POST /authserver/oauth/token',
      'GET /wallet/endpoint/v3/balance/agent',
      'GET /uiObjects/endpoint/v3/onboarding/status/customer/9990000101',
    ],
  });
});

test('a run keeps to its approved bill and refuses another', async () => {
  const folder = newFolder();
  const path = join(folder, 'bill.json');
  // No transfer: with several, chance decides which sender learns first whether a session serves again, and so saves a code.
  const check = ['--check', 'OP-2', 'OP6-SERVED~documented-call'];
  expect((await program(['plan', ...check, '--out', path])).code).toBe(0);
  const bill = readJson(folder, 'bill.json') as Bill;
  const [kept, other] = await Promise.all([
    program(['run', ...check, '--bill', path]),
    program(['run', '--check', 'OP-6', '--bill', path]),
  ]);
  expect({ code: kept.code, otps: kept.verdict.run.otps }).toEqual({ code: 0, otps: bill.usual.otps });
  expect(readJson(kept.folder, 'approved-bill.json')).toEqual(bill);
  expect([...collectContents(kept.folder).files.keys()]).toContain('approved-bill.json');
  expect({ code: other.code, said: other.said }).toEqual({ code: 2, said: expect.stringContaining('other checks are selected') as string });
  expect(other.said).toContain('1 configuration problem;');

  writeFileSync(path, JSON.stringify({ ...bill, atMost: { ...bill.atMost, otps: 0, requests: 40 } }));
  const { run, counts } = (await program(['run', ...check, '--bill', path])).verdict;
  expect({ otps: run.otps, within: run.requests <= 40 }).toEqual({ otps: 0, within: true });
  expect(counts.untried).toBeGreaterThan(0);
});

test.each([
  ['a file that is no JSON', '{\n  "schemaVersion": two\n}', 'invalid JSON at line 2'],
  ['a file that is no bill', '"not a bill"', 'must be object'],
  ['a bill without its caps', '{"schemaVersion":2}', 'must have required property'],
  ['a bill of an earlier release', '{"schemaVersion":1}', 'plan again (plan --out), and have the new bill approved'],
])('%s is refused before anything is sent', async (_, content, told) => {
  const path = join(newFolder(), 'bill.json');
  writeFileSync(path, content);
  const { code, said } = await program(['run', '--bill', path]);
  expect({ code, said: said.includes(told) }).toEqual({ code: 2, said: true });
  expect(readFileSync(path, 'utf8')).toBe(content);
});

test('the command to approve works when pasted, with the checks and the profile of the plan', async () => {
  const path = join(newFolder(), "a bill, it's artificial.json");
  const environment = { DMT_PROFILE: 'essential' };
  const { said } = await program(['plan', '--check', 'OP-2', 'TOKEN-SERVED*', '--out', path], environment);
  const command = /approve +(.+)/.exec(said)?.[1] ?? '';
  const shell = execFileSync('sh', ['-c', `npm() { env | grep ^DMT_; printf '%s\\n' "$@"; }; ${command}`], { encoding: 'utf8', env: {} });
  const [profile, run, name, dashes, ...args] = shell.trimEnd().split('\n');
  expect([profile, run, name, dashes]).toEqual(['DMT_PROFILE=essential', 'run', 'conformance', '--']);
  expect(args).toEqual(['run', '--bill', path, '--check', 'OP-2', 'TOKEN-SERVED*']);
  expect((await program(args, environment)).code).toBe(0);
});

test.each([
  { npm_config_check: 'true' },
  { npm_config_env: 'uat' },
  { npm_config_check: 'OP-9' },
  { npm_config_report_dir: 'reports/uat' },
])('an option that npm kept for itself is explained, and nothing runs: %o', async (environment) => {
  const { code, said, folder } = await program(['OP-9'], environment);
  expect({ code, files: readdirSync(folder) }).toEqual({ code: 2, files: [] });
  expect(said).toMatch(/^expected -- before --(env|check|report-dir), .*: npm run conformance -- --\1 …\n$/);
});
