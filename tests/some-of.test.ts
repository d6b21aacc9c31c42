import { describe, expect, test } from 'vitest';
import { pickSample } from './some-of.ts';

const all = [0, 1, 2, 3, 4, 5, 6];

describe('a sample', () => {
  test.each([1, 2, 3, 7, 60])('of one in %i takes each in its turn, and never none', (oneOf) => {
    const turns = Array.from({ length: oneOf }, (_, turn) => pickSample(oneOf, all, 0xff_ff_00 + turn));
    expect(turns.filter(({ length }) => length === 0)).toEqual([]);
    expect([...new Set(turns.flat())].sort()).toEqual(all);
    expect(Math.max(...turns.map(({ length }) => length))).toBe(Math.ceil(all.length / oneOf));
  });

  test('of nothing is nothing', () => {
    expect(pickSample(3, [], 1)).toEqual([]);
  });
});
