import { availableParallelism } from 'node:os';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { openPool } from './pool.ts';
import type { Row, Trial } from './prove.ts';

export const listTrials = (options: Omit<Trial, 'kind' | 'id'> = {}): readonly Trial[] => [
  ...[...faults.keys()].map((id) => ({ ...options, kind: 'fault', id }) as const),
  ...[...variants.keys()].map((id) => ({ ...options, kind: 'variant', id }) as const),
];

/** Several trials at once keep every processor busy while some wait for an answer. */
const atOnce = 12;

/** Proves the trials in this order, several at a time, and reports each as it ends. */
export async function proveAll(trials: readonly Trial[], tell: (row: Row) => void): Promise<readonly Row[]> {
  const pool = openPool(Math.min(availableParallelism(), trials.length));
  const rows: Row[] = [];
  const rest = trials.values();
  const work = async (): Promise<void> => {
    for (const trial of rest) {
      const row = await pool.prove(trial);
      rows.push(row);
      tell(row);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await pool.close();
  return rows;
}
