import { afterAll, describe, expect, test } from 'vitest';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { findMixedProblems } from './judge-row.ts';
import { mixedTrials } from './mixed.ts';
import { openPool } from './pool.ts';
import { someOf } from '../some-of.ts';

const pool = openPool(1);
afterAll(() => pool.close());

const personalities = [...variants.keys()].filter((id) => id.startsWith('personality-'));
// Twelve times as many, and the same ones among them: npm run proof -- --mixed.
const oneOf = 120;
const all = mixedTrials([...faults.keys()], personalities, oneOf);
const trials = someOf(3, all);

test('one fault of 120 is planted, each on a personality', () => {
  expect(personalities.length).toBeGreaterThanOrEqual(10);
  expect(all.length).toBe(Math.ceil(faults.size / oneOf));
  expect(new Set(all.map(({ on: [first] = [] }) => first)).size).toBeGreaterThan(5);
});

test('of the whole proof, each personality comes first about as often as any other', () => {
  const firsts = mixedTrials([...faults.keys()], personalities).map(({ on: [first] = [] }) => first);
  const counts = personalities.map((id) => firsts.filter((first) => first === id).length);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
});

describe('a fault on top of a legal personality is found, and nothing else is accused', () => {
  test.concurrent.each(trials.map((trial) => [trial.id, trial] as const))('%s', async (_, trial) => {
    expect(findMixedProblems(await pool.prove(trial))).toEqual([]);
  });
});
