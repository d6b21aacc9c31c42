import { afterAll, describe, expect, test } from 'vitest';
import { variants } from '../../sandbox/variants.ts';
import { someOf } from '../some-of.ts';
import { coveringTrials, extentOnVariant } from './extent.ts';
import { findProblems } from './judge-row.ts';
import { openPool } from './pool.ts';
import type { Trial } from './prove.ts';

const pool = openPool();
afterAll(() => pool.close());

const variantTrials = [...variants.values()].map((variant, at): Trial => ({
  kind: 'variant',
  id: variant.id,
  extent: extentOnVariant(variant, at),
}));

const byId = (trials: readonly Trial[]) => trials.map((trial) => [trial.id, trial] as const);

const proveIt = async (trial: Trial): Promise<void> => {
  expect(findProblems(await pool.prove(trial))).toEqual([]);
};

describe('exactly the clauses it breaks are found broken', () => {
  test.concurrent.each(byId(someOf(26, coveringTrials)))('%s', async (_, trial) => proveIt(trial));
});

describe('nobody is accused', () => {
  test.concurrent.each(byId(someOf(40, variantTrials)))('%s', async (_, trial) => proveIt(trial));
});
