import { expect, test } from 'vitest';
import { listAgainst } from '../../helpers/report/decision/against.ts';
import type { Obstacle } from '../../helpers/report/decision/rows.ts';

const open = (clause: string, reason: string): Obstacle => ({
  ...{ clause, sentence: `what ${clause} says`, state: 'not judged', reason, mover: 'configuration', address: null },
});

test('few clauses have a row each, with sentence and reason', () => {
  const rows = listAgainst({ against: [open('A', 'no desk'), open('B', 'no desk')] });
  expect(rows.map(({ clause, sentence, reason, more }) => [clause, sentence, reason, more])).toEqual([
    ['A', 'what A says', 'no desk', 0],
    ['B', 'what B says', 'no desk', 0],
  ]);
});

test('of many, those of one reason share a row, and each is counted once', () => {
  const broken: Obstacle = { ...open('Z', 'received nothing'), state: 'broken' };
  const many = Array.from({ length: 11 }, (_, at) => open(`A${at}`, at < 9 ? 'no desk' : 'no callback'));
  const rows = listAgainst({ against: [broken, ...many] });
  expect(rows.map(({ clause, sentence, reason, more }) => [clause, sentence, reason, more])).toEqual([
    ['Z', 'what Z says', 'received nothing', 0],
    ['A0', '', 'no desk', 8],
    ['A9', '', 'no callback', 1],
  ]);
});

test('a condition of the whole run is told once', () => {
  const condition: Obstacle = { ...open('', 'the profile is full'), clause: null, sentence: 'the profile is full', state: 'not met' };
  expect(listAgainst({ against: [condition] })).toMatchObject([{ clause: null, sentence: '', reason: 'the profile is full' }]);
});
