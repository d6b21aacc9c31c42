import { describe, expect, test } from 'vitest';
import type { Clause } from '../../specs/clause.ts';
import { clauseById, type ClauseId } from '../../specs/clauses.ts';
import { untestedVerdicts, verdicts, type Verdict } from '../../helpers/core/records/verdicts.ts';
import { currentScheme } from '../../helpers/report/model/signature.ts';
import { buildVerdictClauses, findWorst } from '../../helpers/report/verdict/clauses.ts';
import type { VerdictCheck, VerdictClause } from '../../helpers/report/model/verdict-file.ts';
import type { RunHeader } from '../../helpers/core/records/journal-lines.ts';
import { checkFor, header, outcomeFor } from './sample.ts';

type Ends = Partial<Readonly<Record<ClauseId, Verdict>>>;

function buildCheck(clause: Clause, verdict: Verdict): VerdictCheck {
  const check = checkFor(clause);
  return {
    ...check,
    ...outcomeFor(check, verdict),
    id: check.id,
    address: null,
    reproduce: '',
    cost: { otps: 0, transfers: 0 },
    signature: null,
    waiver: null,
  };
}

function told(ids: readonly ClauseId[], ends: Ends = {}, run: RunHeader = header): readonly VerdictClause[] {
  const clauses = ids.map(clauseById);
  const checks = clauses.flatMap((clause) =>
    Object.entries(ends).flatMap(([id, verdict]) => (id === clause.id ? [buildCheck(clause, verdict)] : [])),
  );
  return buildVerdictClauses(clauses, checks, run);
}

const first = (ids: readonly ClauseId[], ends?: Ends, run?: RunHeader): VerdictClause | undefined => told(ids, ends, run)[0];

test('the worst verdict comes first; an empty list has none', () => {
  const order = ['fail', 'error', 'blocked', 'waived', 'warn', 'untried', 'pass', 'observed', 'not-applicable'] as const;
  expect(order.toSorted()).toEqual(verdicts.toSorted());
  const worstVerdict = (ends: readonly Verdict[]): Verdict | undefined => findWorst(ends.map((verdict) => ({ verdict })))?.verdict;
  for (const [at, verdict] of order.entries()) expect(worstVerdict(order.slice(at).toReversed())).toBe(verdict);
  expect(worstVerdict([])).toBeUndefined();
});

test('a clause with a check shows the outcome of the check', () => {
  expect(first(['OP9-SERVED'], { 'OP9-SERVED': 'pass' })).toEqual({
    id: 'OP9-SERVED',
    section: clauseById('OP9-SERVED').section,
    operation: 'OP-9',
    certainty: 'stated',
    text: clauseById('OP9-SERVED').text,
    verdict: 'pass',
    reason: null,
    owner: null,
    safety: false,
    checks: ['OP9-SERVED~plain'],
    signature: null,
    gap: null,
    clarifications: [],
  });
  expect(first(['OP9-SERVED'], { 'OP9-SERVED': 'untried' })).toMatchObject({
    owner: 'configuration',
    reason: 'no second agent (DMT_OTHER_AGENT_ID)',
  });
});

describe('a clause without a check, and why', () => {
  const part: RunHeader = { ...header, shard: { part: 2, of: 3, plan: 'whole', everywhere: [] } };
  const essential = { ...header, profile: 'essential' } as const;
  test.each<readonly [ClauseId, RunHeader, string, string]>([
    ['OP9-SERVED', { ...header, selection: ['OP-1'] }, 'configuration', 'not among the selected checks'],
    ['CODE-4000', { ...essential, selection: ['OP-1'] }, 'configuration', 'not among the selected checks'],
    ['CODE-4000', essential, 'configuration', 'not selected by the profile essential'],
    ['CODE-4000', header, 'specification', 'nothing a caller sends brings about a system failure'],
    ['OP6-LIMIT-LEFT-KEYS-NOT-SHOWN', header, 'specification', 'the specification leaves it open, and no check looks at it'],
    ['HTTP-ANSWERED', header, 'configuration', 'only campaigns try this, and this run had none (DMT_FUZZ_RUNS)'],
    ['OP9-SERVED', header, 'suite', 'the suite has no check of it yet'],
    ['OP9-SERVED', part, 'configuration', 'another part of this split run tries it'],
    ['CODE-4000', part, 'specification', 'nothing a caller sends brings about a system failure'],
  ])('%s', (id, run, owner, reason) => {
    expect(first([id], {}, run)).toMatchObject({ verdict: 'untried', owner, reason, checks: [] });
  });

  test('is untested as a whole', () => {
    const clause = first(['OP9-SERVED']);
    expect(clause?.signature).toBe(
      currentScheme.gap('OP9-SERVED', [{ verdict: 'untried', cause: null, reason: 'in other words', owner: 'suite' }]),
    );
  });
});

describe('a clause that others show', () => {
  const ids = ['OVERVIEW-USER-TYPES', 'OP1-SERVED', 'OP4-SERVED'] as const;
  const shows = ['OP1-SERVED~plain', 'OP4-SERVED~plain'];

  test.each<readonly [Verdict, Verdict, Verdict]>([
    ['pass', 'pass', 'pass'],
    ['pass', 'warn', 'warn'],
    ['waived', 'pass', 'waived'],
    ['pass', 'error', 'error'],
    ['blocked', 'pass', 'blocked'],
  ])('is as good as the worst of them: %s and %s make it %s', (one, other, verdict) => {
    const [clause, ...rest] = told(ids, { 'OP1-SERVED': one, 'OP4-SERVED': other });
    const least = rest.find((each) => each.verdict === verdict);
    expect(clause).toMatchObject({ verdict, reason: least?.reason, owner: least?.owner, checks: shows });
  });

  test('is blocked by a broken one, but does not count as broken too', () => {
    expect(first(ids, { 'OP1-SERVED': 'pass', 'OP4-SERVED': 'fail' })).toMatchObject({
      verdict: 'blocked',
      reason: 'it would be shown by OP4-SERVED, which is broken',
      owner: 'service',
      checks: shows,
    });
  });

  test('is judged by its own check if there is one', () => {
    expect(first(ids, { 'OVERVIEW-USER-TYPES': 'pass', 'OP4-SERVED': 'fail' })).toMatchObject({
      verdict: 'pass',
      checks: ['OVERVIEW-USER-TYPES~plain'],
    });
  });

  test('depends on those of them that the catalogue has', () => {
    const ends = { 'OP1-SERVED': 'pass' } as const;
    expect(first(['OVERVIEW-USER-TYPES', 'OP1-SERVED'], ends)).toMatchObject({ verdict: 'pass', checks: ['OP1-SERVED~plain'] });
  });

  test('is untried when the catalogue has none of them', () => {
    expect(first(['OVERVIEW-USER-TYPES'])).toMatchObject({ verdict: 'untried', owner: 'suite', checks: [] });
  });
});

describe('the signature of an accepted gap', () => {
  test.each<readonly [Verdict, boolean]>(verdicts.map((verdict) => [verdict, verdict === 'untried' || verdict === 'blocked']))(
    '%s is untested: %s',
    (verdict, untested) => {
      expect(untestedVerdicts.has(verdict)).toBe(untested);
      const clause = first(['OP9-SERVED'], { 'OP9-SERVED': verdict });
      expect(clause?.signature === null).toBe(!untested);
    },
  );

  test('is made of what prevented the checks of the clause', () => {
    expect(first(['OP9-SERVED'], { 'OP9-SERVED': 'blocked' })?.signature).toBe(
      currentScheme.gap('OP9-SERVED', [{ verdict: 'blocked', cause: 'OP11-SERVED', reason: null, owner: 'service' }]),
    );
  });
});
