import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { isBusiness } from '../../sandbox/twists/twists.ts';
import { newFolder, program, start, stackTrace } from '../program/program.ts';

/** A service that answers no business call while it is stuck, and its callers. */
async function served() {
  const called = Promise.withResolvers<undefined>();
  const callers = new Set<string>();
  const state = { stuck: true };
  const twist: Twist = (right) => (ask) => {
    callers.add(ask.headers['user-agent'] ?? 'nobody');
    if (!isBusiness(ask) || !state.stuck) return right(ask);
    called.resolve(undefined);
    return Promise.resolve({ status: 200, headers: {}, wire: { kind: 'hang' } });
  };
  const sandbox = await startSandbox({ twist });
  onTestFinished(() => sandbox.close());
  const folder = newFolder();
  const environment = {
    ...sandbox.environment,
    ...sandbox.permissions,
    DMT_TARGET: 'uat',
    DMT_STATE_DIR: folder,
    DMT_TIMEOUT_MS: '60000',
    DMT_RUN_BY: 'night shift',
  };
  return { environment, callers, stuck: called.promise, free: () => (state.stuck = false), folder };
}

const locks = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.lock'));
function findingIn(folder: string, { DMT_BASE_URL: base }: Readonly<Record<string, string>>): string {
  const file = join(folder, 'finding.json');
  const edits = [{ on: 'header', name: 'Accept', values: ['*/*'] }];
  const recipe = { kind: 'case', operation: 'OP-2', dimension: 'headers', expects: 'any', edits, script: '' };
  const told = { signature: '', kind: 'case', seed: 1, place: '', mutation: '', expected: '', received: '', firmness: 'firm', seen: 1 };
  const on = { target: 'uat', hosts: [new URL(base ?? '').host] };
  writeFileSync(file, JSON.stringify({ id: 'f-0123456789', clause: 'HTTP-NO-5XX', on, exchanges: [], recipe, ...told }));
  return file;
}

const quick = ['--check', 'OP2-SERVED~documented-call'];

test('during a run no other run begins on the same target and agent; after it the next one can', async () => {
  const { environment, callers, stuck, free, folder } = await served();
  const first = start(['run'], environment);
  await stuck;
  const sent = callers.size;
  const [lock = ''] = locks(folder);
  const { run } = JSON.parse(readFileSync(join(folder, lock), 'utf8')) as { run: string };
  for (const args of [['run'], ['run', ...quick], ['replay', findingIn(folder, environment)]]) {
    const { code, said } = await program(args, environment);
    expect({ code, trace: stackTrace.test(said) }, said).toEqual({ code: 2, trace: false });
    expect(said).toMatch(new RegExp(`^expected no other run .* run ${run} of night shift .*nothing was sent: `));
  }
  expect(callers.size).toBe(sent);
  first.interrupt();
  expect((await first.ended).code).toBe(4);
  expect(locks(folder)).toEqual([]);
  free();
  const next = await program(['run', ...quick], environment);
  expect(next.code, next.said).toBe(0);
  expect(locks(folder)).toEqual([]);
});

test('the next run recognizes the stale lock of a killed run, which can be resumed', async () => {
  const { environment, stuck, free, folder } = await served();
  const report = newFolder();
  const first = start(['run', ...quick], environment, report);
  await stuck;
  first.kill();
  await first.ended;
  expect(locks(folder)).toHaveLength(1);
  free();
  const next = await program(['run', '--resume', ...quick], environment, report);
  expect(next.code, next.said).toBe(0);
  expect(next.said).toMatch(/lock {9}replaced the stale lock of run \S+ of night shift \(process \d+ on \S+\): its process has ended/);
  expect(locks(folder)).toEqual([]);
});

test('a replay holds the lock too, and releases it when interrupted', async () => {
  const { environment, stuck, folder } = await served();
  const first = start(['replay', findingIn(folder, environment)], environment);
  await stuck;
  expect(locks(folder)).toHaveLength(1);
  const second = await program(['run', ...quick], environment);
  expect(second.code, second.said).toBe(2);
  first.interrupt();
  await first.ended;
  expect(locks(folder)).toEqual([]);
});
