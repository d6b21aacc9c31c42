import type { EndedCheck } from '../../tests/run/judged.ts';
import type { Statement } from './recorded.ts';

type ComparedOutcome = Omit<EndedCheck, 'check' | 'evidence' | 'takes' | 'startedAt' | 'durationMs'>;

/** A check may end more than once in a run. A number keeps statements of one id apart. */
function numberStatements(said: readonly Statement[]): Statement[] {
  const seen = new Map<string, number>();
  return said.map((one) => {
    const times = (seen.get(one.id) ?? 0) + 1;
    seen.set(one.id, times);
    return times === 1 ? one : { ...one, id: `${one.id} (${times})` };
  });
}

const sortKey = ({ id, fields }: Statement): string =>
  `${id} ${String(fields['verdict'])} ${String(fields['place'])} ${String(fields['fact'])}`;

/** The order does not depend on which check ended first. */
export const sortStatements = (said: readonly Statement[]): Statement[] =>
  numberStatements(said.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)));

export const outcomeStatement = (check: string, outcome: ComparedOutcome, more: Statement['fields'] = {}): Statement => ({
  kind: 'check',
  id: check,
  fields: {
    clause: outcome.clause,
    operation: outcome.operation,
    ...more,
    verdict: outcome.verdict,
    owner: outcome.owner,
    cause: outcome.cause,
    expected: outcome.expected,
    received: outcome.received,
    reason: outcome.reason,
    place: outcome.place,
    deviation: outcome.deviation ?? null,
    field: outcome.field ?? null,
    seen: outcome.seen,
    facts: outcome.facts.join('\n'),
  },
});

export const outcomeStatements = (ended: readonly EndedCheck[]): Statement[] =>
  sortStatements(ended.map((one) => outcomeStatement(one.check, one)));
