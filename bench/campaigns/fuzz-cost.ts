import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { CostRow, CostTrial } from './cost-campaign.ts';

type WriteLine = (line: string) => void;

/** Time per late call divided by time per early call. */
const mostRatio = 1.3;
const mostGrown = 100e6;
/** Bytes by which the large campaign's report may exceed the small one's. */
const mostReported = 100e3;

const smallCases = 1000;

/** A plain read, a call that takes a code, and a call that moves money, each followed by effect checks. */
const trials: readonly CostTrial[] = [
  { dimension: 'address', operation: 'OP-5', cases: 100_000 },
  { dimension: 'payload', operation: 'OP-12', cases: 20_000 },
  { dimension: 'payload', operation: 'OP-9', cases: 10_000 },
];

/** Runs in another process, so that its memory holds nothing else. */
async function measureApart(trial: CostTrial): Promise<CostRow> {
  const child = fork(join(import.meta.dirname, 'cost-child.ts'), { execArgv: ['--expose-gc'] });
  const answer = Promise.race([once(child, 'message'), once(child, 'exit')]);
  child.send(trial);
  const [row] = (await answer) as [CostRow | number | null];
  if (row === null || typeof row === 'number')
    throw new Error(`expected a measured campaign, received exit code ${String(row)}: see above`);
  return row;
}

const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function judgeTrial(trial: CostTrial, tell: WriteLine): Promise<boolean> {
  const few = await measureApart({ ...trial, cases: smallCases });
  const many = await measureApart(trial);
  const ratio = many.late / many.early;
  const reported = many.reported - few.reported;
  tell(`${trial.dimension} of ${trial.operation}: ${many.tried} cases in ${many.seconds.toFixed(1)} s`);
  tell(`  time per call ${many.early.toFixed(3)} ms early, ${many.late.toFixed(3)} ms late: ${ratio.toFixed(2)} (at most ${mostRatio})`);
  tell(`  heap ${formatMegabytes(many.grown)} more at the end (less than ${formatMegabytes(mostGrown)})`);
  const sizes = `${formatMegabytes(few.reported)} of ${few.tried} cases, ${formatMegabytes(many.reported)} of ${many.tried}`;
  tell(`  report ${sizes}: ${(reported / 1000).toFixed(1)} kB more (at most ${mostReported / 1000} kB)`);
  return ratio <= mostRatio && many.grown < mostGrown && reported <= mostReported;
}

/** Compares the cost of a case in a small and in a large campaign. `fuzz cost 0.1` takes a tenth of the large ones. */
export async function cost(tell: WriteLine, size = '1'): Promise<boolean> {
  let good = true;
  for (const trial of trials) good = (await judgeTrial({ ...trial, cases: Math.round(trial.cases * Number(size)) }, tell)) && good;
  return good;
}
