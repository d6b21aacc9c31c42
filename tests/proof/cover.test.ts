import { expect, test } from 'vitest';
import { buildPlan } from '../../helpers/runner/plan.ts';
import { faults } from '../../sandbox/faults.ts';
import { suites } from '../../suites/index.ts';
import cover from './cover.json' with { type: 'json' };
import { chooseCover } from './cover.ts';
import { findProblems } from './judge-row.ts';
import { prove } from './prove.ts';

test('few faults cover all checks that any fault shows, each with what it shows first and one check of each other clause it breaks', () => {
  const rows = [
    { id: 'one', breaks: ['A'], warns: [], seenBy: ['A~one'] },
    { id: 'two', breaks: ['B'], warns: [], seenBy: ['B~one'] },
    { id: 'three', breaks: ['B'], warns: ['C'], seenBy: ['B~one', 'C~one', 'D~one'] },
    { id: 'none', breaks: [], warns: [], seenBy: [] },
    { id: 'four', breaks: ['B', 'E'], warns: [], seenBy: ['B~one', 'B~two', 'E~one', 'E~two', 'F~one', 'F~two'] },
    { id: 'five', breaks: ['B', 'E'], warns: ['C'], seenBy: ['B~three', 'C~one', 'E~one', 'E~two'] },
  ];
  expect(chooseCover(rows)).toEqual({
    one: ['A~one'],
    three: ['C~one', 'D~one', 'B~one'],
    four: ['B~one', 'B~two', 'E~one', 'E~two', 'F~one', 'F~two'],
    five: ['B~three', 'E~one', 'C~one'],
  });
});

test('a cover names faults of the catalogue', () => {
  expect(Object.keys(cover).filter((id) => !faults.has(id))).toEqual([]);
});

test('a cover names checks that are there, and no check twice for one fault', () => {
  const planned: ReadonlySet<string> = new Set(buildPlan(suites, null).entries.map(({ check }) => check.id));
  const named: readonly (readonly string[])[] = Object.values(cover);
  expect(named.flat().filter((check) => !planned.has(check))).toEqual([]);
  expect(named.filter((checks) => checks.length === 0 || new Set(checks).size < checks.length)).toEqual([]);
});

test.each([
  ['alone where they see it', ['TOKEN-REFUSES-MISSING-BASIC~missing-basic'], 'seen'],
  ['beside all others where one of them does not', ['TOKEN-REFUSES-MISSING-BASIC~missing-basic', 'TOKEN-SERVED~other-agent'], 'usual'],
])('a fault is tried with the checks that are to see it, %s', async (_, seenBy, extent) => {
  const row = await prove({ kind: 'fault', id: 'token-without-basic', extent: 'seen', seenBy });
  expect(row.extent).toBe(extent);
  expect(findProblems(row)).toEqual([]);
});
