import { expect, test } from 'vitest';
import { openBudget, type Part } from '../../helpers/fuzz/budget.ts';
import { casesOf } from '../../helpers/fuzz/cases.ts';
import { partOf } from '../../helpers/fuzz/part.ts';
import { operationOf } from '../../specs/operations.ts';

const part = (name: string, weight: number): Part => ({ name, weight });

test('each part gets a share of the time that is left, and what one leaves is there for those that come', () => {
  let now = 0;
  const budget = openBudget({ runs: 7, seconds: 9, seed: 1 }, () => now);
  budget.expect([part('one', 1), part('two', 1), part('three', 1)]);
  const first = budget.begin('one');
  expect(first.runs).toBe(7);
  now += 1000;
  expect(first.more()).toBe(true);
  first.end();
  // Nobody pays for what passes between two parts.
  now += 60_000;
  const second = budget.begin('two');
  now += 3999;
  expect(second.more()).toBe(true);
  now += 1;
  expect(second.more()).toBe(false);
  second.end();
  const last = budget.begin('three');
  now += 4000;
  expect(last.more()).toBe(false);
});

test('a large part gets more of the clock than a small one, and one that several checks share is counted once', () => {
  let now = 0;
  const budget = openBudget({ runs: 7, seconds: 10, seed: 1 }, () => now);
  budget.expect([part('large', 4), part('small', 1), part('small', 1), part('large', 4)]);
  const large = budget.begin('large');
  now += 7999;
  expect(large.more()).toBe(true);
  now += 1;
  expect(large.more()).toBe(false);
  large.end();
  const small = budget.begin('small');
  now += 1999;
  expect(small.more()).toBe(true);
});

test.each([
  ['payload', 'OP-7', 80],
  ['payload', 'OP-13', 5],
  ['address', 'OP-6', 60],
] as const)('the part of a chapter weighs by its cases: %s of %s', (dimension, id, runs) => {
  const operation = operationOf(id);
  const cases = [...casesOf(dimension, operation, 1, runs)].length;
  // Each takes a code, so that they come one after another.
  expect(partOf({ dimension, operation }, runs)).toEqual(part(`${dimension} of ${id}`, cases * 3));
});
