import { expect, test } from 'vitest';
import { planOf } from '../../helpers/run/plan.ts';
import { clauses } from '../../specs/clauses.ts';
import { notTried, triedInCampaigns } from '../../specs/not-tried.ts';
import { shownBy } from '../../specs/shown-by.ts';
import { suites } from '../../suites/index.ts';

const checked = new Set(planOf(suites, null).entries.map(({ planned }) => planned.clause));

/** Stated clauses that nothing is said of: no check, nothing that shows them, no reason. */
const silentlyLeft = clauses
  .filter(({ certainty }) => certainty === 'stated')
  .map(({ id }) => id)
  .filter((id) => !checked.has(id) && shownBy(id).length === 0 && !Object.hasOwn(notTried, id));

test('every stated clause has a check, is shown by another, or has a written reason', () => {
  expect(silentlyLeft).toEqual([]);
});

test('a reason is written only where there is no check', () => {
  expect(Object.keys(notTried).filter((id) => checked.has(id) || shownBy(id).length > 0)).toEqual([]);
});

test('the clauses that only campaigns look into are those that no other check names', () => {
  const elsewhere = new Set(
    planOf(
      suites.filter(({ area }) => area !== 'Fuzzing'),
      null,
    ).entries.map(({ planned }) => planned.clause),
  );
  const alone = [...checked].filter((id) => !elsewhere.has(id) && shownBy(id).length === 0);
  expect(triedInCampaigns.toSorted()).toEqual(alone.sort());
});
