import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findSchemaErrors } from '../../helpers/report/model/schema-errors.ts';
import { startSandbox } from '../../sandbox/start.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { isBusiness } from '../../sandbox/twists/twists.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { newFolder, program, start, stackTrace, type EndedProgram } from '../program/program.ts';
import { someOf } from '../some-of.ts';

/** Answers `count` business calls, then none until `goOn`. */
function stuckAfter(count: number): { readonly twist: Twist; readonly stuck: Promise<void>; readonly goOn: () => void } {
  const { promise: stuck, resolve } = Promise.withResolvers<undefined>();
  let asked = 0;
  let open = false;
  const twist: Twist = (right) => (ask) => {
    if (!isBusiness(ask) || open) return right(ask);
    asked += 1;
    if (asked === count) resolve(undefined);
    return asked < count ? right(ask) : Promise.resolve({ status: 200, headers: {}, wire: { kind: 'hang' } });
  };
  return { twist, stuck, goOn: () => (open = true) };
}

const checks = ['--check', 'TOKEN', 'OP-1', 'OP-2', 'OP-3', 'OP-4', 'OP-6', 'OP-9', 'OP-15', 'NO-LEAK'];

interface Resumed {
  readonly first: EndedProgram;
  readonly second: EndedProgram;
  readonly folder: string;
  readonly environment: Environment;
}

async function twoSittings(end: 'interrupt' | 'kill'): Promise<Resumed> {
  const { twist, stuck, goOn } = stuckAfter(25);
  const sandbox = await startSandbox({ twist });
  onTestFinished(() => sandbox.close());
  const environment = { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'uat', DMT_FUZZ_RUNS: '0', DMT_TIMEOUT_MS: '3000' };
  const folder = newFolder();
  const run = start(checks, environment, folder);
  await stuck;
  run[end]();
  const first = await run.ended;
  goOn();
  return { first, second: await program(['run', '--resume', ...checks], environment, folder), folder, environment };
}

const idsIn = (folder: string): string[] =>
  [...readFileSync(join(folder, 'exchanges.jsonl'), 'utf8').matchAll(/^\{"id":"([^"]+)"/gm)].map(([, id = '']) => id);

const countLines = (folder: string, kind: string): number =>
  readFileSync(join(folder, 'outcomes.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`{"kind":"${kind}"`)).length;

describe.each(someOf(2, ['interrupt', 'kill'] as const))('a run that %s ended and that was resumed', (end) => {
  test('is one whole run: each check once, unique ids, and every sitting listed', async () => {
    const { second, folder } = await twoSittings(end);
    const { verdict, code, said } = second;
    expect(said).not.toMatch(stackTrace);
    expect({ code, verdict: verdict.verdict, departures: findSchemaErrors(verdict), trouble: verdict.trouble }).toEqual({
      code: 0,
      verdict: 'judged-in-part',
      departures: [],
      trouble: [],
    });
    // It is asked again after an eKYC, whose end only a callback tells, and this run receives none.
    expect(verdict.binding.notJudged.map(({ clause }) => clause)).toEqual(['OP1-TAGGED-IS-OLD']);
    expect([verdict.counts.error, verdict.counts.blocked, verdict.run.interrupted]).toEqual([0, 0, false]);
    const ids = idsIn(folder);
    expect(new Set(ids).size).toBe(ids.length);
    expect(verdict.run.sittings.map(({ interrupted }) => interrupted)).toEqual([true, false]);
    const [one, other] = verdict.run.sittings;
    expect(verdict.run.otps).toBe((one?.otps ?? 0) + (other?.otps ?? 0));
    expect(other?.checks).toBeLessThan(verdict.checks.length + 1);
    expect([countLines(folder, 'run'), countLines(folder, 'sitting')]).toEqual([1, 1]);
    expect(readFileSync(join(folder, 'decision.html'), 'utf8')).toContain('Sitting 2');
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('Sitting 2');
    await program(['bundle'], {}, folder);
    const verified = await program(['verify', join(folder, `conformance-${verdict.run.id}.zip`)], {}, folder);
    expect({ code: verified.code, said: verified.said }).toMatchObject({ code: 0, said: expect.stringContaining('INTACT') as string });
  });
});

test('finished checks are not repeated, and a finished run sends nothing', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const environment = { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'uat', DMT_FUZZ_RUNS: '0' };
  const { folder, verdict } = await program(['--check', 'OP-2', 'OP-15'], environment);
  const again = await program(['run', '--resume', '--check', 'OP-2', 'OP-15'], environment, folder);
  expect({ code: again.code, verdict: again.verdict }).toEqual({ code: 0, verdict });
  expect(again.said).toContain('nothing is unfinished');
});

test('only checks that lacked means are tried again', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const { DMT_OTHER_AGENT_ID, DMT_OTHER_AGENT_PASSWORD, ...rest } = { ...sandbox.environment, ...sandbox.permissions };
  const own = { ...rest, DMT_TARGET: 'uat', DMT_FUZZ_RUNS: '0' };
  const args = ['--check', 'OP-15', 'AUTH-OTHER-AGENT-SERVED~OP-15'];
  const first = await program(args, own);
  expect(first.verdict.counts).toMatchObject({ untried: 1, blocked: 0, error: 0 });
  const second = await program(['run', '--resume', ...args], { ...own, DMT_OTHER_AGENT_ID, DMT_OTHER_AGENT_PASSWORD }, first.folder);
  expect(second.verdict.run.sittings[1]).toMatchObject({ checks: 1, interrupted: false });
  expect(second.verdict.run.sittings[1]?.requests).toBeLessThan(first.verdict.run.requests);
  expect(second.verdict.counts).toMatchObject({ untried: 0, fail: 0, error: 0 });
});

describe('a run is not resumed', () => {
  test.each([
    ['another plan', ['--check', 'OP-15'], {}, 'the plan: expected the same'],
    ['another build', ['--check', 'OP-2'], { DMT_TARGET_BUILD: '2' }, 'DMT_TARGET_BUILD: expected none, received "2"'],
    ['another setting', ['--check', 'OP-2'], { DMT_TRANSFER_AMOUNT: '7' }, 'DMT_TRANSFER_AMOUNT: expected "100", received "7"'],
  ] as const)('for %s', async (_, args, more, told) => {
    const { folder } = await program(['--check', 'OP-2']);
    const before = readFileSync(join(folder, 'outcomes.jsonl'), 'utf8');
    const { code, said } = await program(['run', '--resume', ...args], more, folder);
    expect({ code, trace: stackTrace.test(said) }).toEqual({ code: 2, trace: false });
    expect(said).toContain(told);
    expect(readFileSync(join(folder, 'outcomes.jsonl'), 'utf8')).toBe(before);
  });

  test('where there is none', async () => {
    const { code, said } = await program(['run', '--resume']);
    expect({ code, told: said.includes('expected the journal of a run') }).toEqual({ code: 2, told: true });
  });
});
