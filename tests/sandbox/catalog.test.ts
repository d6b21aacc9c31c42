import { expect, test } from 'vitest';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { clauses } from '../../specs/clauses.ts';

const known: readonly string[] = clauses.map(({ id }) => id);

test('faults name clauses of the catalogue', () => {
  const named = [...faults.values()].flatMap(({ breaks, warns = [] }) => [...breaks, ...warns]);
  expect(named.filter((clause) => !known.includes(clause))).toEqual([]);
});

test('a fault breaks or warns, and none is listed twice', () => {
  expect([...faults.values()].filter(({ breaks, warns = [] }) => breaks.length + warns.length === 0)).toEqual([]);
  const sentences = [...faults.values(), ...variants.values()].map(({ does }) => does);
  expect(sentences.filter((does, at) => sentences.indexOf(does) !== at)).toEqual([]);
});

test('ids of faults and variants are kebab-case and unique', () => {
  const ids = [...faults.keys(), ...variants.keys()];
  expect(ids.filter((id) => !/^[a-z\d]+(-[a-z\d]+)*$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});
