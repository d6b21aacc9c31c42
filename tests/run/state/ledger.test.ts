import { describeEarlier } from '../../../helpers/run/describe-earlier.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readLedger, type LedgerCall } from '../../../helpers/report/journal/ledger.ts';
import { readJournal } from '../../../helpers/report/journal/journal.ts';
import { assembleVerdict } from '../../../helpers/report/verdict/assemble.ts';
import { conductRun } from '../../../helpers/run/run.ts';
import { readConfig } from '../../../helpers/config/read-config.ts';
import type { Environment } from '../../../helpers/config/settings.ts';
import type { ServiceRequest, Twist } from '../../../sandbox/http/exchange.ts';
import { field } from '../../../sandbox/http/json.ts';
import { startSandbox } from '../../../sandbox/start.ts';
import { combine, on, succeeded, onWire } from '../../../sandbox/twists/twists.ts';
import { asText } from '../../../sandbox/twists/results.ts';
import { clauses } from '../../../specs/clauses.ts';
import { planFor } from '../../../suites/plan-for.ts';

const never = new Promise<never>(() => undefined);

async function runAndReadLedger(
  environment: Environment,
  state: string,
  interrupted: Promise<unknown> = never,
): Promise<readonly LedgerCall[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const patience = { DMT_TIMEOUT_MS: '5000', DMT_PENDING_TIMEOUT_MS: '1000', DMT_CHECKS: 'OP9-SERVED~*' };
  const read = readConfig({ ...environment, ...patience, DMT_TARGET: 'uat', DMT_REPORT_DIR: folder, DMT_STATE_DIR: state });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  await conductRun(read.config, planFor(read.config), { onOutcome: () => undefined, interrupted });
  return readLedger(join(state, 'ledger.jsonl')).filter(({ effect }) => effect === 'moves-money');
}

function newState(): string {
  const state = mkdtempSync(join(tmpdir(), 'state-'));
  onTestFinished(() => {
    rmSync(state, { recursive: true });
  });
  return state;
}

/** The ids of OP-9, and those that the service accepted. */
function heard(ids: string[], accepted: string[] = []): Twist {
  return (right) => async (ask: ServiceRequest) => {
    const id = asText(field(ask.body, 'correlationId'));
    if (on('OP-9')(ask)) ids.push(id);
    const answer = await right(ask);
    if (on('OP-9')(ask) && succeeded(answer)) accepted.push(id);
    return answer;
  };
}

const fates = (calls: readonly LedgerCall[]): string[] => calls.map(({ state }) => state);

test('a transfer whose answer is lost is asked about, never sent again, and the ledger says how it ended', async () => {
  const ids: string[] = [];
  const accepted: string[] = [];
  const sandbox = await startSandbox({ twist: combine(onWire(on('OP-9'), { kind: 'truncate', bytes: 10 }), heard(ids, accepted)) });
  onTestFinished(() => sandbox.close());
  const calls = await runAndReadLedger({ ...sandbox.environment, ...sandbox.permissions }, newState());
  const settled = calls.filter(({ correlationId }) => accepted.includes(correlationId ?? ''));
  expect(new Set(fates(settled))).toEqual(new Set(['settled']));
  // What the service refused, OP-10 does not know.
  expect(fates(calls).filter((state) => state !== 'settled' && state !== 'unknown')).toEqual([]);
  expect(ids.toSorted()).toEqual([...new Set(calls.map(({ correlationId }) => correlationId ?? ''))].toSorted());
});

test('OP-10 does not know a transfer that never arrived', async () => {
  const lost: Twist = (right) => (ask) =>
    on('OP-9')(ask) ? Promise.resolve({ status: 200, headers: {}, wire: { kind: 'reset' } }) : right(ask);
  const sandbox = await startSandbox({ twist: lost });
  onTestFinished(() => sandbox.close());
  expect(new Set(fates(await runAndReadLedger({ ...sandbox.environment, ...sandbox.permissions }, newState())))).toEqual(
    new Set(['unknown']),
  );
});

test('the next run on the same service finds out what an interrupted run left in doubt', async () => {
  const asked = Promise.withResolvers<undefined>();
  const hangOnce: Twist = (right) => {
    let hung = false;
    return async (ask) => {
      const answer = await right(ask);
      if (!on('OP-9')(ask) || hung) return answer;
      hung = true;
      asked.resolve(undefined);
      return { status: 200, headers: {}, wire: { kind: 'hang' } };
    };
  };
  const sandbox = await startSandbox({ twist: hangOnce });
  onTestFinished(() => sandbox.close());
  const state = newState();
  const [left] = await runAndReadLedger({ ...sandbox.environment, ...sandbox.permissions }, state, asked.promise);
  expect(left?.state).toBe('in-doubt');
  const calls = await runAndReadLedger({ ...sandbox.environment, ...sandbox.permissions }, state);
  const found = calls.find(({ exchange, run }) => exchange === left?.exchange && run === left.run);
  expect(found).toMatchObject({ state: 'settled', foundBy: calls.at(-1)?.run, invoice: expect.stringMatching(/^\d+$/) as string });
});

/** A ledger with transfers that long-ago runs left accepted. */
function leftOpen(baseUrl: string, count: number): string {
  const line = (nth: number): string =>
    JSON.stringify({
      at: '2026-11-20T10:00:00.000Z',
      run: 'artificial-run',
      exchange: `x${nth}`,
      state: 'accepted',
      operation: 'OP-9',
      effect: 'moves-money',
      method: 'POST',
      url: `${baseUrl}/wallet/endpoint/v3/fundTransfer/request/s?subAgentTagId=t`,
      amount: '1',
      correlationId: `artificial-${nth}`,
      detail: 'HTTP 200',
      invoice: String(nth),
    });
  return Array.from({ length: count }, (_, nth) => `${line(nth)}\n`).join('');
}

test('the run asks once about the newest twenty lost transfers of earlier runs, and says so', async () => {
  const asked: string[] = [];
  const listening: Twist = (right) => (ask) => {
    if (on('OP-10', 'OP-11')(ask) && ask.path.includes('artificial')) asked.push(ask.path);
    return right(ask);
  };
  const sandbox = await startSandbox({ twist: listening });
  onTestFinished(() => sandbox.close());
  const folder = newState();
  const state = newState();
  writeFileSync(join(state, 'ledger.jsonl'), leftOpen(sandbox.baseUrl, 60));
  const checks = {
    DMT_CHECKS: 'OP2-SERVED~documented-call,OP15-SERVED~documented-call',
    DMT_FUZZ_RUNS: '0',
    DMT_PENDING_TIMEOUT_MS: '1000',
  };
  const read = readConfig(
    { ...sandbox.environment, ...checks, DMT_TARGET: 'sandbox', DMT_REPORT_DIR: folder, DMT_STATE_DIR: state },
    'started',
  );
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const told: string[] = [];
  await conductRun(read.config, planFor(read.config), {
    onOutcome: () => undefined,
    onStage: (text) => told.push(text),
    interrupted: never,
  });
  const { run } = assembleVerdict(readJournal(folder), clauses);
  expect(asked.length).toBe(20);
  // Two requests for each transfer, and the two checks with their token.
  expect(run.requests).toBeLessThanOrEqual(2 * 20 + 5);
  expect(told).toEqual([
    '60 transfers of earlier runs still open: asking how the newest ended',
    '20 transfers of earlier runs still open, 40 older ones were not asked about',
  ]);
  expect(run.waits?.map(({ reason }) => reason)).toEqual(told.slice(1));
});

test.each([
  [{ asked: 1, ended: 1, left: 0 }, '1 transfer of an earlier run had ended'],
  [{ asked: 1, ended: 0, left: 0 }, '1 transfer of an earlier run still open'],
  [{ asked: 3, ended: 2, left: 1 }, '2 of 3 transfers of earlier runs had ended, 1 older one was not asked about'],
])('what was found of earlier transfers is told in one sentence: %j', (found, words) => {
  expect(describeEarlier(found)).toBe(words);
});
