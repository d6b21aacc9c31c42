import { describe, expect, test } from 'vitest';
import { findCauseProblems } from '../../helpers/bundle/cause-consistency.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import type { PlannedCheck } from '../../helpers/core/records/outcome.ts';
import type { Verdict } from '../../helpers/core/records/verdicts.ts';
import { senderDetail } from '../../specs/operations.ts';
import { recordedExchange, refused, served } from '../judge/recorded-exchange.ts';
import { checkFor, clauseFor, endLine, header, outcomeFor } from '../report/sample.ts';

const planned = (id: string, clause: string): PlannedCheck => ({ ...checkFor(clauseFor('pass', senderDetail)), id, clause });

const list = (status: string, answer: unknown = served({ beneficiaries: [{ beneficiaryId: '17', status }] })): Exchange =>
  recordedExchange(senderDetail, {
    id: 'x1',
    answer,
    after: 0,
    values: { senderId: 'artificial-sender', subAgentTagId: 'artificial-agent' },
  });

/** A whole run in which one check is blocked by this clause, whose own check ended so. */
function problemsOf(cause: string, verdict: Verdict, exchanges: readonly Exchange[]): readonly string[] {
  const own = planned(`${cause}~own`, cause);
  const waiting = planned('OP14-DEBITED~waiting', 'OP14-DEBITED');
  const outcomes = [
    outcomeFor(own, verdict),
    outcomeFor(waiting, 'blocked', { cause, reason: `${cause} is broken`, owner: 'service', evidence: exchanges.map(({ id }) => id) }),
  ];
  const run = { ...header, selection: null, profile: 'full' } as const;
  return findCauseProblems({ run, outcomes, plan: [own, waiting], end: endLine, exchanges });
}

const isTold = (cause: string): readonly string[] => [`checks are blocked by ${cause}, which no check found broken`];

describe('a clause that blocks a check', () => {
  test('was found broken by a check of its own', () => {
    expect(problemsOf('OP11-AMOUNT-EXACT', 'fail', [])).toEqual([]);
    expect(problemsOf('OP11-AMOUNT-EXACT', 'pass', [])).toEqual(isTold('OP11-AMOUNT-EXACT'));
    expect(problemsOf('OP11-AMOUNT-EXACT', 'pass', [list('false')])).toEqual(isTold('OP11-AMOUNT-EXACT'));
  });

  test('may hold, where the check rests on a list that shows a beneficiary as inactive: a bank may have ended it', () => {
    expect(problemsOf('OP13-ACTIVATES', 'pass', [list('false')])).toEqual([]);
    expect(problemsOf('OP13-ACTIVATES', 'pass', [list('true')])).toEqual(isTold('OP13-ACTIVATES'));
    expect(problemsOf('OP13-ACTIVATES', 'pass', [list('false', refused())])).toEqual(isTold('OP13-ACTIVATES'));
    expect(problemsOf('OP13-ACTIVATES', 'pass', [])).toEqual(isTold('OP13-ACTIVATES'));
  });

  test('may hold, where the check rests on a list that showed a beneficiary late', () => {
    expect(problemsOf('OP7-LISTED-AS-SENT', 'pass', [list('true')])).toEqual([]);
    expect(problemsOf('OP7-LISTED-AS-SENT', 'pass', [])).toEqual(isTold('OP7-LISTED-AS-SENT'));
  });
});
