import { describe, expect, test } from 'vitest';
import { chooseRounds, judgeSight, type Alone } from '../../bench/together/rounds.ts';

const fault = (id: string, accusedBy: readonly string[], blocks: readonly string[] = []): Alone => ({ id, accusedBy, blocks });

describe('rounds', () => {
  test.each([
    ['faults of different checks share a round', [fault('a', ['1']), fault('b', ['2'])], [['a', 'b']]],
    ['faults of one check do not', [fault('a', ['1']), fault('b', ['1', '2'])], [['a'], ['b']]],
    ['a fault that blocks the check of another does not', [fault('a', ['1'], ['2']), fault('b', ['2'])], [['b'], ['a']]],
    [
      'a later round takes what fits',
      [fault('a', ['1']), fault('b', ['1']), fault('c', ['1', '2']), fault('d', ['3'])],
      [['a', 'd'], ['b'], ['c']],
    ],
  ])('%s', (_, faults, rounds) => {
    expect(chooseRounds(faults).map((round) => round.map(({ id }) => id))).toEqual(rounds);
  });
});

describe('a fault among others', () => {
  test.each([
    ['is found by a check that passes without it', { 1: 'fail' }, { 1: 'pass' }, 'found'],
    ['is found by a warning', { 1: 'warn' }, { 1: 'observed' }, 'found'],
    ['is found by one of two checks', { 1: 'fail', 2: 'fail' }, { 1: 'fail', 2: 'pass' }, 'found'],
    ['is hidden where another is accused by the same check', { 1: 'fail' }, { 1: 'fail' }, 'hidden'],
    ['is hidden where its check is blocked', { 1: 'blocked' }, { 1: 'blocked' }, 'hidden'],
    ['is not found by a check that is blocked without it', { 1: 'fail' }, { 1: 'blocked' }, 'hidden'],
    ['is missed where its check passes', { 1: 'pass' }, { 1: 'pass' }, 'missed'],
  ] as const)('%s', (_, together, without, sight) => {
    const ended = (verdicts: object): ReadonlyMap<string, string> => new Map(Object.entries(verdicts));
    expect(judgeSight(fault('a', ['1', '2']), ended(together), ended(without))).toBe(sight);
  });
});
