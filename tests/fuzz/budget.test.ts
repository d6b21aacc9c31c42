import { expect, test } from 'vitest';
import { openBudget } from '../../helpers/fuzz/budget.ts';

test('each chapter gets a share of the time that is left, and what one leaves is there for the others', () => {
  let now = 0;
  const budget = openBudget({ runs: 7, seconds: 9, seed: 1 }, () => now);
  budget.expect(3);
  const first = budget.begin();
  expect(first.runs).toBe(7);
  now += 1000;
  expect(first.more()).toBe(true);
  first.end();
  // Nobody pays for what passes between two chapters.
  now += 60_000;
  const second = budget.begin();
  now += 3999;
  expect(second.more()).toBe(true);
  now += 1;
  expect(second.more()).toBe(false);
  second.end();
  const last = budget.begin();
  now += 4000;
  expect(last.more()).toBe(false);
});
