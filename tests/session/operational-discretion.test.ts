import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { conductRun } from '../../helpers/run/run.ts';
import { buildPlan } from '../../helpers/runner/plan.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import { json } from '../../sandbox/http/responses.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/start.ts';
import { combine, respondWith, on } from '../../sandbox/twists/twists.ts';
import { operationalOperations } from '../../specs/operational.ts';
import { suites } from '../../suites/index.ts';
import { judge, startedOrElsewhere, describeEnded, withVerdict } from '../run/judged.ts';
import { operationalLines as lines, recordRequests } from '../judge/observed.ts';

const selection = ['ACTUATOR', 'ERROR', 'SERVICE'];
const actuator = on('ACTUATOR');

interface Kept {
  readonly request: { readonly url: string };
  readonly response: { readonly status: number; readonly truncated: boolean; readonly body: { readonly text: string } } | null;
}

const exchangesIn = (folder: string): readonly Kept[] =>
  readFileSync(join(folder, 'exchanges.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Kept);

const never = new Promise<never>(() => undefined);

/** A run with its journals; returns the folder. */
async function recorded(options: SandboxOptions, environment: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'operational-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  const settings = { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'sandbox', DMT_REPORT_DIR: folder, ...environment };
  const read = readConfig(settings, startedOrElsewhere(settings));
  if (!read.ok) throw new Error(read.problems.join('\n'));
  await conductRun(read.config, buildPlan(suites, read.config.selection.checks), { onOutcome: () => undefined, interrupted: never });
  return folder;
}

const filesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n');

describe('away from the sandbox', () => {
  const inner = 'artificial-inner-value';
  /** Values of every type and in every place, some of them wrong. */
  const telling: Twist = combine(
    respondWith(
      (ask) => actuator(ask) && ask.method === 'GET' && ask.path !== '/actuator/heapdump',
      (ask) =>
        ask.path.endsWith('/beans')
          ? json(200, [inner])
          : ask.path.endsWith('/info')
            ? json(500, { message: inner })
            : json(200, { _links: { self: { href: [inner], templated: inner } }, status: inner, password: inner, total: 4711001100 }),
    ),
    respondWith(on('SERVICE'), () => json(200, { definition: inner })),
    respondWith(on('ERROR'), () => json(200, [inner])),
  );
  const operational = { DMT_CHECKS: selection.join(','), DMT_ALLOW: 'operational-writes' };

  test('no value of an operational answer reaches a file, but key names do', async () => {
    const folder = await recorded({ twist: telling }, { ...operational, DMT_TARGET: 'uat' });
    const files = filesIn(folder);
    expect(files).not.toMatch(/artificial-inner|4711001100/);
    expect(files).toContain('\\"password\\":\\"text\\",\\"total\\":\\"number\\"');
    expect(files).toContain('ACTUATOR-LINK-HREF');
  });

  test('the sandbox has nothing to hide in its own evidence', async () => {
    expect(filesIn(await recorded({ twist: telling }, operational))).toContain('4711001100');
  });

  test('without permission nothing is written, and no heap is dumped', async () => {
    const { asks, twist } = recordRequests();
    const sandbox = await startSandbox({ twist });
    onTestFinished(() => sandbox.close());
    const ended = await judge(
      { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'uat', DMT_ALLOW: '', DMT_SERVICE_NAME: '' },
      selection,
    );
    expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'blocked', 'error'))).toEqual([]);
    const untried = withVerdict(ended, 'untried');
    const guarded = untried.filter(({ reason }) => reason?.includes('operational-writes to DMT_ALLOW'));
    expect(new Set(guarded.map(({ clause }) => clause)).size).toBeGreaterThanOrEqual(
      operationalOperations.filter(({ effect }) => effect !== 'none').length,
    );
    expect(untried.filter((one) => !guarded.includes(one)).map(({ reason }) => reason)).toEqual(
      Array(2).fill('no known service name: set DMT_SERVICE_NAME'),
    );
    expect(untried.filter(({ owner }) => owner !== 'configuration')).toEqual([]);
    expect(asks.filter((ask) => actuator(ask) && (ask.method !== 'GET' || ask.path.endsWith('heapdump')))).toEqual([]);
  });

  test('only GET is sent to prod', async () => {
    const { asks, twist } = recordRequests();
    const sandbox = await startSandbox({ twist });
    onTestFinished(() => sandbox.close());
    const prod = { DMT_TARGET: 'prod', DMT_CONFIRM_HOST: '127.0.0.1', DMT_CUSTOMER_TAG: '00000000-0000-4000-8000-000000000002' };
    const ended = await judge({ ...sandbox.environment, ...prod }, selection);
    expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'blocked', 'error'))).toEqual([]);
    expect([...new Set(asks.filter((ask) => !on('TOKEN')(ask)).map(({ method }) => method))]).toEqual(['GET']);
    expect(lines(asks)).not.toContain('GET /actuator/heapdump');
    expect(lines(asks).length).toBeGreaterThan(20);
  });
});

test('only the beginning of a heap dump is read', async () => {
  const folder = await recorded({}, { DMT_CHECKS: 'ACTUATOR-HEAPDUMP' });
  const dumps = exchangesIn(folder).filter(({ request }) => request.url.endsWith('heapdump'));
  expect(dumps.map(({ response }) => [response?.status, response?.truncated])).toEqual([
    [200, true],
    [200, true],
    [200, true],
  ]);
  expect(dumps.map(({ response }) => (response?.body.text.length ?? 0) > 1000)).toEqual([false, false, false]);
});
