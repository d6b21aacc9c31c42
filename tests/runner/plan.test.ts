import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clauses } from '../../specs/clauses.ts';
import { buildPlan } from '../../helpers/runner/plan.ts';
import { suites } from '../../suites/index.ts';

const all = buildPlan(suites, null);
const planned = all.entries.map((entry) => entry.planned);
const root = join(import.meta.dirname, '../..');

const duplicates = (texts: readonly string[]): string[] => texts.filter((text, index) => texts.indexOf(text) !== index);

describe('every planned check', () => {
  test('has a unique id: a clause of the catalogue, then a way', () => {
    const known: readonly string[] = clauses.map(({ id }) => id);
    expect(duplicates(planned.map(({ id }) => id))).toEqual([]);
    expect(planned.filter(({ id, clause }) => !id.startsWith(`${clause}~`) || !known.includes(clause))).toEqual([]);
    expect(planned.filter(({ id }) => !/^[A-Z0-9]+(-[A-Z0-9]+)*~[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/.test(id)).map(({ id }) => id)).toEqual([]);
  });

  test('has a unique title that states a fact', () => {
    expect(duplicates(planned.map(({ title }) => title))).toEqual([]);
    expect(
      planned.filter(({ title }) => /\bshould\b|^(test|check|verify|ensure)\b|\.$|^\s|\s$|\s\s/i.test(title)).map(({ title }) => title),
    ).toEqual([]);
  });

  test('names its operation, area, suite and line', () => {
    expect(planned.filter(({ operation, area, suite }) => [operation, area, suite].includes(''))).toEqual([]);
    expect(planned.filter(({ where }) => !/^suites\/[\w/-]+\.ts:\d+$/.test(where)).map(({ where }) => where)).toEqual([]);
    expect(planned.filter(({ where }) => !existsSync(join(root, where.replace(/:\d+$/, ''))))).toEqual([]);
  });
});

describe('a selection', () => {
  const checks = planned.filter(({ area }) => area !== 'Fuzzing');
  const ids = (...patterns: string[]): string[] => buildPlan(suites, patterns).entries.map((entry) => entry.planned.id);

  test.each([
    ['an id', 'OP9-RESULT-INVOICE-ID~numeric-text', ({ id }: { id: string }) => id === 'OP9-RESULT-INVOICE-ID~numeric-text'],
    ['a clause', 'AUTH-401', ({ clause }: { clause: string }) => clause === 'AUTH-401'],
    ['an operation', 'OP-9', ({ operation }: { operation: string }) => operation === 'OP-9'],
    ['a suite', 'Fund transfer', ({ suite }: { suite: string }) => suite === 'Fund transfer'],
    ['any letter case', 'op-9', ({ operation }: { operation: string }) => operation === 'OP-9'],
    ['a beginning', 'OP9-*', ({ id }: { id: string }) => id.startsWith('OP9-')],
    ['a middle', '*-RESULT-*', ({ id }: { id: string }) => id.includes('-RESULT-')],
    ['everything', '*', () => true],
  ])('by %s', (_, pattern, selects) => {
    const selected = ids(pattern);
    expect(selected.length).toBeGreaterThan(0);
    expect(selected).toEqual(checks.filter((one) => selects(one)).map(({ id }) => id));
  });

  test('of several patterns takes each check once, in the order of the plan', () => {
    expect(ids('OP-9', 'OP9-*', 'OP-1')).toEqual(
      checks.filter(({ id, operation }) => operation === 'OP-9' || operation === 'OP-1' || id.startsWith('OP9-')).map(({ id }) => id),
    );
  });

  const parts = (...patterns: string[]): string[] =>
    buildPlan(suites, patterns).entries.flatMap(({ planned: { area, id } }) => (area === 'Fuzzing' ? [id] : []));

  test.each(['*', 'OP9-*', 'OP-9', 'OP9-SAME-CORRELATION-ID', 'AUTH-401', 'R*', 'Odd*'])('by %s starts no campaign', (pattern) => {
    expect(parts(pattern)).toEqual([]);
  });

  test.each([
    ['an id', 'OP9-SAME-CORRELATION-ID~race', ['OP9-SAME-CORRELATION-ID~race']],
    ['ids that begin alike', 'OP14-DEBITED~*', ['OP14-DEBITED~sequences', 'OP14-DEBITED~race']],
    ['a suite', 'races', planned.filter(({ suite }) => suite === 'Races').map(({ id }) => id)],
  ])('starts a campaign by %s', (_, pattern, started) => {
    expect(parts(pattern)).toEqual(started);
  });

  test.each(['OP-17', 'OP9', 'OP9-.*', '', 'OP(9', '[A-Z]*~x'])('"%s" selects nothing, and the plan says so', (pattern) => {
    const plan = buildPlan(suites, [pattern, 'OP-2']);
    expect(plan.unmatched).toEqual([pattern]);
    expect(plan.entries.every((entry) => entry.planned.operation === 'OP-2')).toBe(true);
  });
});
