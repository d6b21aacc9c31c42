import type { Certainty } from '../../../specs/clause.ts';

export const verdicts = ['pass', 'fail', 'warn', 'observed', 'blocked', 'not-applicable', 'untried', 'waived', 'error'] as const;

/** What became of a check. Only `fail` accuses the target; `error` is the suite's own. */
export type Verdict = (typeof verdicts)[number];

/** Who has to move when a check is not a pass. */
export type Owner = 'service' | 'test-data' | 'environment' | 'configuration' | 'specification' | 'suite';

/**
 * The hardest verdict a broken clause may reach: never harder than the specification is certain.
 * A check of an ambiguous clause breaks only when neither stated form holds, and then fails.
 */
export const hardestVerdict = {
  stated: 'fail',
  implied: 'fail',
  exemplified: 'warn',
  ambiguous: 'fail',
  silent: 'observed',
} as const satisfies Record<Certainty, Verdict>;

/** What DMT_FAIL_ON may name. */
export const failOnNames = ['untested', 'warn', 'new'] as const;
export type FailOn = (typeof failOnNames)[number];
