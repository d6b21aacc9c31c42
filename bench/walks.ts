import { availableParallelism } from 'node:os';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { faults } from '../sandbox/faults.ts';
import { variants } from '../sandbox/variants.ts';
import type { CampaignRow, CampaignTrial } from './walks-trial.ts';

/** Of every 20 seeds; the longest reproducer beyond its start. */
const least = 19 / 20;
const longest = 3;
/** The whole campaign for faults and the honest sandbox; a part of it for each variant. */
const runs = 100;
const runsForVariants = 15;

const seedsWanted = Number(process.argv[3] ?? 20);

const seeds = Array.from({ length: seedsWanted }, (_, at) => at + 1);

const trialsOf = (id: string): CampaignTrial[] => seeds.map((seed) => ({ id, seed, runs }));

/** One worker for each processor, each with one campaign at a time. */
async function tryAll(trials: readonly CampaignTrial[], tell: (row: CampaignRow) => void): Promise<void> {
  const rest = trials.values();
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('walks-worker.ts', import.meta.url), { execArgv: [] });
    for (const trial of rest) {
      worker.postMessage(trial);
      const [row] = (await once(worker, 'message')) as [CampaignRow];
      tell(row);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

const median = (numbers: readonly number[]): number => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

interface Line {
  readonly text: string;
  readonly good: boolean;
}

function lineOf(id: string, rows: readonly CampaignRow[]): Line {
  const found = rows.filter(({ accused }) => accused.length > 0).length;
  const steps = rows.flatMap((row) => row.steps);
  const most = Math.max(0, ...steps);
  const flaky = rows.reduce((sum, row) => sum + row.flaky, 0);
  const requests = median(rows.map((row) => row.requests));
  const good = found >= rows.length * least && most <= longest;
  const text = `${good ? ' ' : '!'} ${id}: found by ${found} of ${rows.length} seeds, reproduced by ${median(steps)} calls (at most ${most}), ${flaky} flaky, ${requests} requests`;
  return { text, good };
}

/** How surely walks and races find each planted fault and how small they make it; and that they accuse nobody else. */
export async function walks(tell: (line: string) => void): Promise<boolean> {
  const planted = [...faults.values()].filter(({ id }) => /^(walk|race)-/.test(id)).map(({ id }) => id);
  const byId = new Map<string, CampaignRow[]>(planted.map((id) => [id, []]));
  const accusers: string[] = [];
  const lines: Line[] = [];
  const keep = (row: CampaignRow): void => {
    const rows = byId.get(row.id);
    if (rows === undefined) {
      accusers.push(...row.accused.map((check) => `${row.id === '' ? 'the honest sandbox' : row.id}, seed ${row.seed}: ${check}`));
      return;
    }
    rows.push(row);
    if (rows.length < seeds.length) return;
    const line = lineOf(row.id, rows);
    lines.push(line);
    tell(line.text);
  };
  const different = [...variants.values()]
    .filter(({ ends }) => ends !== 'blocked')
    .map(({ id }) => ({ id, seed: 1, runs: runsForVariants }));
  await tryAll([...planted.flatMap(trialsOf), ...trialsOf(''), ...different], keep);
  for (const accuser of accusers) tell(`! accused wrongly: ${accuser}`);
  tell(
    `${planted.length} faults by ${seeds.length} seeds; the honest sandbox by ${seeds.length} seeds and ${different.length} variants: ${accusers.length} accused`,
  );
  return lines.every(({ good }) => good) && accusers.length === 0;
}
