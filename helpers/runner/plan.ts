import { clauseById } from '../../specs/clauses.ts';
import { toPlannedCheck, type Check, type Suite } from './check.ts';
import type { PlannedCheck } from '../core/records/outcome.ts';

/** A check with what the report says of it. */
export interface PlanEntry {
  readonly check: Check;
  readonly planned: PlannedCheck;
}

/** Every check that will run, listed before anything is sent. */
export interface Plan {
  readonly entries: readonly PlanEntry[];
  /** Patterns that select nothing. */
  readonly unmatched: readonly string[];
}

const escapePattern = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** Whether a check is meant by a pattern of DMT_CHECKS. */
type Matcher = (check: PlannedCheck) => boolean;

const isSameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * `*` stands for anything; letter case does not matter. A campaign costs far more than any other check,
 * so its checks are meant only by their ids (a pattern with `~`) or by the whole name of their suite.
 */
function createMatcher(pattern: string): Matcher {
  const expression = new RegExp(`^${pattern.split('*').map(escapePattern).join('.*')}$`, 'i');
  return ({ id, clause, operation, suite, area }) =>
    area === 'Fuzzing'
      ? isSameText(pattern, suite) || (pattern.includes('~') && expression.test(id))
      : [id, clause, operation, suite].some((name) => expression.test(name));
}

/** What holds for every check of a run. */
export interface PlanOptions {
  /** Patterns of what the profile takes; null for everything. */
  readonly among: readonly string[] | null;
  /** Off: what goes beyond the letter is observed (DMT_SAFETY). */
  readonly safety: boolean;
}

const withSafetyObserved = (check: Check): Check => (clauseById(check.clause).safety === true ? { ...check, hardest: 'observed' } : check);

/** All checks of the suites that the profile takes, or those of them a selection names. */
export function buildPlan(
  suites: readonly Suite[],
  selection: readonly string[] | null,
  { among, safety }: PlanOptions = { among: null, safety: true },
): Plan {
  const every = suites.flatMap((suite) =>
    suite.checks.map((check) => ({ check: safety ? check : withSafetyObserved(check), planned: toPlannedCheck(suite, check) })),
  );
  const profile = among?.map(createMatcher) ?? null;
  const all = profile === null ? every : every.filter((entry) => profile.some((matches) => matches(entry.planned)));
  if (selection === null) return { entries: all, unmatched: [] };
  const patterns = selection.map((text) => ({ text, matches: createMatcher(text) }));
  return {
    entries: all.filter((entry) => patterns.some(({ matches }) => matches(entry.planned))),
    unmatched: patterns.filter(({ matches }) => !all.some((entry) => matches(entry.planned))).map(({ text }) => text),
  };
}
