import { describe, expect, test } from 'vitest';
import { decideVerdict, type DecisionFacts } from '../../helpers/report/verdict/decide.ts';
import { pluralize } from '../../helpers/core/text.ts';
import { verdicts, type Verdict } from '../../helpers/core/records/verdicts.ts';
import type { Binding, RunVerdict } from '../../helpers/report/model/verdict-file.ts';

const none = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;

/** `judged` of three binding clauses; the others are open or accepted in writing. */
const judging = (judged: number, accepted = false): Binding => ({
  total: 3,
  judged,
  notJudged: ['A', 'B', 'C'].slice(judged).map((clause) => ({ clause, reason: 'a sample reason', owner: 'configuration', accepted })),
  cannotBeTried: [],
});

const kept: DecisionFacts = {
  counts: { ...none, pass: 3 },
  campaign: none,
  binding: judging(3),
  blocked: [],
  gaps: 0,
  redeployed: null,
  inconclusive: null,
  interrupted: false,
  trouble: [],
  unfit: [],
  profile: 'full',
  selection: null,
  target: 'uat',
};

const ended = (counts: Partial<Record<Verdict, number>>): Partial<DecisionFacts> => ({ counts: { ...none, pass: 3, ...counts } });
const partly = { binding: judging(1) };
const certification = { profile: 'certification' } as const;
const accepted = { binding: judging(2, true), gaps: 1 };
const selection = { selection: ['OP-1'] };
const prod = { target: 'prod' } as const;

describe('the decision of a run and its reason', () => {
  test.each<readonly [string, Partial<DecisionFacts>, RunVerdict, number, string]>([
    [
      'a redeployment in between, whatever failed',
      { ...ended({ fail: 1 }), redeployed: 'build 1, then 2' },
      'inconclusive',
      4,
      'build 1, then 2',
    ],
    ['everything judged', {}, 'conformant', 0, 'no check failed, 3 of 3 binding clauses judged'],
    ['judged in part', partly, 'judged-in-part', 0, 'no check failed, 1 of 3 binding clauses judged'],
    ['judged in part by the essential profile', { ...partly, profile: 'essential' }, 'judged-in-part', 0, 'no check failed'],
    ['everything judged by the essential profile', { profile: 'essential' }, 'conformant', 0, 'no check failed'],
    ['a waived failure', ended({ waived: 1 }), 'conformant-with-deviations', 0, '1 failure accepted by waiver, nothing else'],
    ['two waived failures', ended({ waived: 2 }), 'conformant-with-deviations', 0, '2 failures accepted by waiver'],
    ['an accepted gap', accepted, 'conformant-with-deviations', 0, '1 gap accepted in writing, nothing else'],
    [
      'both',
      { ...accepted, ...ended({ waived: 1 }) },
      'conformant-with-deviations',
      0,
      '1 failure accepted by waiver and 1 gap accepted in writing',
    ],
    [
      'a waived failure, judged in part',
      { ...partly, ...ended({ waived: 1 }) },
      'judged-in-part',
      0,
      '1 failure accepted by waiver, nothing else failed, 1 of 3 binding clauses judged',
    ],
    ['a failure', ended({ fail: 1 }), 'non-conformant', 1, '1 check failed'],
    ['two failures', ended({ fail: 2 }), 'non-conformant', 1, '2 checks failed'],
    [
      'failures of a campaign among them',
      { ...ended({ fail: 3 }), campaign: { ...none, fail: 2 } },
      'non-conformant',
      1,
      '1 check and 2 campaign checks failed',
    ],
    [
      'failures of a campaign alone',
      { ...ended({ fail: 1 }), campaign: { ...none, fail: 1 } },
      'non-conformant',
      1,
      '1 campaign check failed',
    ],
    ['a waiver that does not fit', { unfit: ['W-1'] }, 'unfit-waivers', 6, '1 waiver or accepted gap does not fit this run'],
    ['two of them', { unfit: ['W-1', 'W-2'] }, 'unfit-waivers', 6, '2 waivers or accepted gaps do not fit this run'],
    ['an outage', { inconclusive: 'the target refuses connections' }, 'inconclusive', 4, 'the target refuses connections'],
    ['an interruption', { interrupted: true }, 'inconclusive', 4, 'the run was interrupted before its end'],
    ['an error', ended({ error: 1 }), 'inconclusive', 4, '1 check ended in an error of the suite'],
    ['a faulty record', { trouble: ['an outcome nobody planned', 'another'] }, 'inconclusive', 4, 'an outcome nobody planned'],
    ['a blocked clause', { ...partly, blocked: ['B'] }, 'incomplete', 3, '1 binding clause blocked: B'],
    ['several', { ...partly, blocked: ['A', 'B', 'C', 'D'] }, 'incomplete', 3, '4 binding clauses blocked: A, B, C and 1 more'],
    [
      'nothing judged',
      { binding: judging(0), counts: { ...none, untried: 3, 'not-applicable': 1 } },
      'inconclusive',
      4,
      'nothing was judged',
    ],
    ['certification, everything judged', certification, 'conformant', 0, 'no check failed'],
    [
      'certification, judged in part',
      { ...certification, ...partly },
      'incomplete',
      3,
      '2 binding clauses not judged, which certification requires: B, C',
    ],
    ['certification, the rest accepted', { ...certification, ...accepted }, 'conformant-with-deviations', 0, '1 gap accepted'],
    ['a selection', selection, 'conformant-selection', 0, 'no check failed'],
    [
      'a selection with a waived failure',
      { ...selection, ...ended({ waived: 1 }) },
      'conformant-with-deviations-selection',
      0,
      '1 failure',
    ],
    ['a selection judged in part', { ...selection, ...partly }, 'judged-in-part', 0, 'no check failed'],
    [
      'a selection without a binding clause',
      { ...selection, binding: { total: 0, judged: 0, notJudged: [], cannotBeTried: [] } },
      'judged-in-part',
      0,
      'no check failed, 0 of 0 binding clauses judged',
    ],
    ['a failure in a selection', { ...selection, ...ended({ fail: 1 }) }, 'non-conformant', 1, '1 check failed'],
    ['prod, everything judged', prod, 'judged-in-part', 0, 'no check failed, 3 of 3 binding clauses judged'],
    ['prod, certification', { ...prod, ...partly, ...certification }, 'judged-in-part', 0, 'no check failed'],
    ['prod with a failure', { ...prod, ...ended({ fail: 1 }) }, 'non-conformant', 1, '1 check failed'],
    ['prod with a blocked clause', { ...prod, blocked: ['B'] }, 'incomplete', 3, '1 binding clause blocked: B'],
  ])('%s', (_what, over, verdict, exitCode, because) => {
    const decision = decideVerdict({ ...kept, ...over });
    expect(decision).toMatchObject({ verdict, exitCode });
    expect(decision.because).toContain(because);
  });

  test.each<Verdict>(['pass', 'warn', 'observed', 'waived'])('one check that ended %s is enough to judge something', (verdict) => {
    expect(decideVerdict({ ...kept, counts: { ...none, [verdict]: 1 } }).exitCode).toBe(0);
  });

  /** In the order of the rules: each run has this reason and all later ones. */
  test('the first of several reasons decides', () => {
    const grounds: readonly (readonly [Partial<DecisionFacts>, RegExp])[] = [
      [ended({ fail: 1, error: 1 }), /failed/],
      [{ unfit: ['W-1'], ...ended({ error: 1 }) }, /not fit/],
      [{ inconclusive: 'cut' }, /cut/],
      [{ interrupted: true }, /interrupted/],
      [ended({ error: 1 }), /error of the suite/],
      [{ trouble: ['stray'], ...ended({}) }, /stray/],
      [{ blocked: ['B'] }, /blocked/],
      [{ ...certification, ...partly }, /certification/],
    ];
    for (const [at, [, words]] of grounds.entries()) {
      const facts = grounds
        .slice(at)
        .toReversed()
        .reduce((all, [over]) => ({ ...all, ...over }), kept);
      expect(decideVerdict(facts).because).toMatch(words);
    }
  });
});

test.each<readonly [string, Partial<DecisionFacts>, RunVerdict | undefined]>([
  ['a kept specification', {}, 'conformant'],
  ['a kept selection', selection, 'conformant-selection'],
  ['too little judged', partly, 'judged-in-part'],
  ['something blocked', { blocked: ['B'] }, 'incomplete'],
  ['an outage', { inconclusive: 'cut' }, 'inconclusive'],
])('waivers that do not fit show the verdict beneath: %s', (_what, over, beneath) => {
  expect(decideVerdict({ ...kept, ...over, unfit: ['W-1'] })).toMatchObject({ verdict: 'unfit-waivers', exitCode: 6, beneath });
  expect(decideVerdict({ ...kept, ...over })).not.toHaveProperty('beneath');
});

test.each([
  [0, '0 checks'],
  [1, '1 check'],
  [2, '2 checks'],
])('%d in words', (count, words) => {
  expect(pluralize(count, 'check')).toBe(words);
});
