import { expect, test } from 'vitest';
import { faults } from '../../sandbox/faults.ts';
import cover from './cover.json' with { type: 'json' };
import { chooseCover } from './cover.ts';

test('few faults cover all checks that any fault shows', () => {
  const rows = [
    { id: 'one', breaks: ['A'], warns: [], seenBy: ['A~one'] },
    { id: 'two', breaks: ['B'], warns: [], seenBy: ['B~one'] },
    { id: 'three', breaks: ['B'], warns: ['C'], seenBy: ['B~one', 'C~one', 'D~one'] },
    { id: 'none', breaks: [], warns: [], seenBy: [] },
  ];
  expect(chooseCover(rows)).toEqual({ one: 'own', three: 'usual' });
});

test('a cover names faults of the catalogue', () => {
  expect(Object.keys(cover).filter((id) => !faults.has(id))).toEqual([]);
});
