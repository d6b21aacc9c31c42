import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { extentOnFault, extentOnVariant } from './extent.ts';
import { floor } from './floor.ts';
import { findProblems } from './judge-row.ts';
import { formatCounts, buildMatrix, findNeverSeen } from './matrix.ts';
import { openPool } from './pool.ts';
import type { Row, Trial } from './prove.ts';
import { writeProof } from './write.ts';

const pool = openPool();
const rows: Row[] = [];
afterAll(() => pool.close());

const faultTrials = [...faults.values()].map((fault, at): readonly [string, Trial] => [
  fault.id,
  { kind: 'fault', id: fault.id, extent: extentOnFault(fault, at) },
]);
const variantTrials = [...variants.values()].map((variant, at): readonly [string, Trial] => [
  variant.id,
  { kind: 'variant', id: variant.id, extent: extentOnVariant(variant, at) },
]);

async function proveIt(trial: Trial): Promise<void> {
  const row = await pool.prove(trial);
  rows.push(row);
  expect(findProblems(row)).toEqual([]);
}

describe('exactly the clauses it breaks are found broken', () => {
  test.concurrent.each(faultTrials)('%s', async (_, trial) => proveIt(trial));
});

describe('nobody is accused', () => {
  test.concurrent.each(variantTrials)('%s', async (_, trial) => proveIt(trial));
});

describe('the proof as a whole', () => {
  const selected = (): boolean => rows.length < faults.size + variants.size;

  test('every check that can accuse has been seen to do so, and nothing was lost since last time', ({ skip }) => {
    if (selected()) skip('only some services were selected');
    const matrix = buildMatrix(rows);
    writeProof(join(import.meta.dirname, '../../reports'), matrix);
    process.stdout.write(`\n${formatCounts(matrix.counts)}\n`);
    expect(findNeverSeen(rows)).toEqual([]);
    for (const [name, least] of Object.entries(floor))
      expect(matrix.counts).toHaveProperty(
        name,
        expect.toSatisfy((count: number) => count >= least),
      );
  });
});
