import { expect, test } from 'vitest';
import { buildPlan } from '../../helpers/runner/plan.ts';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { clauses } from '../../specs/clauses.ts';
import { suites } from '../../suites/index.ts';
import cover from './cover.json' with { type: 'json' };
import { chooseCover } from './cover.ts';
import { floor } from './floor.ts';
import { findProblems } from './judge-row.ts';
import { accusingChecks } from './matrix.ts';
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

const planned: ReadonlySet<string> = new Set(buildPlan(suites, null).entries.map(({ check }) => check.id));
const named: readonly (readonly string[])[] = Object.values(cover);

// Only a whole proof in which every check failed once writes the cover: a check that is new since then, or has another name, is missing there.
test('the last whole proof saw every check fail that can accuse', () => {
  const seen = new Set(named.flat());
  expect(accusingChecks.filter((check) => !seen.has(check))).toEqual([]);
});

test('no fault, variant, clause or check was lost since the counts were set', () => {
  const counts: Readonly<Record<keyof typeof floor, number>> = {
    clauses: clauses.length,
    checks: planned.size,
    faults: faults.size,
    variants: variants.size,
  };
  for (const [name, least] of Object.entries(floor))
    expect(counts).toHaveProperty(
      name,
      expect.toSatisfy((count: number) => count >= least),
    );
});

test('a cover names faults of the catalogue', () => {
  expect(Object.keys(cover).filter((id) => !faults.has(id))).toEqual([]);
});

test('a cover names checks that are there, and no check twice for one fault', () => {
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
