import type { Certainty } from '../../../specs/clause.ts';

export const verdicts = ['pass', 'fail', 'warn', 'observed', 'blocked', 'not-applicable', 'untried', 'waived', 'error'] as const;

/** Only `fail` accuses the target; `error` is a fault of the suite. */
export type Verdict = (typeof verdicts)[number];

/** As Allure and JUnit count them. */
export const statusByVerdict = {
  pass: 'passed',
  fail: 'failed',
  warn: 'passed',
  observed: 'passed',
  blocked: 'skipped',
  'not-applicable': 'skipped',
  untried: 'skipped',
  waived: 'skipped',
  error: 'broken',
} as const satisfies Record<Verdict, string>;

type Trait = 'judged' | 'on-exchange' | 'accusing' | 'sound' | 'untested';

const traitsByVerdict: Readonly<Record<Verdict, readonly Trait[]>> = {
  pass: ['judged', 'on-exchange', 'sound'],
  fail: ['judged', 'on-exchange', 'accusing'],
  warn: ['judged', 'on-exchange', 'accusing'],
  observed: ['judged', 'on-exchange', 'sound'],
  blocked: ['untested'],
  'not-applicable': ['judged'],
  untried: ['untested'],
  waived: ['judged', 'on-exchange'],
  error: [],
};

const verdictsWith = (trait: Trait): ReadonlySet<Verdict> =>
  new Set(verdicts.filter((verdict) => traitsByVerdict[verdict].includes(trait)));

/** A check with one of these judged its clause, or found that there is nothing to judge (decision 30). */
export const judgedVerdicts = verdictsWith('judged');

/** Verdicts of checks that judged a real exchange. */
export const verdictsOnExchanges = verdictsWith('on-exchange');

export const accusingVerdicts = verdictsWith('accusing');

/** Judged, with nothing for anybody to answer. */
export const soundVerdicts = verdictsWith('sound');

/** Judgement is missing for another reason than an error of the suite. */
export const untestedVerdicts = verdictsWith('untested');

/** Who must act when a check does not pass. */
export type Owner = 'service' | 'test-data' | 'environment' | 'configuration' | 'specification' | 'suite';

/**
 * The hardest verdict for a broken clause, never harder than the specification is certain. A check of an ambiguous clause breaks only when
 * neither stated form holds, and then fails.
 */
export const hardestVerdict = {
  stated: 'fail',
  implied: 'fail',
  exemplified: 'warn',
  ambiguous: 'fail',
  silent: 'observed',
} as const satisfies Record<Certainty, Verdict>;

export const failOnNames = ['untested', 'warn', 'new'] as const;
export type FailOn = (typeof failOnNames)[number];
