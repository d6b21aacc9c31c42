import { expect, onTestFinished, test } from 'vitest';
import type { Json } from '../../../sandbox/http/json.ts';
import { findSchemaErrors } from '../../../helpers/report/model/schema-errors.ts';
import type { VerdictFile } from '../../../helpers/report/model/verdict-file.ts';
import { formatHeadline } from '../../../helpers/report/verdict/headline.ts';
import type { Environment } from '../../../helpers/config/settings.ts';
import type { Twist } from '../../../sandbox/http/exchange.ts';
import { faults } from '../../../sandbox/faults.ts';
import { startSandbox } from '../../../sandbox/start.ts';
import { runForVerdict } from '../recorded.ts';

interface Watched {
  readonly file: VerdictFile;
  readonly asked: number;
  readonly environment: Environment;
}

type InfoPage = (nth: number, environment: Environment) => { readonly status: number; readonly json: Json };

/** A short run against a sandbox with this page; `fault` breaks what the run looks at. */
async function watched(page: InfoPage, change: Environment = {}, fault = ''): Promise<Watched> {
  let asked = 0;
  const known: Environment[] = [];
  const broken = faults.get(fault)?.twist ?? ((right: Parameters<Twist>[0]) => right);
  const twist: Twist = (right) => {
    const twisted = broken(right);
    return async (ask) => {
      if (ask.path !== '/actuator/info') return twisted(ask);
      asked += 1;
      return { headers: { 'content-type': 'application/json' }, ...page(asked, known[0] ?? {}) };
    };
  };
  const sandbox = await startSandbox({ twist });
  onTestFinished(() => sandbox.close());
  known.push(sandbox.environment);
  const environment = { ...sandbox.environment, DMT_TARGET: 'sandbox', DMT_PENDING_TIMEOUT_MS: '1000', DMT_FUZZ_RUNS: '0' };
  const file = await runForVerdict({ ...environment, DMT_CHECKS: 'OP2-RESULT,OP11-RESULT-IS-DELAYED', ...change });
  expect(findSchemaErrors(file)).toEqual([]);
  return { file, asked, environment };
}

const ofVersion = (version: string, more: Record<string, Json> = {}) => ({ status: 200, json: { build: { version }, ...more } });

test('a redeployment during the run accuses nobody, whatever failed', async () => {
  const { file, asked } = await watched((nth) => ofVersion(nth < 2 ? '1' : '2'), {}, 'op11-result-isdelayed-is-no');
  expect(file).toMatchObject({ verdict: 'inconclusive', exitCode: 4, run: { targetBuild: '1' } });
  expect(file.counts.fail).toBeGreaterThan(0);
  expect(formatHeadline(file)).toContain(
    'NO VERDICT · the service was deployed anew during the run: build 1, then 2 · nobody is accused · run again',
  );
  expect(asked).toBe(3);
});

test('the same service without a redeployment is accused', async () => {
  const { file } = await watched(() => ofVersion('1'), {}, 'op11-result-isdelayed-is-no');
  expect(file).toMatchObject({ verdict: 'non-conformant', exitCode: 1, run: { targetBuild: '1', inconclusive: null } });
});

test('a version that changes with each look is no redeployment', async () => {
  const { file, asked } = await watched((nth) => ofVersion(String(nth)), {}, 'op11-result-isdelayed-is-no');
  expect(file).toMatchObject({ verdict: 'non-conformant', exitCode: 1, run: { builds: [{ when: 'start' }] } });
  expect(asked).toBe(3);
});

test('trouble at the end is no redeployment', async () => {
  const { file } = await watched((nth) => (nth < 2 ? ofVersion('1') : { status: 503, json: {} }));
  expect(file).toMatchObject({ exitCode: 0, run: { targetBuild: '1', inconclusive: null, builds: [{ when: 'start' }] } });
});

test('a page with a counter is no redeployment, and DMT_TARGET_BUILD goes before what the page names', async () => {
  const { file } = await watched((nth) => ofVersion('1', { calls: `call ${nth}` }), { DMT_TARGET_BUILD: '2031.1' });
  expect(file).toMatchObject({ exitCode: 0, run: { targetBuild: '2031.1', inconclusive: null, builds: [{ build: '1' }, { build: '1' }] } });
});

test.for([401, 500])('a page that answers %i is asked once, and the run says nothing of a build', async (status) => {
  const { file, asked } = await watched(() => ({ status, json: {} }));
  expect(asked).toBe(1);
  expect(file).toMatchObject({ exitCode: 0, run: { targetBuild: null } });
  expect(file.run).not.toHaveProperty('builds');
});

test('a secret in the page never reaches the verdict', async () => {
  const { file, environment } = await watched((_, { DMT_AGENT_PASSWORD = '' }) => ofVersion(`1 ${DMT_AGENT_PASSWORD}`));
  expect(environment['DMT_AGENT_PASSWORD']).toMatch(/\S{6}/);
  expect(file.run.targetBuild).toMatch(/^1 \S/);
  expect(JSON.stringify(file)).not.toContain(environment['DMT_AGENT_PASSWORD']);
});
