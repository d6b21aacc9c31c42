import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findSchemaErrors } from '../../helpers/report/model/schema-errors.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { isBusiness } from '../../sandbox/twists/twists.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { scratchFolder } from '../../helpers/report/allure/drawer.ts';
import { listenForInterrupt } from '../../cli/run/interrupt.ts';
import { newFolder, program, readJson, start } from '../program/program.ts';
import { root } from '../program/starting.ts';
import { runInTerminal } from '../program/terminal.ts';

/** Reports when `count` business calls came, and answers no later one. */
function stuckAfter(count: number, stuck: () => void): Twist {
  let asked = 0;
  return (right) => (ask) => {
    if (!isBusiness(ask)) return right(ask);
    asked += 1;
    if (asked === count) stuck();
    return asked < count ? right(ask) : Promise.resolve({ status: 200, headers: {}, wire: { kind: 'hang' } });
  };
}

async function startStuckSandbox() {
  const { promise: stuck, resolve } = Promise.withResolvers<undefined>();
  const sandbox = await startSandbox({
    twist: stuckAfter(40, () => {
      resolve(undefined);
    }),
  });
  onTestFinished(() => sandbox.close());
  return { sandbox, stuck };
}

test('Ctrl-C after the end of a run does not speak of stopping it', () => {
  const said: string[] = [];
  const { ended, release } = listenForInterrupt((text) => said.push(text));
  onTestFinished(release);
  ended();
  process.emit('SIGINT');
  expect(said).toEqual(['the run has ended already, and its reports are being written; press Ctrl-C again to end at once']);
});

test('an interrupted run keeps its evidence, and the report can be rendered again', async () => {
  const { sandbox, stuck } = await startStuckSandbox();
  const folder = newFolder();
  const run = start([], { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'uat', DMT_TIMEOUT_MS: '3000' }, folder);
  await stuck;
  run.interrupt();
  const { code, said, verdict } = await run.ended;
  expect(said).toContain(`run --resume --report-dir ${folder}`);
  expect({
    code,
    exitCode: verdict.exitCode,
    verdict: verdict.verdict,
    interrupted: verdict.run.interrupted,
    departures: findSchemaErrors(verdict),
  }).toEqual({
    code: 4,
    exitCode: 4,
    verdict: 'inconclusive',
    interrupted: true,
    departures: [],
  });
  const told = readFileSync(join(folder, 'outcomes.jsonl'), 'utf8').match(/"kind":"outcome"/g)?.length ?? 0;
  const missed = verdict.causes.find(({ cause }) => cause === 'interrupted');
  expect(missed?.count).toBe(verdict.checks.length - told);
  expect(missed?.count).toBeGreaterThan(0);
  expect(verdict.counts.error).toBe(0);
  expect(said).toContain('interrupted  stopping, and writing what was found');
  expect(verdict.counts.fail).toBe(0);
  expect(verdict.run.requests).toBeGreaterThan(30);

  const again = await program(['report'], {}, folder);
  expect(again.code).toBe(4);
  expect(again.verdict).toEqual(verdict);
});

test('Ctrl-C at a terminal reaches the run alone, and the whole report is written', async () => {
  const { sandbox, stuck } = await startStuckSandbox();
  const folder = newFolder();
  const environment = { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'uat', DMT_TIMEOUT_MS: '3000', DMT_FUZZ_RUNS: '0' };
  const sat = runInTerminal(['--report-dir', folder], environment, () => undefined, root, []);
  await stuck;
  // Vitest listens for Ctrl-C once it has made this folder.
  await vi.waitUntil(() => existsSync(scratchFolder(folder)), 60_000);
  sat.type('\u0003');
  expect(await sat.ended).toBe(4);
  expect(sat.screen()).not.toContain('expected to write');
  expect(readJson(folder, 'verdict.json')).toMatchObject({ run: { interrupted: true } });
  expect(existsSync(join(folder, 'allure-report/index.html'))).toBe(true);
});
