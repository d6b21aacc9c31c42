import type { LedgerCall } from '../report/journal/ledger.ts';
import type { Journal } from '../report/journal/journal.ts';
import { parseExchangeNumber, sumSpent } from '../report/journal/sittings.ts';
import type { Outcome } from '../core/records/outcome.ts';
import { accusingVerdicts } from '../core/records/verdicts.ts';
import type { Numbered } from '../core/records/journal-lines.ts';
import { readRecordedCallbacks, readRecordedReplies } from '../judge/recorded.ts';
import type { EarlierSittings } from '../runner/earlier-sittings.ts';

/** These owners may have acted since the last sitting. What the service broke stays broken. */
const ownersToRetry: ReadonlySet<Outcome['owner']> = new Set(['environment', 'configuration', 'test-data', 'suite']);

/** A check blocked by a broken clause is finished. Without a recorded cause, the check is tried again. */
function isUnfinished({ verdict, owner, cause }: Outcome, broken: ReadonlySet<string>): boolean {
  if (verdict === 'error') return true;
  if (verdict === 'untried') return ownersToRetry.has(owner);
  return verdict === 'blocked' && (ownersToRetry.has(owner) || (owner === 'service' && cause !== null && !broken.has(cause)));
}

/** Checks without an outcome, without recorded evidence, or with a cause that may be gone. */
function findUnfinished({ plan, outcomes, exchanges }: Journal): ReadonlySet<string> {
  const standing = new Map(outcomes.map((outcome) => [outcome.check, outcome]));
  const recorded = new Set(exchanges.map(({ id }) => id));
  const clauses = new Map(plan.map(({ id, clause }) => [id, clause]));
  const accusing = outcomes.filter(({ verdict }) => accusingVerdicts.has(verdict));
  const broken = new Set(accusing.map(({ check }) => clauses.get(check) ?? ''));
  const open = plan.filter(({ id }) => {
    const outcome = standing.get(id);
    return outcome === undefined || isUnfinished(outcome, broken) || !outcome.evidence.every((each) => recorded.has(each));
  });
  return new Set(open.map(({ id }) => id));
}

/** Uses every record, because a killed sitting may have recorded its last numbers in only one of them. */
export function findHighestNumbers({ sittings, outcomes, exchanges, judgedSoFar, codes }: Journal, calls: readonly LedgerCall[]): Numbered {
  const ids = [
    ...exchanges.map(({ id }) => id),
    ...outcomes.flatMap(({ evidence }) => evidence),
    ...judgedSoFar.map(({ exchange }) => exchange),
    ...codes.map(({ exchange }) => exchange),
    ...sittings.flatMap(({ spent }) => spent.map(({ exchange }) => exchange)),
    ...calls.map(({ exchange }) => exchange),
  ];
  const highest = (letter: 'x' | 'c' | 'q', least: number): number =>
    ids.reduce((most, id) => Math.max(most, parseExchangeNumber(id, letter)), least);
  const last = sittings.at(-1)?.numbered ?? { requests: 0, callbacks: 0, quiet: 0 };
  return { requests: highest('x', last.requests), callbacks: highest('c', last.callbacks), quiet: highest('q', last.quiet) };
}

/** `calls` may belong to any run. */
export function collectEarlierSittings(journal: Journal, calls: readonly LedgerCall[]): EarlierSittings {
  const { run, sittings, outcomes, exchanges, judgedSoFar, leaks, offRecord } = journal;
  const spent = sittings.flatMap((sitting) => sitting.spent);
  const numbered = findHighestNumbers(
    journal,
    calls.filter((call) => call.run === run.id),
  );
  return {
    run,
    tries: findUnfinished(journal),
    standing: new Map(outcomes.map((outcome) => [outcome.check, outcome])),
    numbered,
    spent: { ...sumSpent(spent), campaign: sumSpent(spent.filter(({ campaign }) => campaign === true)) },
    replies: readRecordedReplies(judgedSoFar, exchanges),
    callbacks: readRecordedCallbacks(exchanges),
    exchanges,
    offRecord,
    leaks,
  };
}
