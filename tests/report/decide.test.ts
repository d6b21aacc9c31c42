import { describe, expect, test } from 'vitest';
import { decide, plural, type DecisionFacts } from '../../helpers/report/decide.ts';
import { verdicts, type Verdict } from '../../helpers/judge/verdicts.ts';
import type { Certainty } from '../../specs/clause.ts';

type Judged = readonly [Verdict, Certainty];

const pass: Judged = ['pass', 'stated'];

/** The facts of a run in which just these checks were judged. */
function factsOf(judged: readonly Judged[], over: Partial<DecisionFacts> = {}): DecisionFacts {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, judged.filter(([one]) => one === verdict).length]));
  return {
    counts: { pass: 0, fail: 0, warn: 0, observed: 0, blocked: 0, 'not-applicable': 0, untried: 0, waived: 0, error: 0, ...counts },
    judged: judged.map(([verdict, certainty]) => ({ verdict, certainty })),
    inconclusive: null,
    interrupted: false,
    trouble: [],
    unfit: [],
    profile: 'full',
    selection: null,
    ...over,
  };
}

const certification = { profile: 'certification' } as const;

describe('the decision of a run and its ground', () => {
  test.each<readonly [readonly Judged[], Partial<DecisionFacts>, string, number, string]>([
    [[pass], {}, 'conformant', 0, 'no check failed'],
    [[['waived', 'stated']], {}, 'conformant-with-deviations', 0, '1 failure accepted by waiver, no other'],
    [
      [
        ['waived', 'stated'],
        ['waived', 'stated'],
      ],
      {},
      'conformant-with-deviations',
      0,
      '2 failures accepted by waiver, no other',
    ],
    [[pass], { unfit: ['W-1'] }, 'unfit-waivers', 2, '1 waiver or accepted gap does not fit this run'],
    [[pass], { unfit: ['W-1', 'W-2'] }, 'unfit-waivers', 2, '2 waivers or accepted gaps do not fit this run'],
    [[['fail', 'stated']], {}, 'non-conformant', 1, '1 check failed'],
    [
      [
        ['fail', 'stated'],
        ['fail', 'implied'],
      ],
      {},
      'non-conformant',
      1,
      '2 checks failed',
    ],
    [[pass], { inconclusive: 'the target refuses connections' }, 'inconclusive', 4, 'the target refuses connections'],
    [[pass], { interrupted: true }, 'inconclusive', 4, 'the run was interrupted before its end'],
    [[pass, ['error', 'silent']], {}, 'inconclusive', 4, '1 check ended in an error of the suite'],
    [[pass], { trouble: ['an outcome nobody planned', 'another'] }, 'inconclusive', 4, 'an outcome nobody planned'],
    [[pass, ['blocked', 'stated'], ['blocked', 'implied']], {}, 'incomplete', 3, '2 checks of binding clauses not tested'],
    [[pass, ['blocked', 'exemplified'], ['blocked', 'silent'], ['blocked', 'ambiguous']], {}, 'conformant', 0, 'no check failed'],
    [[pass, ['untried', 'stated']], {}, 'conformant', 0, 'no check failed'],
    [[pass, ['untried', 'stated']], certification, 'incomplete', 3, '1 test of stated clauses untried, which certification asks for'],
    [[pass, ['untried', 'implied'], ['untried', 'silent']], certification, 'conformant', 0, 'no check failed'],
    [
      [
        ['untried', 'implied'],
        ['not-applicable', 'stated'],
        ['blocked', 'silent'],
      ],
      {},
      'inconclusive',
      4,
      'nothing was judged',
    ],
    [[pass], { selection: ['OP-1'] }, 'conformant-selection', 0, 'no check failed'],
    [[pass], { profile: 'essential' }, 'conformant-selection', 0, 'no check failed'],
  ])('%j with %j is %s', (judged, over, verdict, exitCode, because) => {
    expect(decide(factsOf(judged, over))).toEqual({ verdict, exitCode, because });
  });

  test.each<Verdict>(['pass', 'warn', 'observed', 'waived'])('one check that ended %s is enough to have judged something', (verdict) => {
    expect(decide(factsOf([[verdict, 'stated']])).exitCode).toBe(0);
  });

  test('the first of several grounds decides', () => {
    const all = { unfit: ['W-1'], inconclusive: 'cut', interrupted: true, trouble: ['stray'] };
    const judged: readonly Judged[] = [
      ['fail', 'stated'],
      ['error', 'stated'],
      ['blocked', 'stated'],
    ];
    const grounds = [all, { ...all, unfit: [] }].map((over) => decide(factsOf(judged, over)).verdict);
    expect(grounds).toEqual(['unfit-waivers', 'non-conformant']);
    expect(decide(factsOf(judged.slice(1), { ...all, unfit: [] })).because).toBe('cut');
    expect(decide(factsOf(judged.slice(1), { interrupted: true, trouble: ['stray'] })).because).toMatch(/interrupted/);
    expect(decide(factsOf(judged.slice(1), { trouble: ['stray'] })).because).toMatch(/error of the suite/);
    expect(decide(factsOf(judged.slice(2), { trouble: ['stray'] })).because).toBe('stray');
    expect(decide(factsOf([...judged.slice(2), ['untried', 'stated']], certification)).because).toMatch(/binding clauses/);
  });
});

test.each([
  [0, '0 checks'],
  [1, '1 check'],
  [2, '2 checks'],
])('%d in words', (count, words) => {
  expect(plural(count, 'check')).toBe(words);
});
