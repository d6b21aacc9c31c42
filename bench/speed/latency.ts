import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJournal, type Journal } from '../../helpers/report/journal/journal.ts';
import { conductRun } from '../../helpers/run/run.ts';
import type { Config } from '../../helpers/config/config.ts';
import { planFor } from '../../suites/plan-for.ts';
import { longestChain, type RunEvidence } from './chain.ts';
import { readSandboxConfig } from '../sandbox-config.ts';
import { serveInOwnProcess } from '../served-sandbox.ts';

/** Of every answer of the service, and of the source of codes. */
const latencyMs = 150;
const mostRatio = 1.3;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function toRunEvidence({ exchanges, outcomes, codes }: Journal, config: Config): RunEvidence {
  const needs = new Map(planFor(config).entries.map(({ check }) => [check.id as string, check.needs]));
  const collectEvidence = (isAlone: boolean): string[] =>
    outcomes.filter(({ check }) => (needs.get(check) === 'alone') === isAlone).flatMap(({ evidence }) => evidence);
  const shared = new Set(collectEvidence(false));
  return {
    exchanges: exchanges.filter(({ operation }) => operation !== 'CALLBACK'),
    alone: new Set(collectEvidence(true).filter((id) => !shared.has(id))),
    coded: new Set(codes.filter(({ missing }) => missing === null).map(({ exchange }) => exchange)),
  };
}

/** From the first request to the last, both at the time of sending. */
function measureSpanMs({ exchanges }: RunEvidence): number {
  const left = exchanges.map(({ startedAt }) => Date.parse(startedAt));
  return Math.max(...left) - Math.min(...left);
}

async function recordRun(): Promise<{ readonly recorded: RunEvidence; readonly concurrency: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'dmt-latency-'));
  const port = await freePort();
  const sandbox = await serveInOwnProcess('--latency', String(latencyMs), '--callback-url', `http://127.0.0.1:${port}/callback`);
  try {
    const own = { DMT_FUZZ_RUNS: '0', DMT_REPORT_DIR: folder, DMT_CALLBACK_LISTEN: `127.0.0.1:${port}` };
    const config = readSandboxConfig({ ...sandbox.environment, ...own });
    const never = new Promise<never>(() => undefined);
    await conductRun(config, planFor(config), { onOutcome: () => undefined, interrupted: never });
    return { recorded: toRunEvidence(readJournal(folder), config), concurrency: config.connection.maxConcurrency };
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}

const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Compares the time of a whole run with the least time it could take. False when it exceeds the allowed ratio. */
export async function latency(tell: (line: string) => void): Promise<boolean> {
  const { recorded, concurrency } = await recordRun();
  const span = measureSpanMs(recorded);
  const { exchanges, codes, links } = longestChain(recorded);
  const chainMs = (exchanges.length + codes) * latencyMs;
  const crowdMs = (recorded.exchanges.length * latencyMs) / concurrency;
  const ratio = span / Math.max(chainMs, crowdMs);
  const { value, conversation, sender, alone } = links;
  const counted = recorded.exchanges.length;
  tell(
    `every answer takes ${latencyMs} ms; ${counted} requests, ${concurrency} at once: ${formatSeconds(span)} from the first to the last`,
  );
  tell(`longest dependent chain: ${exchanges.length} requests and ${codes} codes × ${latencyMs} ms = ${formatSeconds(chainMs)}`);
  tell(`  a request waits for an answer whose value it carries (${value} times), for one of the same step or check (${conversation}),`);
  tell(`  of the same sender, which takes turns (${sender}), or for all others, as it needs the target alone (${alone})`);
  tell(`all requests at the allowed concurrency: ${counted} × ${latencyMs} ms ÷ ${concurrency} = ${formatSeconds(crowdMs)}`);
  const withoutCodes = span / Math.max(exchanges.length * latencyMs, crowdMs);
  tell(`ratio ${ratio.toFixed(2)} to the larger (at most ${mostRatio}); ${withoutCodes.toFixed(2)} if reading a code took no time`);
  return ratio <= mostRatio;
}
