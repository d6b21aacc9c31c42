import { describe, expect, test } from 'vitest';
import { clauseById, clauses as catalogue, type ClauseId } from '../../specs/clauses.ts';
import type { Clause } from '../../specs/clause.ts';
import { verdicts, type Owner, type Verdict } from '../../helpers/core/records/verdicts.ts';
import { countBinding, isBinding } from '../../helpers/report/verdict/coverage.ts';
import { buildVerdictClauses } from '../../helpers/report/verdict/clauses.ts';
import type { Binding, VerdictCheck } from '../../helpers/report/model/verdict-file.ts';
import type { RunHeader } from '../../helpers/core/records/journal-lines.ts';
import { checkFor, header, outcomeFor } from './sample.ts';

type End = readonly [ClauseId, Verdict, Partial<VerdictCheck>?];

const buildCheck = ([id, verdict, over = {}]: End, nth: number): VerdictCheck => {
  const check = checkFor(clauseById(id));
  const none = { reproduce: '', address: null, cost: { otps: 0, transfers: 0 }, signature: null, waiver: null };
  return { ...check, ...outcomeFor(check, verdict), ...none, id: `${id}~way-${nth}`, ...over };
};

function binding(ids: readonly ClauseId[] | 'all', ends: readonly End[], run: RunHeader = header, gaps: readonly ClauseId[] = []): Binding {
  const of: readonly Clause[] = ids === 'all' ? catalogue : ids.map(clauseById);
  const checks = ends.map(buildCheck);
  const accepted = { target: 'uat', signatures: [], reason: 'r', owner: 'o', ticket: 't', approver: 'a', expires: '2999-12-31' };
  const judged = buildVerdictClauses(of, checks, run).map((clause) =>
    gaps.some((id) => id === clause.id) ? { ...clause, gap: { ...accepted, clause: clause.id } } : clause,
  );
  return countBinding(of, { run, checks, clauses: judged });
}

const campaign = { area: 'Fuzzing' } as const;
const cut = { ...campaign, cause: 'cap', reason: 'a cap ended it' } as const;
const open = ({ notJudged }: Binding): readonly string[] => notJudged.map(({ clause }) => clause);

describe('a clause is judged', () => {
  const says: readonly Verdict[] = ['pass', 'fail', 'warn', 'observed', 'waived', 'not-applicable'];
  test.each(verdicts.map((verdict) => [verdict, says.includes(verdict)] as const))(
    'by one check that ended in %s: %s',
    (verdict, judged) => {
      expect(binding(['OP9-SERVED'], [['OP9-SERVED', verdict]])).toMatchObject({ total: 1, judged: judged ? 1 : 0 });
      // One judging check is enough, unless a cause before it or an error keeps another one open.
      expect(
        binding(
          ['OP9-SERVED'],
          [
            ['OP9-SERVED', verdict],
            ['OP9-SERVED', 'pass'],
          ],
        ),
      ).toMatchObject({ total: 1, judged: verdict === 'blocked' || verdict === 'error' ? 0 : 1 });
    },
  );

  test('once it is broken, whatever a cap left out', () => {
    const ends: readonly End[] = [
      ['OP9-SERVED', 'fail'],
      ['OP9-SERVED', 'untried', cut],
    ];
    expect(binding(['OP9-SERVED'], ends)).toMatchObject({ total: 1, judged: 1, notJudged: [] });
  });

  test('not without a check, and says why', () => {
    expect(binding(['OP9-SERVED'], []).notJudged).toEqual([
      { clause: 'OP9-SERVED', reason: 'the suite has no check of it yet', owner: 'suite', accepted: false },
    ]);
  });
});

describe('the reason of a clause that is not judged', () => {
  const notJudged = (...ends: readonly (readonly [Verdict, Partial<VerdictCheck>?])[]): readonly (readonly [string, Owner | null])[] =>
    binding(
      ['AUTH-OTHER-AGENT'],
      ends.map(([verdict, over = {}]) => ['AUTH-OTHER-AGENT', verdict, over] as const),
    ).notJudged.map(({ reason, owner }) => [reason, owner]);
  const lacks = (reason: string) => ['untried', { reason }] as const;
  const service = 'OP11-SERVED failed: HTTP 404';

  test('is the one that stops most of its checks', () => {
    expect(notJudged(['blocked'], lacks('no agent'), lacks('no agent'))).toEqual([['no agent', 'configuration']]);
    expect(notJudged(['blocked'], ['blocked'], lacks('no agent'))).toEqual([[service, 'service']]);
    expect(notJudged(lacks('no agent'), ['blocked'])).toEqual([[service, 'service']]);
  });

  test('does not accuse the service while most checks lack our own means, in however many words', () => {
    expect(notJudged(['blocked'], ['blocked'], lacks('no agent'), lacks('no mobile'), lacks('no mobile'))).toEqual([
      ['no mobile', 'configuration'],
    ]);
  });

  test('is not that of a way that was left out of a clause which another way judged', () => {
    expect(notJudged(['pass'], ['blocked'], lacks('no agent'), lacks('no agent'))).toEqual([[service, 'service']]);
    expect(notJudged(['pass'], ['blocked'], ['untried', { reason: 'no form', form: 'bank' }], ['untried', { form: 'bank' }])).toEqual([
      ['no form', 'configuration'],
    ]);
  });
});

describe('a clause that others show is judged', () => {
  const ids = ['OVERVIEW-USER-TYPES', 'OP1-SERVED', 'OP4-SERVED'] as const;
  test.each<readonly [Verdict, Verdict, readonly string[]]>([
    ['pass', 'pass', []],
    ['pass', 'waived', []],
    ['pass', 'untried', ['OVERVIEW-USER-TYPES', 'OP4-SERVED']],
    ['blocked', 'untried', ['OVERVIEW-USER-TYPES', 'OP1-SERVED', 'OP4-SERVED']],
    // The clause that a broken one would show stays open; the broken one was judged.
    ['pass', 'fail', ['OVERVIEW-USER-TYPES']],
  ])('when all of them are: %s and %s', (one, other, notJudged) => {
    expect(
      open(
        binding(ids, [
          ['OP1-SERVED', one],
          ['OP4-SERVED', other],
        ]),
      ),
    ).toEqual(notJudged);
  });

  test('and gives the reason of the one that is open, where a cap cut its campaign', () => {
    const { notJudged } = binding(ids, [
      ['OP1-SERVED', 'pass'],
      ['OP4-SERVED', 'pass'],
      ['OP4-SERVED', 'untried', cut],
    ]);
    expect(notJudged.map(({ clause, reason }) => [clause, reason])).toEqual([
      ['OVERVIEW-USER-TYPES', 'a cap ended it'],
      ['OP4-SERVED', 'a cap ended it'],
    ]);
  });

  test('and its gap is accepted with theirs', () => {
    const { notJudged } = binding(
      ids,
      [
        ['OP1-SERVED', 'pass'],
        ['OP4-SERVED', 'untried'],
      ],
      header,
      ['OP4-SERVED'],
    );
    expect(notJudged.map(({ clause, accepted }) => [clause, accepted])).toEqual([
      ['OVERVIEW-USER-TYPES', true],
      ['OP4-SERVED', true],
    ]);
  });
});

describe('what counts', () => {
  const stated = catalogue.filter(isBinding).length;
  const outside = ['TOKEN-TWO-ENDPOINTS', 'CODE-4000', 'OP16-URL-EXPIRES'];
  const onlyCampaigns = catalogue.filter((clause) => isBinding(clause) && clause.byCampaigns === true).length;

  test('is every binding clause that can be tried, even if little was done', () => {
    const whole = binding('all', [
      ['OP2-SERVED', 'pass'],
      ['HTTP-NO-5XX', 'pass', campaign],
    ]);
    expect(whole.total).toBe(stated - outside.length);
    expect(whole.cannotBeTried.map(({ clause }) => clause)).toEqual(outside);
    expect(binding('all', []).total).toBe(stated - outside.length - onlyCampaigns);
    expect(binding('all', [['OP2-SERVED', 'pass']], { ...header, profile: 'essential' }).total).toBe(
      stated - outside.length - onlyCampaigns,
    );
  });

  test('includes clauses that only campaigns try, if the run planned one', () => {
    const ids = ['HTTP-ANSWERED', 'OP2-SERVED'] as const;
    expect(binding(ids, [['OP2-SERVED', 'pass']])).toMatchObject({ total: 1, judged: 1 });
    const planned = binding(ids, [
      ['OP2-SERVED', 'pass'],
      ['OP2-SERVED', 'untried', campaign],
    ]);
    expect(planned).toMatchObject({ total: 2, judged: 1, notJudged: [{ clause: 'HTTP-ANSWERED' }] });
  });

  test('is only the selected clauses in a selection', () => {
    const run = { ...header, selection: ['OP-1'] };
    const ends: readonly End[] = [
      ['OP1-SERVED', 'pass'],
      ['AUTH-403', 'pass'],
    ];
    expect(binding('all', ends, run)).toMatchObject({ total: 1, judged: 1, notJudged: [] });
    expect(binding('all', [['OP1-SERVED', 'untried']], run)).toMatchObject({ total: 1, judged: 0 });
  });
});

describe('a campaign', () => {
  test.each<readonly [string, Partial<VerdictCheck>, boolean]>([
    ['that a cap ended leaves its clause unjudged, even if other checks judged it', cut, false],
    ['that ended by clock or size does not', { ...campaign, cause: null }, true],
    ['is meant, not another check that a cap left untried', { cause: 'cap' }, true],
  ])('%s', (_what, over, judged) => {
    const ends: readonly End[] = [
      ['CONSENT-MALFORMED', 'pass'],
      ['CONSENT-MALFORMED', 'untried', over],
    ];
    const told = binding(['CONSENT-MALFORMED'], ends);
    expect(told.judged).toBe(judged ? 1 : 0);
    if (!judged) expect(told.notJudged).toMatchObject([{ reason: 'a cap ended it', owner: 'configuration' }]);
  });
});
