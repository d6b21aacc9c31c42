import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readJournal } from '../../helpers/report/journal/journal.ts';
import { findSchemaErrors } from '../../helpers/report/model/schema-errors.ts';
import { fieldInPlace } from '../../helpers/core/records/deviation.ts';
import { currentScheme, type FailedCheck } from '../../helpers/report/model/signature.ts';
import { assembleVerdict } from '../../helpers/report/verdict/assemble.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import type { Acceptance, WaiversFile } from '../../helpers/report/model/acceptances.ts';
import { recordPasses, countPassesBefore } from '../../helpers/report/waivers/history.ts';
import { readWaivers } from '../../helpers/report/waivers/read.ts';
import type { Clause } from '../../specs/clause.ts';
import { header, newFolder, removeFolders, buildSample, writeSample, type Sample } from './sample.ts';

afterAll(removeFolders);

const day = header.startedAt.slice(0, 10);
const later = (days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

function judged(sample: Sample, file: WaiversFile = {}, passed: Readonly<Record<string, number>> = {}): VerdictFile {
  const folder = newFolder();
  writeSample(folder, sample);
  return assembleVerdict(readJournal(folder), sample.clauses, { file, passedBefore: passed });
}

const accepting = (clause: string, signature: string, over: Partial<Acceptance> = {}): Acceptance => ({
  clause,
  target: header.target,
  signatures: [signature],
  reason: 'the artificial reason',
  owner: 'Testcase Owner',
  ticket: 'TICKET-1',
  approver: 'Testcase Approver',
  expires: later(90),
  ...over,
});

const failing = buildSample(['pass', 'fail']);
const failed = judged(failing).checks.find(({ verdict }) => verdict === 'fail');
if (failed?.signature == null) throw new Error('expected a failing check with a signature, received none');
const { clause, signature } = { clause: failed.clause, signature: failed.signature };
const fitting = accepting(clause, signature);
const passing = {
  ...failing,
  outcomes: failing.outcomes.map((one) => ({ ...one, verdict: 'pass' as const, expected: null, received: null })),
};
const withClause = (over: Partial<Clause>): Sample => ({
  ...failing,
  clauses: failing.clauses.map((one) => (one.id === clause ? { ...one, ...over } : one)),
});

test('a waived failure shows who accepted it and until when, and the run is conformant with deviations', () => {
  const file = judged(failing, { waivers: [fitting] });
  expect(file).toMatchObject({
    verdict: 'conformant-with-deviations',
    exitCode: 0,
    unfit: [],
    expiring: [],
    counts: { waived: 1, fail: 0 },
  });
  expect(file.checks.find(({ id }) => id === failed.id)).toMatchObject({ verdict: 'waived', waiver: fitting, received: failed.received });
  expect(findSchemaErrors(file)).toEqual([]);
});

describe('the verdict of a run', () => {
  const unfit = { verdict: 'unfit-waivers', exitCode: 6, beneath: 'conformant', unfit: [expect.any(String)] };
  /** The failure is not accepted and decides; the waiver is listed as unfit. */
  const broken = { verdict: 'non-conformant', exitCode: 1, unfit: [expect.any(String)], counts: { fail: 1, waived: 0 } };
  const rows: readonly (readonly [string, Sample, Partial<Acceptance>, Readonly<Record<string, number>>, object])[] = [
    ['on its last day', failing, { expires: day }, {}, { exitCode: 0, unfit: [] }],
    ['the day after', failing, { expires: later(-1) }, {}, broken],
    ['fourteen days ahead', failing, { expires: later(14) }, {}, { exitCode: 0, expiring: [expect.stringContaining(later(14))] }],
    ['fifteen days ahead', failing, { expires: later(15) }, {}, { exitCode: 0, expiring: [] }],
    ['of a host of this run', failing, { target: header.hosts[0] ?? '' }, {}, { exitCode: 0 }],
    ['of another target', failing, { target: 'prod' }, {}, broken],
    ['of another host', failing, { target: 'other.example' }, {}, broken],
    ['of an unknown clause', failing, { clause: 'NO-SUCH-CLAUSE' }, {}, { ...broken, unfit: [expect.any(String), expect.any(String)] }],
    ['with the signature of another clause', failing, { signatures: ['OTHER~way#000000000000'] }, {}, broken],
    ['with a signature of another failure', failing, { signatures: [`${failed.id}#000000000000`] }, {}, broken],
    ['with a signature of no check', failing, { signatures: [`${clause}~no-such-way#000000000000`] }, {}, broken],
    ['that nothing needs', passing, {}, {}, unfit],
    ['that comes and goes, after nine passing runs', passing, { intermittent: true }, { [signature]: 8 }, { exitCode: 0, unfit: [] }],
    ['that comes and goes, after ten passing runs', passing, { intermittent: true }, { [signature]: 9 }, unfit],
    ['that comes and goes, and came', failing, { intermittent: true }, { [signature]: 20 }, { exitCode: 0 }],
    ['of a clause that guards money', withClause({ guards: 'money' }), {}, {}, broken],
    ['of a clause that guards consent', withClause({ guards: 'consent' }), {}, {}, broken],
    ['of a clause against leaks', withClause({ guards: 'leak' }), {}, {}, broken],
    ['of a safety clause', withClause({ safety: true }), {}, {}, broken],
  ];
  test.for(rows)('with a waiver %s', ([, sample, over, passed, expected]) => {
    expect(judged(sample, { waivers: [{ ...fitting, ...over }] }, passed)).toMatchObject(expected);
  });

  test('a run of selected checks ignores waivers of other checks', () => {
    const run = { ...header, selection: ['OP-1'] };
    expect(judged({ ...passing, run, plan: [], outcomes: [] }, { waivers: [fitting] }).unfit).toEqual([]);
  });

  test('each problem is listed', () => {
    const waivers = [{ ...fitting, expires: later(-1) }, accepting('NO-SUCH-CLAUSE', 'NO-SUCH-CLAUSE~a#000000000000')];
    expect(judged(failing, { waivers }).unfit).toHaveLength(2);
  });
});

describe('accepted gaps', () => {
  const certification = { ...header, profile: 'certification' as const };
  const sample = buildSample(['pass', 'untried', 'blocked'], { run: certification });
  const open = judged(sample);
  const gaps = open.clauses.flatMap((one) => (one.signature === null ? [] : [accepting(one.id, one.signature)]));

  test('prevent an incomplete certification, each for its clause', () => {
    expect(open).toMatchObject({ verdict: 'incomplete', exitCode: 3 });
    expect(gaps).toHaveLength(2);
    expect(judged(sample, { gaps })).toMatchObject({ verdict: 'conformant-with-deviations', exitCode: 0, unfit: [] });
    expect(judged(sample, { gaps: gaps.slice(1) })).toMatchObject({ exitCode: 3 });
    expect(findSchemaErrors(judged(sample, { gaps }))).toEqual([]);
  });

  test.for([
    ['expired', { expires: later(-1) }],
    ['for another cause', { signatures: [`${gaps[0]?.clause ?? ''}#000000000000`] }],
    ['of a tested clause', { clause: open.clauses[0]?.id ?? '', signatures: [`${open.clauses[0]?.id ?? ''}#000000000000`] }],
  ] as const)('that are %s do not fit', ([, over]) => {
    const [first, ...rest] = gaps;
    expect(judged(sample, { gaps: [...rest, { ...(first ?? fitting), ...over }] })).toMatchObject({
      verdict: 'unfit-waivers',
      exitCode: 6,
    });
  });
});

describe('clarifications', () => {
  const settled = { clause, answer: 'both are right', date: day, by: 'Testcase Operator' };
  test('are listed with their clause', () => {
    const file = judged(withClause({ certainty: 'ambiguous' }), { clarifications: [settled] });
    expect(file.clauses.find(({ id }) => id === clause)?.clarifications).toEqual([settled]);
    expect(file.unfit).toEqual([]);
  });

  test.for([
    ['of a stated clause', 'stated', {}],
    ['of an unknown clause', 'silent', { clause: 'NO-SUCH-CLAUSE' }],
    ['of tomorrow', 'silent', { date: later(1) }],
  ] as const)('%s are refused', ([, certainty, over]) => {
    expect(judged(withClause({ certainty }), { clarifications: [{ ...settled, ...over }] }).unfit).toHaveLength(1);
  });
});

describe('the signature of a failure', () => {
  const at = 'GET /wallet/endpoint/v3/invoice/{invoiceId} › result.list[0].amount';
  const told = { id: 'A-CLAUSE~way', clause: 'A-CLAUSE', expected: 'text of digits', received: '50123 (a number)', place: at };
  const one: FailedCheck = { ...told, deviation: 'type-number', field: fieldInPlace(at) };
  const same: readonly Partial<FailedCheck>[] = [
    { expected: 'digits, as text', received: 'the number 7' },
    { place: at.replace('[0]', '[12]'), field: fieldInPlace(at.replace('[0]', '[12]')) },
    { place: at.replace('GET', 'POST'), field: fieldInPlace(at.replace('GET', 'POST')) },
  ];
  const other: readonly Partial<FailedCheck>[] = [
    { deviation: 'missing' },
    { deviation: 'type-object' },
    { deviation: 'http-404' },
    { deviation: 'http-405' },
    { deviation: 'code-4160' },
    { deviation: 'served' },
    { id: 'A-CLAUSE~other' },
    { field: null },
    { field: 'result.list[].name' },
  ];

  test('is the same for the same failure with other words and values', () => {
    for (const over of same) expect(currentScheme.failure({ ...one, ...over })).toBe(currentScheme.failure(one));
  });

  test('differs for another failure', () => {
    const all = [{}, ...other].map((over) => currentScheme.failure({ ...one, ...over }));
    expect(new Set(all).size).toBe(all.length);
  });
});

test('every problem of a waivers file is reported at once', () => {
  const path = join(newFolder(), 'waivers.json');
  writeFileSync(path, JSON.stringify({ waivers: [{ clause: 'lower', signatures: [] }], clarifications: [{ date: 'soon' }], extra: 1 }));
  const read = readWaivers(path);
  expect(read.ok ? [] : read.problems.length).toBeGreaterThan(10);
  writeFileSync(path, 'no JSON');
  expect(readWaivers(path)).toMatchObject({ ok: false, problems: [expect.stringContaining('JSON')] });
});

test('each passing run counts once, and a failure starts the count again', () => {
  const state = newFolder();
  const waivers = { waivers: [{ ...fitting, intermittent: true }] };
  const of = (sample: Sample, id: string): VerdictFile => judged({ ...sample, run: { ...header, id } }, waivers);
  for (const id of ['a', 'b', 'b']) recordPasses(state, waivers, of(passing, id));
  expect(countPassesBefore(state, waivers, 'c')).toEqual({ [signature]: 2 });
  expect(countPassesBefore(state, waivers, 'b')).toEqual({ [signature]: 1 });
  recordPasses(state, waivers, of(failing, 'c'));
  expect(countPassesBefore(state, waivers, 'd')).toEqual({ [signature]: 0 });
});
