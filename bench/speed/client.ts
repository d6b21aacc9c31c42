import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { readReply } from '../../helpers/judge/reply.ts';
import { conduct } from '../../helpers/runner/conduct.ts';
import { createRunContext } from '../../helpers/runner/run-context.ts';
import { openTarget, type Target } from '../../helpers/client/client.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import type { Call } from '../../helpers/client/http/call.ts';
import type { Operation } from '../../specs/operation.ts';
import { planFor } from '../../suites/plan-for.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { median } from '../median.ts';
import { readSandboxConfig } from '../sandbox-config.ts';
import { serveInOwnProcess, type ServedSandbox } from '../served-sandbox.ts';

const rounds = 15;
const warmups = 3;

/** How often each half of a pair repeats the run's calls. */
const repeats = 3;

interface Pair {
  readonly ours: number;
  readonly bare: number;
}

interface Measured extends Pair {
  readonly calls: number;
  readonly ratio: number;
}

interface MadeCall {
  readonly operation: Operation;
  readonly call: Call;
  readonly exchange: Exchange;
}

async function collectRunCalls(target: Target): Promise<readonly MadeCall[]> {
  const calls: MadeCall[] = [];
  const send: Target['send'] = async (operation, call, purpose) => {
    const sent = await target.send(operation, call, purpose);
    if (sent.kind === 'reply') calls.push({ operation, call, exchange: sent.exchange });
    return sent;
  };
  const checks = planFor(target.config).entries.map(({ check }) => check);
  await conduct({ checks, runContext: createRunContext({ ...target, send }), onOutcome: () => undefined });
  return calls;
}

async function concurrently(calls: readonly MadeCall[], lanes: number, send: (made: MadeCall) => Promise<void>): Promise<number> {
  const started = performance.now();
  const queue = calls.values();
  const lane = async (): Promise<void> => {
    for (const call of queue) await send(call);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return performance.now() - started;
}

function throughClient(target: Target): (made: MadeCall) => Promise<void> {
  return async ({ operation, call }) => {
    const sent = await target.send(operation, call, 'bench');
    if (sent.kind !== 'reply') throw new Error(`expected a reply to ${operation.id}, received ${sent.kind}`);
    readReply(operation, sent.exchange, true);
  };
}

/** Sends the same bytes, and reads and parses the answer. */
function throughUndici(pool: Pool): (made: MadeCall) => Promise<void> {
  return async ({ exchange: { request } }) => {
    const { pathname, search } = new URL(request.url);
    const headers = request.headers.flat();
    const answer = await pool.request({ method: request.method, path: pathname + search, headers, body: request.body?.text ?? null });
    const text = await answer.body.text();
    if (text.startsWith('{')) JSON.parse(text);
  };
}

/** Alternates between our client and the bare pool, so that a drift of the machine affects both. */
async function measurePairs(sandbox: ServedSandbox): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'dmt-bench-'));
  const config = readSandboxConfig({ ...sandbox.environment, DMT_REPORT_DIR: folder, DMT_FUZZ_RUNS: '0' });
  const target = openTarget(config, { ledger: null });
  const lanes = config.connection.maxConcurrency;
  const pool = new Pool(config.target.baseUrl, { connections: lanes });
  try {
    const run = await collectRunCalls(target);
    const calls = Array.from({ length: repeats }, () => run).flat();
    const ours = throughClient(target);
    const bare = throughUndici(pool);
    const pairs: Pair[] = [];
    for (let n = 0; n < rounds + warmups; n += 1) {
      const pair = { ours: await concurrently(calls, lanes, ours), bare: await concurrently(calls, lanes, bare) };
      if (n >= warmups) pairs.push(pair);
    }
    const perCall = (pick: (pair: Pair) => number): number => (median(pairs.map(pick)) / calls.length) * 1000;
    const ratio = median(pairs.map((pair) => pair.ours / pair.bare));
    return { calls: run.length, ratio, ours: perCall((pair) => pair.ours), bare: perCall((pair) => pair.bare) };
  } finally {
    await Promise.all([target.close(), pool.close()]);
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}

const formatMeasured = (where: string, { calls, ratio, ours, bare }: Measured): string =>
  `${where}  ratio ${ratio.toFixed(2)}   our client ${ours.toFixed(0)} µs a call, bare undici ${bare.toFixed(0)} µs   (${calls} calls of one run, ${repeats} times, ${rounds} pairs)`;

/** Time of a run's calls through our client divided by the time of the same calls through bare undici, as medians of pairs. */
export async function clientRatio(): Promise<readonly string[]> {
  return [
    'our client: limited, recorded, redacted, validated; bare undici: the same bytes, the answer parsed',
    formatMeasured('embedded sandbox, as in the main job (at most 1.5)', await measurePairs(await startSandbox())),
    formatMeasured('sandbox in another process                        ', await measurePairs(await serveInOwnProcess())),
  ];
}
