import { describe, expect, test } from 'vitest';
import { clauseById, isClauseId } from '../../specs/clauses.ts';
import { operations } from '../../specs/operations.ts';
import { planFor } from '../../suites/plan-for.ts';
import { judgeSandbox, describeEnded, withVerdict } from './judged.ts';

/** Without a campaign; tests/fuzz covers campaigns. */
const extent = { safety: true, fuzz: { runs: 0 }, selection: { profile: 'full', checks: null } } as const;
const planned = planFor(extent).entries.map((entry) => entry.planned);

describe('the honest sandbox', () => {
  test('keeps every judged clause; each planned check has one outcome, and each pass has evidence', async () => {
    const ended = await judgeSandbox({});
    expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'blocked', 'untried', 'error'))).toEqual([]);
    expect(ended.map(({ check }) => check).sort()).toEqual(planned.map(({ id }) => id).sort());
    expect(describeEnded(withVerdict(ended, 'pass').filter(({ evidence }) => evidence.length === 0))).toEqual([]);
  });

  test('has a pass for each operation, the token, the envelope and the access', async () => {
    const passed = withVerdict(await judgeSandbox({}), 'pass').flatMap(({ clause, operation }) => [
      operation,
      ...(isClauseId(clause) ? [clauseById(clause).operation] : []),
    ]);
    const wanted = [...operations.map(({ id }) => id), 'TOKEN', 'ENVELOPE', 'AUTH'] as const;
    expect(wanted.filter((operation) => !passed.includes(operation))).toEqual([]);
  });
});
