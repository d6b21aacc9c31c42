import { expect, test } from 'vitest';
import { openBudget } from '../../helpers/fuzz/budget.ts';
import { casesOf } from '../../helpers/fuzz/cases.ts';
import { sizeOf } from '../../helpers/fuzz/part.ts';
import { operationOf } from '../../specs/operations.ts';

test('each part gets a share of the time that is left, and what one leaves is there for those that come', () => {
  let now = 0;
  const budget = openBudget({ runs: 7, seconds: 9, seed: 1 }, () => now);
  // Several checks may share a part.
  budget.expect(['one', 'two', 'two', 'three', 'one']);
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

test.each([
  ['payload', 'OP-7', 80],
  ['payload', 'OP-13', 5],
  ['address', 'OP-6', 60],
] as const)('a chapter is as large as it has cases, and each takes a code: %s of %s', (dimension, id, runs) => {
  const operation = operationOf(id);
  const cases = [...casesOf(dimension, operation, 1, runs)].length;
  expect(sizeOf({ dimension, operation }, runs)).toBe(cases * 3);
});
