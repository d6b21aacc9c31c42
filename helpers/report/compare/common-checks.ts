import { pluralize } from '../../core/text.ts';
import type { ComparableRun } from './comparable.ts';

interface CommonChecks {
  readonly before: ComparableRun;
  readonly after: ComparableRun;
  /** What was left out, in words; null when both suites have the same checks. */
  readonly leftOut: string | null;
}

const listIds = ({ checks }: ComparableRun): ReadonlySet<string> => new Set(checks.map(({ id }) => id));

const describeLeftOut = (common: number, gone: number, added: number): string =>
  `the suites differ, so only what both have is compared (${pluralize(common, 'check')}; left out: ${gone} only before, ${added} only after)`;

/** A clause with another set of checks shows other facts, although the service is the same. */
function keepChecks(run: ComparableRun, isCommon: (id: string) => boolean, changedClauses: ReadonlySet<string>): ComparableRun {
  return {
    ...run,
    checks: run.checks.filter(({ id }) => isCommon(id)),
    profile: run.profile.filter(({ clause }) => !changedClauses.has(clause)),
  };
}

/**
 * A check that only one of two suites has says nothing about the service. Within one suite, a check that is no longer planned is news:
 * the configuration left it out.
 */
export function keepCommonChecks(before: ComparableRun, after: ComparableRun): CommonChecks {
  if (before.run.suiteFingerprint === after.run.suiteFingerprint) return { before, after, leftOut: null };
  const earlier = listIds(before);
  const later = listIds(after);
  const isCommon = (id: string): boolean => earlier.has(id) && later.has(id);
  const listOthers = ({ checks }: ComparableRun): ComparableRun['checks'] => checks.filter(({ id }) => !isCommon(id));
  const gone = listOthers(before);
  const added = listOthers(after);
  const changedClauses = new Set([...gone, ...added].map(({ clause }) => clause));
  return {
    before: keepChecks(before, isCommon, changedClauses),
    after: keepChecks(after, isCommon, changedClauses),
    leftOut: gone.length + added.length === 0 ? null : describeLeftOut(after.checks.length - added.length, gone.length, added.length),
  };
}
