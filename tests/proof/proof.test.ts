import { afterAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../sandbox/catalog.ts';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { canWait, extentOnFault, extentOnVariant } from './extent.ts';
import { floor } from './floor.ts';
import { findProblems } from './judge-row.ts';
import { buildMatrix, findNeverSeen } from './matrix.ts';
import { openPool } from './pool.ts';
import type { Row, Trial } from './prove.ts';

const pool = openPool();
const rows: Row[] = [];
afterAll(() => pool.close());

const toTrial = (fault: Fault, at: number): readonly [string, Trial] => [
  fault.id,
  { kind: 'fault', id: fault.id, extent: extentOnFault(fault, at) },
];

/** As many as Vitest runs at once. */
const atOnce = 8;
const all = [...faults.values()];
const faultTrials = all.flatMap((fault, at) => (canWait(fault, at) ? [] : [toTrial(fault, at)]));
const waiting = all.flatMap((fault, at) => (canWait(fault, at) ? [{ fault, trial: toTrial(fault, at)[1] }] : []));
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
  const isSelection = (): boolean => rows.length < faultTrials.length + variantTrials.length;

  test('what waits is tried where a check was not seen to fail', async ({ skip }) => {
    if (isSelection()) skip('only some services were selected');
    const isNeeded = ({ breaks, warns = [] }: Fault): boolean => {
      const unseen = new Set(findNeverSeen(rows).map((check) => check.replace(/~.*/, '')));
      return [...breaks, ...warns].some((clause) => unseen.has(clause));
    };
    // All at once would take the time of each other until their calls time out.
    const queue = waiting.values();
    const proveNext = async (): Promise<void> => {
      for (const { fault, trial } of queue) if (isNeeded(fault)) await proveIt(trial);
    };
    await Promise.all(Array.from({ length: atOnce }, proveNext));
  });

  test('every check that can accuse has been seen to do so, and nothing was lost since last time', ({ skip }) => {
    if (isSelection()) skip('only some services were selected');
    const { counts } = buildMatrix(rows);
    process.stdout.write(`\n${rows.length} of ${faults.size + variants.size} services tried · ${counts.checks} checks\n`);
    expect(findNeverSeen(rows)).toEqual([]);
    for (const [name, least] of Object.entries(floor))
      expect(counts).toHaveProperty(
        name,
        expect.toSatisfy((count: number) => count >= least),
      );
  });
});
