import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dimension } from '../../helpers/fuzz/cases/case.ts';
import { listDrawnPlaces } from '../../helpers/fuzz/cases/cases.ts';
import { writeReports } from '../../helpers/report/write.ts';
import { conductRun } from '../../helpers/run/run.ts';
import type { Check } from '../../helpers/runner/check.ts';
import type { Plan } from '../../helpers/runner/plan.ts';
import type { Target } from '../../helpers/client/client.ts';
import type { Config } from '../../helpers/config/config.ts';
import { clauses } from '../../specs/clauses.ts';
import type { OperationId } from '../../specs/operation.ts';
import { operationById } from '../../specs/operations.ts';
import { planFor } from '../../suites/plan-for.ts';
import { readSandboxConfig } from '../sandbox-config.ts';
import { serveInOwnProcess } from '../served-sandbox.ts';

export interface CostTrial {
  readonly dimension: Dimension;
  readonly operation: OperationId;
  readonly cases: number;
}

export interface CostRow {
  /** As the report states it. */
  readonly tried: number;
  readonly seconds: number;
  /** Milliseconds per call, of the early calls and of the last ones. */
  readonly early: number;
  readonly late: number;
  /** Heap growth in bytes between early and end, both after a garbage collection. */
  readonly grown: number;
  /** Bytes of the report folder. */
  readonly reported: number;
}

/** Where the two compared spans begin. Each span is a tenth of the campaign, and the program is warm when the first begins. */
const spanStarts = { early: 0.05, late: 0.9 };
const tenth = 0.1;

interface Sample {
  readonly at: number;
  readonly done: number;
}

/** Interpolates between the two samples around `done`; NaN where there are none. */
function interpolateMoment(samples: readonly Sample[], done: number): number {
  const behind = samples.findIndex((sample) => sample.done >= done);
  const before = samples[behind - 1];
  const after = samples[behind];
  if (before === undefined || after === undefined) return Number.NaN;
  return before.at + ((done - before.done) / (after.done - before.done)) * (after.at - before.at);
}

function measureMsPerCall(samples: readonly Sample[], from: number): number {
  const whole = samples.at(-1)?.done ?? 0;
  return (interpolateMoment(samples, whole * (from + tenth)) - interpolateMoment(samples, whole * from)) / (whole * tenth);
}

const measureHeap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const sumFileSizes = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
    const entry = statSync(join(folder, name));
    return entry.isFile() ? sum + entry.size : sum;
  }, 0);

/** The chapter, the passive checks that judge its answers, and one check that ends before it. */
function buildChapterPlan(config: Config, { dimension, operation }: CostTrial): Plan {
  const { entries } = planFor(config);
  const isTried = ({ chapter }: Check): boolean => chapter?.dimension === dimension && chapter.operation.id === operation;
  const first = entries.find(({ check }) => check.clause === 'TOKEN-SERVED');
  return { entries: entries.filter((entry) => entry === first || entry.check.kind === 'passive' || isTried(entry.check)), unmatched: [] };
}

function readCostConfig(environment: Readonly<Record<string, string>>, { dimension, operation, cases }: CostTrial, folder: string): Config {
  const places = listDrawnPlaces(dimension, operationById(operation)).length;
  const size = { DMT_FUZZ_RUNS: String(Math.round(cases / places)), DMT_FUZZ_SECONDS: '100000' };
  return readSandboxConfig({ ...environment, ...size, DMT_REPORT_DIR: folder });
}

/** Samples the progress while the campaign runs. Reads the heap once early, and once at the end. */
async function measureCampaign(config: Config, plan: Plan): Promise<Pick<CostRow, 'tried' | 'seconds' | 'early' | 'late' | 'grown'>> {
  const samples: Sample[] = [];
  const heap: number[] = [];
  const progress: { target?: Target; tried: number } = { tried: 0 };
  const chapters = new Set<string>(plan.entries.flatMap(({ check }) => (check.kind === 'active' && check.chapter ? [check.id] : [])));
  const timer = setInterval(() => {
    const done = progress.target?.unrecorded().requests ?? 0;
    if (done === 0) return;
    if (heap.length === 0 && done > 1000) heap.push(measureHeap());
    samples.push({ at: performance.now(), done });
  }, 50);
  await conductRun(config, plan, {
    interrupted: new Promise<never>(() => undefined),
    onOutcome({ check, facts }, target) {
      progress.target = target;
      if (!chapters.has(check)) return;
      if (heap.length < 2) heap.push(measureHeap());
      clearInterval(timer);
      for (const fact of facts) progress.tried += Number(/^(\d+) odd calls/.exec(fact)?.[1] ?? 0);
    },
  });
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined) throw new Error('expected a campaign of some seconds, received none: try more cases');
  return {
    tried: progress.tried,
    seconds: (last.at - first.at) / 1000,
    early: measureMsPerCall(samples, spanStarts.early),
    late: measureMsPerCall(samples, spanStarts.late),
    grown: (heap[1] ?? 0) - (heap[0] ?? 0),
  };
}

export async function measureCost(trial: CostTrial): Promise<CostRow> {
  const folder = mkdtempSync(join(tmpdir(), 'dmt-cost-'));
  const sandbox = await serveInOwnProcess();
  try {
    const config = readCostConfig(sandbox.environment, trial, folder);
    const row = await measureCampaign(config, buildChapterPlan(config, trial));
    await writeReports(folder, clauses);
    return { ...row, reported: sumFileSizes(folder) };
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}
