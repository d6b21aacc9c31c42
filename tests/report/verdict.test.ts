import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { verdicts, type Verdict } from '../../helpers/core/records/verdicts.ts';
import { openJournal, readJournal } from '../../helpers/report/journal/journal.ts';
import { findSchemaErrors } from '../../helpers/report/model/schema-errors.ts';
import { assembleVerdict } from '../../helpers/report/verdict/assemble.ts';
import { formatVerdictFile, readVerdictFile } from '../../helpers/report/files/verdict-record.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import type { RunHeader } from '../../helpers/core/records/journal-lines.ts';
import type { Outcome, PlannedCheck } from '../../helpers/core/records/outcome.ts';
import { operations } from '../../specs/operations.ts';
import {
  clauseFor,
  checkFor,
  endLine,
  everyVerdict,
  header,
  newFolder,
  removeFolders,
  outcomeFor,
  buildSample,
  writeSample,
  type Sample,
} from './sample.ts';

afterAll(removeFolders);

test('verdict.json has each check and each clause on a line of its own, and loses nothing', () => {
  const file = assembleFile(everyVerdict());
  const text = formatVerdictFile(file);
  expect(findSchemaErrors(JSON.parse(text))).toEqual([]);
  expect(readVerdictFile(JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(file)));
  const lines = text.split('\n').map((line) => line.trim());
  for (const { id } of [...file.checks, ...file.clauses])
    expect(lines.filter((line) => line.startsWith('{') && line.includes(`"id":${JSON.stringify(id)},`))).toHaveLength(1);
});

function assembleFile(sample: Sample): VerdictFile {
  const folder = newFolder();
  writeSample(folder, sample);
  return assembleVerdict(readJournal(folder), sample.clauses);
}

const under = (over: Partial<RunHeader>): Partial<Sample> => ({ run: { ...header, ...over } });
const unreachable = { end: { ...endLine, inconclusive: 'the target refuses connections' } } as const;

describe('the verdict of a run', () => {
  const table: readonly (readonly [readonly Verdict[], Partial<Sample>, string, number])[] = [
    [['pass'], {}, 'conformant', 0],
    [['pass', 'warn', 'observed', 'not-applicable'], {}, 'conformant', 0],
    [['pass', 'untried'], {}, 'judged-in-part', 0],
    [['pass', 'untried'], under({ selection: ['OP-1'] }), 'judged-in-part', 0],
    [['pass'], under({ target: 'prod' }), 'judged-in-part', 0],
    [['pass', 'waived'], {}, 'conformant-with-deviations', 0],
    [['pass'], under({ selection: ['OP-1'] }), 'conformant-selection', 0],
    [['pass', 'waived'], under({ selection: ['OP-1'] }), 'conformant-with-deviations-selection', 0],
    [['fail'], under({ selection: ['OP-1'] }), 'non-conformant', 1],
    [['fail', 'error', 'blocked'], unreachable, 'non-conformant', 1],
    [['pass', 'error', 'blocked'], {}, 'inconclusive', 4],
    [['blocked'], unreachable, 'inconclusive', 4],
    [['pass'], { end: null }, 'inconclusive', 4],
    [['pass', 'blocked'], {}, 'incomplete', 3],
    [['pass', 'untried'], under({ profile: 'certification' }), 'incomplete', 3],
    [['pass', 'untried'], under({ profile: 'essential' }), 'judged-in-part', 0],
    [['untried', 'not-applicable'], {}, 'inconclusive', 4],
    [[], {}, 'inconclusive', 4],
  ];
  test.for(table)('%j with %j is %s', ([ends, over, verdict, exitCode]) => {
    expect(assembleFile(buildSample(ends, over))).toMatchObject({ verdict, exitCode });
  });

  test('is possible for a run that requested more money than a number can hold', () => {
    const totals = { ...endLine.totals, amount: '1e+400' };
    expect(assembleFile(buildSample(['pass'], { end: { ...endLine, totals } })).run.amount).toBe(Number.MAX_VALUE);
  });

  test('a blocked clause of lesser certainty does not make it incomplete', () => {
    const sample = buildSample(['pass', 'blocked']);
    const clauses = sample.clauses.map((clause) =>
      clause.id.includes('BLOCKED') ? { ...clause, certainty: 'exemplified' as const } : clause,
    );
    expect(assembleFile({ ...sample, clauses }).verdict).toBe('conformant');
  });
});

describe('the list of checks', () => {
  test('counts each planned check once, and fits the published schema', () => {
    const file = assembleFile(everyVerdict());
    expect(findSchemaErrors(file)).toEqual([]);
    expect(Object.values(file.counts)).toEqual(verdicts.map(() => 1));
    expect(file.causes).toMatchObject([{ cause: 'OP11-SERVED', count: 1, owner: 'service' }]);
    expect(file.profile).toEqual([{ clause: 'OP4-OBSERVED-3', fact: 'answers with an empty object' }]);
    expect(file.run).toMatchObject({ amount: 100.37, totals: 'exact', interrupted: false });
  });

  test('a planned check without an outcome is an error of the suite', () => {
    const sample = buildSample(['pass', 'pass']);
    const [check] = assembleFile({ ...sample, outcomes: sample.outcomes.slice(1) }).checks;
    expect(check).toMatchObject({ verdict: 'error', owner: 'suite', reason: 'the run ended without an outcome for this check' });
  });

  test('an interrupted run keeps its verdicts and lists the checks that it did not reach', () => {
    const sample = buildSample(['fail', 'pass', 'pass']);
    const file = assembleFile({ ...sample, outcomes: sample.outcomes.slice(0, 1), end: null });
    expect(findSchemaErrors(file)).toEqual([]);
    expect(file.checks.map(({ verdict }) => verdict)).toEqual(['fail', 'blocked', 'blocked']);
    expect(file.counts.error).toBe(0);
    expect(file.checks[1]).toMatchObject({
      reason: 'the run was interrupted before this check',
      cause: 'interrupted',
      owner: 'environment',
    });
    expect(file.clauses.map(({ signature }) => signature)).toEqual([null, null, null]);
    expect(file).toMatchObject({ exitCode: 1, run: { interrupted: true, totals: 'at-least', requests: 3, otps: 1 } });
  });

  test('an unplanned outcome, a repeated outcome and an unknown clause are named and decide the verdict', () => {
    const sample = buildSample(['pass', 'pass']);
    const [first] = sample.outcomes;
    if (first === undefined) throw new Error('expected a sample outcome, received none');
    const outcomes = [...sample.outcomes, { ...first, verdict: 'warn' as const }, { ...first, check: 'STRAY~plain' }];
    const file = assembleFile({ ...sample, outcomes, clauses: sample.clauses.slice(1) });
    expect(file.trouble).toHaveLength(3);
    expect(file).toMatchObject({ verdict: 'inconclusive', exitCode: 4 });
    expect(file.checks[0]?.verdict).toBe('warn');
  });
});

describe('the verdict of a clause', () => {
  const [operation] = operations;
  const clause = clauseFor('pass', operation);
  const of = (ends: readonly Verdict[], run: RunHeader = header): VerdictFile['clauses'][number] | undefined => {
    const plan = ends.map((end) => ({ ...checkFor(clause), id: `${clause.id}~${end}` }));
    const outcomes = plan.map((check, index) => outcomeFor(check, ends[index] ?? 'error'));
    return assembleFile({ run, clauses: [clause], plan, outcomes, exchanges: [], end: endLine }).clauses[0];
  };

  test.for<readonly [readonly Verdict[], Verdict]>([
    [['pass', 'fail', 'error'], 'fail'],
    [['waived', 'blocked'], 'blocked'],
    [['warn', 'waived'], 'waived'],
    [['pass', 'untried'], 'untried'],
    [['observed', 'pass', 'not-applicable'], 'pass'],
    [['not-applicable', 'observed'], 'observed'],
  ])('of checks that end %j is %s', ([ends, verdict]) => {
    expect(of(ends)?.verdict).toBe(verdict);
  });

  test('without a check is untried and names its owner', () => {
    expect(of([])).toMatchObject({ verdict: 'untried', owner: 'suite' });
    expect(of([], { ...header, selection: ['OP-9'] })).toMatchObject({ verdict: 'untried', owner: 'configuration' });
  });
});

describe('the journal', () => {
  test('with torn last lines is read up to them', () => {
    const folder = newFolder();
    const sample = buildSample(['pass', 'pass'], { end: null });
    writeSample(folder, sample);
    for (const name of ['outcomes.jsonl', 'exchanges.jsonl']) appendFileSync(join(folder, name), '{"kind":"outcome","outco');
    const journal = readJournal(folder);
    expect(journal).toMatchObject({ unreadableLines: 2, end: null });
    expect(journal.outcomes).toHaveLength(2);
    expect(assembleVerdict(journal, sample.clauses).exitCode).toBe(4);
  });

  test('without a run says what to do', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'outcomes.jsonl'), '{"kind":');
    expect(() => readJournal(folder)).toThrow(/expected the record of a run .* run the suite into this folder first/);
  });

  test('accepts no line after it is closed', () => {
    const folder = newFolder();
    const journal = openJournal(folder);
    journal.write({ kind: 'run', schemaVersion: 2, run: header, plan: [] });
    journal.close();
    journal.write(endLine);
    expect(readJournal(folder).end).toBeNull();
  });
});

describe('a check that waits for a clause that served once and not later', () => {
  const end = (verdict: Verdict, clause: string, told: Partial<Outcome> = {}) => {
    const check: PlannedCheck = { ...checkFor(clauseFor(verdict, operations[6])), id: `${clause}~${verdict}`, clause };
    return { check, outcome: outcomeFor(check, verdict, told) };
  };
  const waiting = end('blocked', 'OP9-SERVED', {
    cause: 'OP7-SERVED',
    owner: 'service',
    reason: 'OP7-SERVED: expected HTTP 200 with code 2000, received HTTP 200 with code 4160',
  });
  const judge = (...others: readonly Verdict[]) => {
    const rows = [waiting, ...others.map((verdict) => end(verdict, 'OP7-SERVED'))];
    const file = assembleFile({ ...everyVerdict(), plan: rows.map(({ check }) => check), outcomes: rows.map(({ outcome }) => outcome) });
    return file.checks.find(({ id }) => id === waiting.check.id);
  };

  test('waits for the service where the clause is broken, or judged nowhere', () => {
    expect(judge('pass', 'fail')).toMatchObject({ owner: 'service', reason: waiting.outcome.reason });
    expect(judge('untried')).toMatchObject({ owner: 'service' });
  });

  test('waits for test data where it holds elsewhere', () => {
    expect(judge('pass', 'warn')).toMatchObject({
      owner: 'test-data',
      reason: `${waiting.outcome.reason ?? ''}; it holds elsewhere in this run, so a limit, a lock or the bank may be why`,
    });
  });
});

test('a failed check of every answer is repeated by the check of the circumstance in which it failed', () => {
  const sample = buildSample(['fail']);
  const [everyAnswer] = sample.plan;
  if (everyAnswer === undefined) throw new Error('expected a check');
  const situations = ['first', 'decimals', 'later'] as const;
  const siblings = situations.map((circumstance) => ({ ...everyAnswer, id: `${everyAnswer.clause}~${circumstance}`, circumstance }));
  const takes = { otps: 3, transfers: 2 };
  const repeatedAs = (ends: readonly (readonly [Verdict, string])[]): string | undefined => {
    const outcomes = siblings.map((check, at) => {
      const [verdict, exchange] = ends[at] ?? ['pass', 'x9'];
      return outcomeFor(check, verdict, { evidence: [exchange], takes });
    });
    const file = assembleFile({
      ...sample,
      plan: [everyAnswer, ...siblings],
      outcomes: [outcomeFor(everyAnswer, 'fail', { evidence: ['x1'] }), ...outcomes],
    });
    const [{ reproduce, cost } = { reproduce: '', cost: null }] = file.checks;
    return `${/--check '(.+)'/.exec(reproduce)?.[1] ?? ''} ${String(cost?.otps)}`;
  };
  const { clause } = everyAnswer;
  expect(repeatedAs([])).toBe(`${clause}~plain 0`);
  expect(
    repeatedAs([
      ['pass', 'x1'],
      ['fail', 'x2'],
    ]),
  ).toBe(`${clause}~decimals 3`);
  expect(
    repeatedAs([
      ['pass', 'x1'],
      ['fail', 'x2'],
      ['fail', 'x1'],
    ]),
  ).toBe(`${clause}~later 3`);
});

test('where no check of its clause failed otherwise, a failed check of every answer is repeated with the check that made the call', () => {
  const sample = buildSample(['fail']);
  const [broken] = sample.plan;
  if (broken === undefined) throw new Error('expected a check');
  const others = [
    { id: 'OP2-SERVED~unconcerned', evidence: ['x2'] },
    { id: 'ENVELOPE-BODY~rule', evidence: ['x1'], rule: true },
    { id: 'OP4-SERVED~waits-for-much', evidence: ['x1', 'x2', 'x3'] },
    { id: 'AUTH-401~missing-token', evidence: ['x1', 'x2'] },
  ] as const;
  const takes = { otps: 3, transfers: 2 };
  const plan = others.map(({ id, ...other }) => ({
    ...broken,
    id,
    clause: id.slice(0, id.indexOf('~')),
    ...('rule' in other && { rule: true as const }),
  }));
  const outcomes = plan.map((check, at) => outcomeFor(check, 'pass', { evidence: others[at]?.evidence ?? [], takes, seen: null }));
  const file = assembleFile({
    ...sample,
    plan: [broken, ...plan],
    outcomes: [outcomeFor(broken, 'fail', { evidence: ['x1'] }), ...outcomes],
  });
  expect(file.checks[0]?.reproduce).toMatch(new RegExp(`--check '${broken.id}' 'AUTH-401~missing-token'$`));
  expect(file.checks[0]?.cost).toEqual(takes);
});
