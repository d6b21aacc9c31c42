import type { Verdict } from '../../core/records/verdicts.ts';

/** The words of the decision page and of the map for each verdict, in their order. */
export const verdictWords: Readonly<Record<Verdict, readonly [name: string, meaning: string]>> = {
  pass: ['kept', 'the service does what the clause says'],
  fail: ['broken', 'the service does something else'],
  warn: ['question', 'something odd or beyond the example, which the operator has to answer'],
  observed: ['noted', 'the specification leaves it open; the behavior is recorded'],
  blocked: ['blocked', 'not tested because of something before it'],
  'not-applicable': ['not applicable', 'the service legitimately has no such thing'],
  untried: ['untried', 'not tested, or not in every required form, because means are missing or it was not selected'],
  waived: ['accepted', 'broken or not judged, and accepted in writing'],
  error: ['error', 'the suite failed'],
};
