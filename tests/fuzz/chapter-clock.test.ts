import { expect, test } from 'vitest';
import { openChapterClock } from '../../helpers/fuzz/budget/chapter-clock.ts';
import { listPermittedParts } from '../../helpers/fuzz/execution/chapters.ts';
import { generateCases } from '../../helpers/fuzz/cases/cases.ts';
import { estimateChapterTime } from '../../helpers/fuzz/budget/part.ts';
import { operationById } from '../../specs/operations.ts';

test('each part gets a share of the remaining time, and later parts get its unused time', () => {
  let now = 0;
  const clock = openChapterClock({ runs: 7, seconds: 9, seed: 1 }, () => now);
  // Several checks may share a part.
  clock.expect(['one', 'two', 'two', 'three', 'one']);
  const first = clock.begin('one');
  expect(first.runs).toBe(7);
  now += 1000;
  expect(first.more()).toBe(true);
  first.end();
  // The time between two parts counts against no part.
  now += 60_000;
  const second = clock.begin('two');
  now += 3999;
  expect(second.more()).toBe(true);
  now += 1;
  expect(second.more()).toBe(false);
  second.end();
  const last = clock.begin('three');
  now += 4000;
  expect(last.more()).toBe(false);
});

test('a part that is given up before it began leaves the others its time', () => {
  let now = 0;
  const clock = openChapterClock({ runs: 7, seconds: 9, seed: 1 }, () => now);
  clock.expect(['one', 'two', 'three']);
  clock.forgo('two');
  const first = clock.begin('one');
  now += 4400;
  expect(first.more()).toBe(true);
  now += 100;
  expect(first.more()).toBe(false);
});

test('no time is kept for parts that are not permitted', () => {
  const chapters = (['OP-5', 'OP-6', 'OP-9', 'OP-14'] as const).map((id) => ({
    chapter: { dimension: 'address', operation: operationById(id) } as const,
  }));
  expect(listPermittedParts(chapters, true)).toHaveLength(4);
  expect(listPermittedParts(chapters, false)).toEqual(['address of OP-5']);
  expect(listPermittedParts([{}], true)).toEqual([]);
});

test.each([
  ['payload', 'OP-7', 80, 4],
  ['payload', 'OP-13', 5, 3],
  ['address', 'OP-6', 60, 3],
] as const)('a chapter is as large as it has cases, and each takes a code: %s of %s', (dimension, id, runs, time) => {
  const operation = operationById(id);
  const cases = [...generateCases(dimension, operation, 1, runs)].length;
  expect(estimateChapterTime({ dimension, operation }, runs)).toBe(cases * time);
});
