import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { verdicts, type Verdict } from '../../helpers/core/records/verdicts.ts';
import { toComparableRun, readRun, type ComparableRun } from '../../helpers/report/compare/comparable.ts';
import type { ChangeKind } from '../../helpers/report/compare/changes.ts';
import { changesOfKind, compareRuns, isWorse } from '../../helpers/report/compare/compare.ts';
import { summarizeChanges, comparisonFormats } from '../../helpers/report/compare/formats.ts';
import { assembleFile, illegal } from './assembled.ts';
import { everyVerdict, hostile, newFolder, removeFolders, buildSample } from './sample.ts';

afterAll(removeFolders);

const whole: ComparableRun = assembleFile(buildSample(['pass']));
const [check] = whole.checks;
const run = whole.run;

const ending = (verdict: Verdict | null, over: Partial<ComparableRun> = {}): ComparableRun => ({
  ...whole,
  profile: [],
  checks: check === undefined || verdict === null ? [] : [{ ...check, verdict }],
  ...over,
});

const changeKindBetween = (before: Verdict | null, after: Verdict | null): ChangeKind | null =>
  compareRuns(ending(before), ending(after)).changes[0]?.kind ?? null;

describe('a change', () => {
  test.each([
    ['pass', 'fail', 'newly-failing'],
    ['waived', 'fail', 'newly-failing'],
    ['untried', 'fail', 'newly-failing'],
    [null, 'fail', 'newly-failing'],
    ['pass', 'blocked', 'newly-untested'],
    ['warn', 'untried', 'newly-untested'],
    ['fail', 'blocked', 'newly-untested'],
    ['fail', 'error', 'newly-untested'],
    ['pass', null, 'newly-untested'],
    ['fail', 'pass', 'fixed'],
    ['waived', 'observed', 'fixed'],
    ['fail', 'waived', 'newly-accepted'],
    ['blocked', 'pass', 'newly-tested'],
    [null, 'pass', 'newly-tested'],
    ['pass', 'not-applicable', 'no-longer-applicable'],
    ['pass', 'warn', null],
    ['untried', null, null],
    ['not-applicable', 'untried', null],
    [null, 'untried', null],
  ] as const)('from %s to %s is %s', (before, after, kind) => {
    expect(changeKindBetween(before, after)).toBe(kind);
  });

  test('says what was expected and what was received', () => {
    const found = { verdict: 'fail', expected: 'text of digits', received: '50123 (a number)', reason: null } as const;
    const after = { ...ending('fail'), checks: check === undefined ? [] : [{ ...check, ...found }] };
    expect(compareRuns(ending('pass'), after).changes).toMatchObject([{ words: 'expected text of digits, received 50123 (a number)' }]);
  });

  test('needs two different verdicts', () => {
    expect(verdicts.map((verdict) => changeKindBetween(verdict, verdict))).toEqual(verdicts.map(() => null));
  });

  test.each([
    ['pass', 'fail', true],
    ['pass', 'untried', true],
    ['fail', 'pass', false],
    ['pass', 'not-applicable', false],
    ['pass', 'warn', false],
  ] as const)('from %s to %s makes a run worse: %s', (before, after, worse) => {
    expect(isWorse(compareRuns(ending(before), ending(after)))).toBe(worse);
  });
});

describe('a comparison', () => {
  test('shows changes of behavior, live description and inputs', () => {
    const clause = check?.clause ?? '';
    const before = ending('pass', { profile: [{ clause, fact: 'answers slowly' }], description: ['a path is missing'] });
    const after = ending('warn', {
      profile: [{ clause, fact: 'answers with an array' }],
      description: [],
      run: { ...run, targetBuild: '8', targetFingerprint: 'other' },
    });
    const { behavior, description, moved } = compareRuns(before, after);
    expect(behavior.map(({ sign, words }) => `${sign} ${words}`)).toEqual([
      'went answers slowly',
      'came answers with an array',
      expect.stringContaining('came warning: '),
    ]);
    expect(description).toEqual([{ clause: 'SWAGGER', words: 'a path is missing', sign: 'went' }]);
    expect(moved.map(({ name }) => name)).toEqual(['service build', 'configuration']);
  });

  test('treats the same fact on another host as equal', () => {
    const at = (host: string): ComparableRun =>
      ending('pass', {
        profile: [{ clause: check?.clause ?? '', fact: `named by http://${host}/list` }],
        run: { ...run, hosts: [host] },
      });
    expect(compareRuns(at('127.0.0.1:8080'), at('127.0.0.1:80')).behavior).toEqual([]);
    expect(compareRuns(at('127.0.0.1:80'), { ...at('127.0.0.1:80'), profile: [] }).behavior).toHaveLength(1);
  });

  test('ignores how far a campaign came', () => {
    const met = ending('pass', { profile: [{ clause: check?.clause ?? '', fact: 'serves an odd call', sampled: true }] });
    expect(compareRuns(met, ending('pass')).behavior).toEqual([]);
  });

  test('ignores which checks of a campaign the clock leaves out, and not which ones a cap does', () => {
    const untried = (reason: string): ComparableRun => {
      const one = ending('untried');
      return { ...one, checks: one.checks.map((each) => ({ ...each, reason })) };
    };
    const clock = untried(
      'no call that could break this was sent: the campaign ended by the clock (DMT_FUZZ_SECONDS), or no code is required',
    );
    expect(isWorse(compareRuns(ending('pass'), clock))).toBe(false);
    expect(isWorse(compareRuns(ending('pass'), untried('OTP limit reached (DMT_MAX_OTPS=6)')))).toBe(true);
  });

  test('shows no description when one run did not compare it', () => {
    expect(compareRuns(ending('pass', { description: ['a path is missing'] }), ending('pass')).description).toBeNull();
  });

  test.each([
    ['a selection', { selection: ['OP-2'] }],
    ['PROD after UAT', { target: 'prod' }],
    ['another profile', { profile: 'essential' }],
  ] as const)('of unequal extent takes what both judged: %s', (_, over) => {
    const later = (verdict: Verdict | null): ComparableRun => ending(verdict, { run: { ...run, ...over } });
    const untested = compareRuns(ending('pass'), later('untried'));
    expect(untested.changes).toEqual([]);
    expect(untested.scope).toContain('the extent differs');
    expect(compareRuns(ending('pass'), later(null)).changes).toEqual([]);
    expect(changesOfKind(compareRuns(ending('pass'), later('fail')), 'newly-failing')).toHaveLength(1);
  });

  test('calls a clause fixed when all its checks that failed hold now', () => {
    if (check === undefined) throw new Error('expected a check');
    const both = (one: Verdict, other: Verdict | null): ComparableRun =>
      ending(one, {
        run: { ...run, selection: other === null ? [check.id] : null },
        checks: [{ ...check, verdict: one }, ...(other === null ? [] : [{ ...check, id: `${check.clause}~decimals`, verdict: other }])],
      });
    const fixed = (before: ComparableRun, after: ComparableRun): number => changesOfKind(compareRuns(before, after), 'fixed').length;
    expect(fixed(both('fail', 'fail'), both('pass', 'pass'))).toBe(2);
    expect(fixed(both('fail', 'pass'), both('pass', null))).toBe(1);
    expect(fixed(both('fail', 'fail'), both('pass', null))).toBe(0);
    expect(fixed(both('fail', 'fail'), both('pass', 'fail'))).toBe(0);
  });

  const ofEarlierSuite = (verdict: Verdict | null, over: Partial<ComparableRun> = {}): ComparableRun =>
    ending(verdict, { run: { ...run, suiteFingerprint: 'of an earlier suite' }, ...over });

  test.each([
    ['fail', null, '0 checks; left out: 1 only before, 0 only after'],
    ['pass', null, '0 checks; left out: 1 only before, 0 only after'],
    [null, 'fail', '0 checks; left out: 0 only before, 1 only after'],
    [null, 'warn', '0 checks; left out: 0 only before, 1 only after'],
  ] as const)('of two suites leaves out what only one has, and says so: %s, then %s', (before, after, words) => {
    const { changes, behavior, scope } = compareRuns(ofEarlierSuite(before), ending(after));
    expect([changes, behavior]).toEqual([[], []]);
    expect(scope).toContain(words);
  });

  test('of two suites compares the checks that both have', () => {
    const comparison = compareRuns(ofEarlierSuite('pass'), ending('fail'));
    expect(changesOfKind(comparison, 'newly-failing')).toHaveLength(1);
    expect(comparison.scope).toBeNull();
  });

  test('of two suites takes no new fact from a clause that has a new check', () => {
    const clause = check?.clause ?? '';
    const more = { ...ending('pass'), checks: check === undefined ? [] : [check, { ...check, id: `${check.id}-too` }] };
    const seen = { ...more, profile: [{ clause, fact: 'answers slowly' }] };
    expect(compareRuns(ofEarlierSuite('pass'), seen).behavior).toEqual([]);
    expect(compareRuns({ ...more, run: ofEarlierSuite('pass').run }, seen).behavior).toHaveLength(1);
  });

  test('of unequal extent compares behavior only where both judged, and misses nothing that the smaller run cannot see', () => {
    const clause = check?.clause ?? '';
    const prodRun = { run: { ...run, target: 'prod' } } as const;
    const fact = { profile: [{ clause, fact: 'answers slowly' }] };
    expect(compareRuns(ending('pass', fact), ending('untried', prodRun)).behavior).toEqual([]);
    expect(compareRuns(ending('pass', fact), ending('pass', prodRun)).behavior).toHaveLength(1);
    const gathered = (...facts: readonly string[]) => ({
      checks:
        check === undefined
          ? []
          : [{ ...check, id: 'HTTP-BODY-NOT-SHOWN~seen', clause: 'HTTP-BODY-NOT-SHOWN', verdict: 'observed' as const }],
      profile: facts.map((each) => ({ clause: 'HTTP-BODY-NOT-SHOWN', fact: each })),
    });
    const { behavior } = compareRuns(ending('pass', gathered('no body', 'a page')), ending('pass', { ...gathered('a text'), ...prodRun }));
    expect(behavior.map(({ sign, words }) => `${sign} ${words}`)).toEqual(['came a text']);
  });

  test('of a run with itself finds no change, whole or kept', () => {
    const every = assembleFile(everyVerdict());
    for (const other of [every, toComparableRun(every)]) expect(summarizeChanges(compareRuns(every, other))).toBe('no change');
  });

  test('keeps hostile text as text in every form', () => {
    const attacked = ending('fail', {
      profile: [{ clause: check?.clause ?? '', fact: hostile }],
      checks: check === undefined ? [] : [{ ...check, verdict: 'fail', received: hostile }],
      run: { ...run, targetBuild: hostile, hosts: [hostile] },
    });
    const comparison = compareRuns(ending('pass'), attacked);
    for (const form of Object.values(comparisonFormats)) expect(form(comparison)).not.toMatch(illegal);
    expect(comparisonFormats.markdown(comparison)).not.toMatch(/(?<!\\)<img|(?<!\\)\[link\]/);
  });
});

describe('a run is read', () => {
  const file = assembleFile(buildSample(['pass', 'fail']));

  test('from a folder with its description, and from its verdict.json', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'verdict.json'), JSON.stringify(file));
    const finding = { rule: 'D01', place: 'GET /sample', expected: 'a path', live: 'nothing' };
    writeFileSync(join(folder, 'contract-diff.json'), JSON.stringify({ findings: [finding] }));
    for (const path of [folder, join(folder, 'verdict.json')]) {
      expect(readRun(path).value).toMatchObject({ exitCode: 1, description: ['D01 GET /sample expected a path live nothing'] });
    }
  });

  test.each([
    ['nothing there', () => join(newFolder(), 'none')],
    ['a folder without verdict.json', () => newFolder()],
    ['another file', () => written('{"schemaVersion":1}')],
    ['a file that is no JSON', () => written('no JSON')],
  ])('or refused: %s', (received, place) => {
    const { value, problem } = readRun(place());
    expect(value).toBeNull();
    expect(problem).toContain(received);
  });
});

function written(text: string): string {
  const folder = join(newFolder(), 'run');
  mkdirSync(folder);
  writeFileSync(join(folder, 'verdict.json'), text);
  return folder;
}
