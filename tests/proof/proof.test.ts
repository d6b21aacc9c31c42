import { afterAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../sandbox/catalog.ts';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { someOf } from '../some-of.ts';
import { canWait, extentOnVariant, trialOfFault } from './extent.ts';
import { floor } from './floor.ts';
import { findProblems } from './judge-row.ts';
import { buildMatrix, findNeverSeen } from './matrix.ts';
import { openPool } from './pool.ts';
import type { Extent, Row, Trial } from './prove.ts';

const pool = openPool();
const rows: Row[] = [];
afterAll(() => pool.close());

/** As many as Vitest runs at once. */
const atOnce = 8;
const all = [...faults.values()];
const [waiting, tried] = [all.filter((fault, at) => canWait(fault, at)), all.filter((fault, at) => !canWait(fault, at))];
const faultTrials = tried.map((fault): readonly [string, Trial] => [fault.id, trialOfFault(fault, all.indexOf(fault))]);
const variantTrials = someOf(
  8,
  [...variants.values()].map((variant, at): readonly [string, Trial] => [
    variant.id,
    { kind: 'variant', id: variant.id, extent: extentOnVariant(variant, at) },
  ]),
);

async function findProofProblems(trial: Trial): Promise<readonly string[]> {
  const row = await pool.prove(trial);
  rows.push(row);
  return findProblems(row);
}

const proveIt = async (trial: Trial): Promise<void> => {
  expect(await findProofProblems(trial)).toEqual([]);
};

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
    const problems: string[] = [];
    // All at once would take the time of each other until their calls time out.
    const proveNeeded = async (queue: IterableIterator<Fault>, extent: Extent): Promise<void> => {
      for (const fault of queue) if (isNeeded(fault)) problems.push(...(await findProofProblems({ kind: 'fault', id: fault.id, extent })));
    };
    const proveAllNeeded = (among: readonly Fault[], extent: Extent): Promise<unknown> => {
      const queue = among.values();
      return Promise.all(Array.from({ length: atOnce }, () => proveNeeded(queue, extent)));
    };
    // Something shows in what other suites ask, or in faults that the last proof did not know.
    await proveAllNeeded(tried, 'usual');
    await proveAllNeeded(waiting, 'own');
    await proveAllNeeded(waiting, 'usual');
    expect(problems).toEqual([]);
  }, 600_000);

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
