import { availableParallelism } from 'node:os';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { findProblems } from './judge-row.ts';
import { openPool, type Pool } from './pool.ts';
import type { Row, Trial } from './prove.ts';

export const listTrials = (options: Omit<Trial, 'kind' | 'id'> = {}): readonly Trial[] => [
  ...[...faults.keys()].map((id) => ({ ...options, kind: 'fault', id }) as const),
  ...[...variants.keys()].map((id) => ({ ...options, kind: 'variant', id }) as const),
];

/** Several trials at once keep every processor busy while some wait for an answer. */
const atOnce = 12;

/** Several variants in one run count when there is nothing wrong with the run. Otherwise each is tried alone. */
async function proveEach({ prove }: Pool, trial: Trial): Promise<readonly Row[]> {
  const { beside = [], ...first } = trial;
  const row = await prove(trial);
  const others = beside.map((id) => ({ ...first, id }));
  const rows = [row, ...others.map((other) => ({ ...row, ...other }))];
  if (others.length === 0 || rows.every((one) => findProblems(one).length === 0)) return rows;
  return Promise.all([first, ...others].map(prove));
}

/** Proves the trials in this order, several at a time, and reports each as it ends. */
export async function proveAll(trials: readonly Trial[], tell: (row: Row) => void): Promise<readonly Row[]> {
  const pool = openPool(Math.min(availableParallelism(), trials.length));
  const rows: Row[] = [];
  const rest = trials.values();
  const work = async (): Promise<void> => {
    for (const trial of rest) {
      const found = await proveEach(pool, trial);
      rows.push(...found);
      found.forEach(tell);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await pool.close();
  return rows;
}
