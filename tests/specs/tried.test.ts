import { expect, test } from 'vitest';
import { buildPlan } from '../../helpers/runner/plan.ts';
import { clauses } from '../../specs/clauses.ts';
import { clausesShowing } from '../../specs/shown-by.ts';
import { suites } from '../../suites/index.ts';

const checked = new Set(buildPlan(suites, null).entries.map(({ planned }) => planned.clause));

/** Binding clauses without a check, without clauses that show them, and without a reason. */
const silentlyLeft = clauses
  .filter(({ certainty, cannotBeTried }) => (certainty === 'stated' || certainty === 'implied') && cannotBeTried === undefined)
  .map(({ id }) => id)
  .filter((id) => !checked.has(id) && clausesShowing(id).length === 0);

test('every binding clause has a check, is shown by another, or is one that nothing can try', () => {
  expect(silentlyLeft).toEqual([]);
});

const outside = clauses.filter(({ cannotBeTried }) => cannotBeTried !== undefined).map(({ id }) => id);

test('the clauses that nothing can try are a fixed list', () => {
  expect(outside).toEqual(['OP9-TYPE-VALUES', 'TOKEN-TWO-ENDPOINTS', 'CODE-4000', 'OP16-URL-EXPIRES']);
});

test('no check tries them, and no clause shows them', () => {
  expect(outside.filter((id) => checked.has(id) || clausesShowing(id).length > 0)).toEqual([]);
});

test('a clause that is open is shown by its own check alone', () => {
  const open = clauses.filter(({ certainty }) => certainty === 'ambiguous' || certainty === 'silent').map(({ id }) => id);
  expect(open.filter((id) => checked.has(id) && clausesShowing(id).length > 0)).toEqual([]);
});

test('only campaigns name the clauses that are marked as theirs', () => {
  const elsewhere = new Set(
    buildPlan(
      suites.filter(({ area }) => area !== 'Fuzzing'),
      null,
    ).entries.map(({ planned }) => planned.clause),
  );
  const alone = [...checked].filter((id) => !elsewhere.has(id) && clausesShowing(id).length === 0);
  const marked = clauses.filter(({ byCampaigns }) => byCampaigns === true).map(({ id }) => id);
  expect(marked.toSorted()).toEqual(alone.sort());
});
