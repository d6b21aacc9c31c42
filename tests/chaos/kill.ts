import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLedger, type LedgerCall } from '../../helpers/report/journal/ledger.ts';
import { requireVerdictFile } from '../../helpers/report/files/verdict-record.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { field } from '../../sandbox/http/json.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { succeeded, type When } from '../../sandbox/twists/twists.ts';
import { asText } from '../../sandbox/twists/results.ts';
import { operations } from '../../specs/operations.ts';
import { node, root, shortcuts } from '../program/starting.ts';

/** A call that the service took: something moved, or somebody was left a record. */
interface Effect {
  readonly operation: string;
  /** Of a transfer. */
  readonly correlationId: string | null;
}

/** What a run that was killed left behind. */
export interface Killed {
  /** The kill met a run that was still there. */
  readonly wasRunning: boolean;
  /** Of the run; milliseconds of `performance`. */
  readonly endedAt: number;
  readonly effects: number;
  /** Effects that the ledger does not hold. */
  readonly unbooked: readonly string[];
  /** Of `report` on its folder. */
  readonly code: number | null;
  readonly said: string;
  /** Null when the report has none. */
  readonly verdict: VerdictFile | null;
}

/** Watches the service, and kills when it sees fit. */
export type Killer = (kill: () => void) => Twist;

/** At the n-th call of those that `when` looks for: as it comes, or when it has been served and nobody has heard of it. */
export const atCall =
  (when: When, nth: number, moment: 'before' | 'after'): Killer =>
  (kill) => {
    let seen = 0;
    return (right) => async (ask) => {
      const hit = when(ask) && (seen += 1) === nth;
      if (hit && moment === 'before') kill();
      const answer = await right(ask);
      if (hit && moment === 'after') kill();
      return answer;
    };
  };

const lastingOperations = new Set<string>(
  operations.filter(({ effect }) => effect === 'moves-money' || effect === 'leaves-record').map(({ id }) => id),
);

function recordEffects(effects: Effect[]): Twist {
  return (right) => async (ask) => {
    const answer = await right(ask);
    const { operation = '' } = ask;
    if (lastingOperations.has(operation) && succeeded(answer))
      effects.push({ operation, correlationId: operation === 'OP-9' ? asText(field(ask.body, 'correlationId')) : null });
    return answer;
  };
}

/** Transfers by their correlationId, the rest by how often each operation was used. */
function findUnbooked(effects: readonly Effect[], booked: readonly LedgerCall[]): readonly string[] {
  const known = new Set(booked.map(({ correlationId }) => correlationId));
  const transfers = effects.filter(({ correlationId }) => correlationId !== null && !known.has(correlationId));
  const missing = [...Map.groupBy(effects, ({ operation }) => operation)].flatMap(([operation, done]) => {
    const lines = booked.filter((call) => call.operation === operation).length;
    return lines < done.length ? [`${operation}: ${done.length} done, ${lines} in the ledger`] : [];
  });
  return [...transfers.map(({ correlationId }) => `transfer ${correlationId}`), ...missing];
}

function startProgram(
  options: readonly string[],
  args: readonly string[],
  environment: Environment,
): { readonly child: ChildProcess; readonly said: () => string } {
  const { PATH, HOME } = process.env;
  const child = spawn(node, [...options, 'cli/main.ts', ...args], {
    cwd: root,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { child, said: () => said };
}

/** A run that is killed without notice, and the report on what it left; the service it speaks to lives on. `options` are Node's. */
export async function killedRun(killer: Killer, options: readonly string[] = shortcuts): Promise<Killed> {
  const effects: Effect[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'killed-'));
  const run: { child: ChildProcess | null } = { child: null };
  const killing = killer(() => run.child?.kill('SIGKILL'));
  const sandbox = await startSandbox({ twist: (right) => killing(recordEffects(effects)(right)) });
  try {
    const environment = { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'uat', DMT_FUZZ_RUNS: '0', DMT_REPORT_DIR: folder };
    const { child } = startProgram(options, ['run'], environment);
    run.child = child;
    await once(child, 'close');
    const endedAt = performance.now();
    const report = startProgram(options, ['report'], { DMT_REPORT_DIR: folder });
    const [code] = (await once(report.child, 'close')) as [number | null];
    const file = join(folder, 'verdict.json');
    return {
      wasRunning: child.signalCode === 'SIGKILL',
      endedAt,
      effects: effects.length,
      unbooked: findUnbooked(effects, readLedger(join(folder, 'ledger.jsonl'))),
      code,
      said: report.said(),
      verdict: existsSync(file) ? requireVerdictFile(JSON.parse(readFileSync(file, 'utf8'))) : null,
    };
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}
