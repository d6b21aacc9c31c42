import { describeClauses } from '../../helpers/report/verdict/counted-clauses.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { Owner, Verdict } from '../../helpers/core/records/verdicts.ts';
import { compareRuns, type Comparison } from '../../helpers/report/compare/compare.ts';
import { buildSheet } from '../../helpers/report/decision/sheet.ts';
import { formatHeadline } from '../../helpers/report/verdict/headline.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import type { WaiversFile } from '../../helpers/report/model/acceptances.ts';
import type { RunHeader } from '../../helpers/core/records/journal-lines.ts';
import { assembleFile } from './assembled.ts';
import { endLine, header, removeFolders, buildSample, type Sample } from './sample.ts';

afterAll(removeFolders);

const under = (run: Partial<RunHeader>): Partial<Sample> => ({ run: { ...header, ...run } });
const made = (ends: readonly Verdict[], over: Partial<Sample> = {}, accepted: WaiversFile = {}): VerdictFile =>
  assembleFile(buildSample(ends, over), accepted);

/** A pass, and an untried check for each reason. */
function madeOfReasons(...reasons: readonly string[]): VerdictFile {
  const sample = buildSample(['pass', ...reasons.map(() => 'untried' as const)], under({ profile: 'certification' }));
  return assembleFile({ ...sample, outcomes: sample.outcomes.map((one, at) => ({ ...one, reason: reasons[at - 1] ?? null })) });
}

/** The second outcome, which takes two minutes. */
const blockedBy = (cause: string, reason: string, owner: Owner): Sample['outcomes'] =>
  buildSample(['pass', 'blocked']).outcomes.map((outcome) =>
    outcome.verdict === 'blocked' ? { ...outcome, cause, reason, owner, durationMs: 120_000 } : outcome,
  );

const lackingParts = (file: VerdictFile): VerdictFile => ({ ...file, run: { ...file.run, merged: { of: 4, from: [], missing: [2, 4] } } });

const paper = { target: 'uat', reason: 'r', owner: 'o', ticket: 'T-1', approver: 'a', expires: '2031-03-01' };
const certification = under({ profile: 'certification' });
const acceptGaps = ({ clauses }: VerdictFile, ended: Verdict): NonNullable<WaiversFile['gaps']> =>
  clauses.flatMap(({ id, verdict, signature }) =>
    verdict !== ended || signature === null ? [] : [{ ...paper, clause: id, signatures: [signature], expires: '2031-02-01' }],
  );
const open = made(['pass', 'fail', 'untried']);
const accepted: WaiversFile = {
  waivers: open.checks.flatMap(({ clause, signature }) => (signature === null ? [] : [{ ...paper, clause, signatures: [signature] }])),
  gaps: acceptGaps(open, 'untried'),
};
const stray: WaiversFile = { gaps: [{ ...paper, clause: 'OP1-PASS-0', signatures: ['OP1-PASS-0#000000000000'] }] };
const partly = 'not a statement of conformity';

describe('the headline', () => {
  test.each<readonly [string, VerdictFile, string]>([
    ['conformant', made(['pass', 'pass']), 'CONFORMANT · all 2 binding clauses judged in every required form'],
    [
      'our sandbox',
      made(['pass'], under({ target: 'sandbox' })),
      'SANDBOX · CONFORMANT · all 1 binding clause judged in every required form',
    ],
    [
      'a selection',
      made(['pass'], under({ selection: ['OP-1'] })),
      'SELECTION · CONFORMANT · 1 binding clause judged by 1 selected check alone',
    ],
    [
      'a selection on our sandbox',
      made(['pass', 'untried'], under({ selection: ['OP-1'], target: 'sandbox' })),
      `SANDBOX · SELECTION · NO VIOLATION FOUND · ONLY 1 OF 2 BINDING CLAUSES JUDGED · ${partly}`,
    ],
    [
      'a selection without a binding clause',
      made(['observed'], under({ selection: ['OP-1'] })),
      `SELECTION · NO VIOLATION FOUND · NO BINDING CLAUSE SELECTED · ${partly}`,
    ],
    [
      'one part of a split run',
      made(['pass', 'pass'], under({ shard: { part: 2, of: 3, plan: 'whole', everywhere: [] } })),
      'PART 2 OF 3, NO VIOLATION FOUND · 2 OF 2 BINDING CLAUSES JUDGED BY THIS PART ALONE · merge the parts for a verdict',
    ],
    [
      'one part of a split run, which shares a check with the others',
      made(['pass', 'pass'], under({ shard: { part: 2, of: 3, plan: 'whole', everywhere: ['OP1-PASS-0~plain'] } })),
      'PART 2 OF 3, NO VIOLATION FOUND · 1 OF 2 BINDING CLAUSES JUDGED BY THIS PART ALONE · merge the parts for a verdict',
    ],
    [
      'parts without two of them',
      lackingParts(made(['pass', 'blocked', 'untried'])),
      'NO VERDICT · parts 2 and 4 of 4 are missing · 2 binding clauses not judged, 1 of them blocked · action: run what is missing, and merge again',
    ],
    ['judged in part', made(['pass', 'untried', 'untried']), `NO VIOLATION FOUND · ONLY 1 OF 3 BINDING CLAUSES JUDGED · ${partly}`],
    [
      'accepted',
      made(['pass', 'fail', 'untried'], {}, accepted),
      'CONFORMANT EXCEPT 1 ACCEPTED DEVIATION AND 1 ACCEPTED GAP · first expires 2031-02-01',
    ],
    [
      'accepted, judged in part',
      made(['pass', 'waived', 'untried']),
      `NO VIOLATION FOUND EXCEPT 1 ACCEPTED DEVIATION · ONLY 2 OF 3 BINDING CLAUSES JUDGED · ${partly}`,
    ],
    ['broken', made(['pass', 'fail']), 'NOT CONFORMANT · 1 clause broken: OP2-FAIL-1 · action: service team'],
    [
      'much broken',
      made(['fail', 'fail', 'fail', 'fail']),
      'NOT CONFORMANT · 4 clauses broken: OP1-FAIL-0, OP2-FAIL-1, OP3-FAIL-2 and 1 more · action: service team',
    ],
    [
      'two causes, the first with a remedy too long for a headline',
      madeOfReasons(
        'DMT_BENEFICIARY_ACCOUNT lists 6 accounts, this needs 9: add accounts that may be registered and paid',
        'no second agent',
      ),
      'NO VERDICT · 2 binding clauses not judged · 2 causes: DMT_BENEFICIARY_ACCOUNT lists 6 accounts, this needs 9 and 1 other · action: configuration',
    ],
    ['blocked', made(['pass', 'blocked']), 'NO VERDICT · 1 binding clause not judged · 1 cause: OP11-SERVED · action: service team'],
    [
      'blocked and untried',
      made(['pass', 'blocked', 'untried']),
      'NO VERDICT · 2 binding clauses not judged, 1 of them blocked · blocked by 1 cause: OP11-SERVED · action: service team',
    ],
    [
      'what is accepted has no cause that anybody waits for',
      made(['pass', 'blocked', 'untried'], certification, { gaps: acceptGaps(made(['pass', 'blocked', 'untried']), 'blocked') }),
      'NO VERDICT · 1 binding clause not judged · 1 cause: no second agent (DMT_OTHER_AGENT_ID) · action: configuration',
    ],
    [
      'certification, blocked and untried for more reasons',
      made(['pass', 'untried', 'blocked', 'untried'], certification),
      'NO VERDICT · 3 binding clauses not judged, 1 of them blocked · 2 causes: no second agent (DMT_OTHER_AGENT_ID) and 1 other · action: configuration, service team',
    ],
    [
      'certification in part',
      made(['pass', 'untried'], under({ profile: 'certification' })),
      'NO VERDICT · 1 binding clause not judged · 1 cause: no second agent (DMT_OTHER_AGENT_ID) · action: configuration',
    ],
    [
      'too few spare mobiles, whatever for',
      made(['pass', 'untried', 'untried'], {
        ...under({ profile: 'certification' }),
        outcomes: buildSample(['pass', 'untried', 'untried']).outcomes.map((outcome, nth) =>
          outcome.verdict === 'untried' ? { ...outcome, reason: `no spare mobile for the payer ${nth} (DMT_SPARE_MOBILES)` } : outcome,
        ),
      }),
      'NO VERDICT · 2 binding clauses not judged · 1 cause: too few spare mobiles, at least 2 more are needed (DMT_SPARE_MOBILES) · action: configuration',
    ],
    [
      'an outage',
      made(['pass'], { end: { ...endLine, inconclusive: 'environment failed' } }),
      'NO VERDICT · environment failed · nobody is accused · run again',
    ],
    [
      'no code came',
      made(['pass', 'blocked'], { outcomes: blockedBy('otp-source', 'no code came', 'test-data') }),
      'NO VERDICT · 1 binding clause not judged · 1 cause: OTP source · action: test data',
    ],
    [
      'an outage in which nothing was judged',
      made(['pass', 'blocked'], {
        outcomes: blockedBy('outage', 'the target was away', 'environment'),
        end: { ...endLine, inconclusive: 'the target was away' },
      }),
      'NO VERDICT · environment failed 03:04 to 03:06 UTC · nobody is accused · run again',
    ],
    [
      'an outage within one minute',
      made(['pass', 'blocked'], {
        outcomes: blockedBy('outage', 'the target was away', 'environment').map((one) => ({ ...one, durationMs: 12 })),
        end: { ...endLine, inconclusive: 'the target was away' },
      }),
      'NO VERDICT · environment failed at 03:04 UTC · nobody is accused · run again',
    ],
    [
      'an address from which no answer came',
      made(['pass', 'blocked'], {
        outcomes: blockedBy('outage', 'nothing listens there; asked at http://127.0.0.1:1/x (DMT_BASE_URL)', 'environment'),
        end: { ...endLine, inconclusive: 'nothing listens there; asked at http://127.0.0.1:1/x (DMT_BASE_URL)' },
      }),
      'NO VERDICT · environment failed 03:04 to 03:06 UTC · nobody is accused · action: check DMT_BASE_URL, then run again',
    ],
    [
      'an address from which no answer came, first noticed beside the operations',
      made(['pass', 'blocked'], {
        outcomes: blockedBy('outage', 'nothing listens there; asked at http://127.0.0.1:1/x (DMT_BASE_URL)', 'environment'),
        end: { ...endLine, inconclusive: 'GET /swagger-ui.html received no answer: nothing listens there (DMT_BASE_URL)' },
      }),
      'NO VERDICT · environment failed 03:04 to 03:06 UTC · nobody is accused · action: check DMT_BASE_URL, then run again',
    ],
    [
      'a wrong password',
      made(['pass', 'blocked'], {
        outcomes: blockedBy('token', 'the password is wrong', 'configuration'),
        end: { ...endLine, inconclusive: 'the password is wrong' },
      }),
      'NO VERDICT · the password is wrong · nobody is accused · action: configuration',
    ],
    [
      'an interruption',
      made(['pass', 'pass'], { end: null }),
      'NO VERDICT · the run was interrupted before its end · nobody is accused · resume it, or run again',
    ],
    ['an error of the suite', made(['pass', 'error']), 'NO VERDICT · 1 check ended in an error of the suite · nobody is accused'],
    ['waivers', made(['pass'], {}, stray), 'WAIVERS DO NOT FIT · result beneath: CONFORMANT'],
    [
      'waivers of a selection in part',
      made(['pass', 'untried'], under({ selection: ['OP-1'] }), stray),
      'SELECTION · WAIVERS DO NOT FIT · result beneath: NO VIOLATION FOUND · ONLY 1 OF 2 BINDING CLAUSES JUDGED',
    ],
  ])('%s', (_what, file, headline) => {
    expect(formatHeadline(file)).toBe(headline);
  });
});

describe('the headline of prod', () => {
  const uat = made(['pass', 'pass', 'pass'], under({ id: 'a0dd7024-0000-4000-8000-000000000000' }));
  const prod = (ends: readonly Verdict[]): VerdictFile => made(ends, under({ target: 'prod' }));
  const beside = (file: VerdictFile, before: VerdictFile = uat): Comparison => compareRuns(before, file);

  test('says that it is consistent with a run on UAT, or where it differs', () => {
    const same = prod(['pass', 'pass', 'untried']);
    expect(formatHeadline(same, beside(same))).toBe('PROD CONSISTENT WITH UAT RUN a0dd7024 ON 2 CLAUSES');
    const profile = [{ clause: 'OP2-PASS-1', fact: 'answers otherwise' }];
    const other = { ...same, profile };
    expect(formatHeadline(other, beside(other))).toBe('PROD DIFFERS FROM UAT RUN a0dd7024 ON 1 OF 2 CLAUSES: OP2-PASS-1');
  });

  test('does not take what one of them could not try for a difference', () => {
    const without = prod(['pass', 'pass', 'pass']);
    const [first, ...others] = without.checks;
    if (first === undefined) throw new Error('expected a check');
    const lacking = { ...without, checks: [{ ...first, verdict: 'not-applicable' as const, reason: 'no second agent' }, ...others] };
    expect(formatHeadline(lacking, beside(lacking))).toBe('PROD CONSISTENT WITH UAT RUN a0dd7024 ON 2 CLAUSES');
    expect(beside(lacking).scope).toContain('; 1 check judged by one of them alone');
    expect(buildSheet(lacking, [], beside(lacking)).title).toBe(formatHeadline(lacking, beside(lacking)));
  });

  test('says so without a run to compare with; an earlier run on prod does not count', () => {
    const file = prod(['pass', 'untried']);
    const words = `PROD READ, NO VIOLATION FOUND · ONLY 1 OF 2 BINDING CLAUSES JUDGED · no UAT run to compare with (DMT_PREVIOUS) · ${partly}`;
    expect(formatHeadline(file)).toBe(words);
    expect(formatHeadline(file, beside(file, prod(['pass', 'untried'])))).toBe(words);
  });

  test('shows a broken clause first', () => {
    const file = prod(['pass', 'fail']);
    expect(formatHeadline(file, beside(file))).toMatch(
      /^NOT CONFORMANT · 1 clause broken: OP2-FAIL-1 · action: service team · PROD (DIFFERS|CONS)/,
    );
    expect(formatHeadline(file)).toBe('NOT CONFORMANT · 1 clause broken: OP2-FAIL-1 · action: service team');
  });
});

test('one part counts a clause that it shares with others as the headline does', () => {
  const part = made(['pass', 'pass'], under({ shard: { part: 2, of: 3, plan: 'whole', everywhere: ['OP1-PASS-0~plain'] } }));
  expect(describeClauses(part)).toBe('2 binding: 1 kept, 0 broken, 1 not judged');
});
