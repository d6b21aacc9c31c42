import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { conductRun } from '../../helpers/run/run.ts';
import { readJournal } from '../../helpers/report/journal/journal.ts';
import { assembleVerdict } from '../../helpers/report/verdict/assemble.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { clauses } from '../../specs/clauses.ts';
import { planFor } from '../../suites/plan-for.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import type { Broken } from './service.ts';

/** What a run cost, and what it came to. */
export interface Measured {
  readonly seconds: number;
  readonly requests: number;
  readonly otps: number;
  readonly transfers: number;
  readonly verdict: string;
  readonly failed: readonly string[];
  /** What all of DMT_PENDING_TIMEOUT_MS was waited for in vain. */
  readonly inVain: readonly string[];
  /** How often all of DMT_TIMEOUT_MS was waited for an answer in vain, one behind the other. */
  readonly silences: number;
}

/** Those that overlap count once. */
function silencesIn(exchanges: readonly Exchange[], timeoutMs: number): number {
  const whole = exchanges.filter(({ trouble, durationMs }) => trouble?.kind === 'timeout' && durationMs >= timeoutMs);
  const starts = whole.map(({ startedAt }) => Date.parse(startedAt)).toSorted((one, other) => one - other);
  let silences = 0;
  let until = 0;
  for (const start of starts) {
    if (start < until) continue;
    silences += 1;
    until = start + timeoutMs;
  }
  return silences;
}

/** A run of everything against a broken service, as users have it but for what `environment` says. */
export async function measure(service: Broken, environment: Environment, longestMs: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'broken-'));
  const sandbox = await startSandbox(service);
  const enough = new AbortController();
  try {
    const read = readConfig({ ...sandbox.environment, DMT_TARGET: 'sandbox', DMT_REPORT_DIR: folder, ...environment }, 'started');
    if (!read.ok) throw new Error(read.problems.join('\n'));
    const began = performance.now();
    await conductRun(read.config, planFor(read.config), {
      onOutcome: () => undefined,
      interrupted: pause(longestMs, undefined, { signal: enough.signal }).catch(() => new Promise(() => undefined)),
      register: sandbox.setCallbackUrl,
    });
    const seconds = (performance.now() - began) / 1000;
    const journal = readJournal(folder);
    const { run, verdict, clauses: judged } = assembleVerdict(journal, clauses);
    return {
      seconds,
      requests: run.requests,
      otps: run.otps,
      transfers: run.transfers,
      verdict: run.interrupted ? 'did not end' : verdict,
      failed: judged.filter((clause) => clause.verdict === 'fail').map(({ id }) => id),
      inVain: journal.waits.filter(({ reason }) => reason.includes('DMT_PENDING_TIMEOUT_MS')).map(({ reason }) => reason),
      silences: silencesIn(journal.exchanges, read.config.connection.timeoutMs),
    };
  } finally {
    enough.abort();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}
