import type { Certainty } from '../../../specs/clause.ts';

export const verdicts = ['pass', 'fail', 'warn', 'observed', 'blocked', 'not-applicable', 'untried', 'waived', 'error'] as const;

/** Only `fail` accuses the target; `error` is a fault of the suite. */
export type Verdict = (typeof verdicts)[number];

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
