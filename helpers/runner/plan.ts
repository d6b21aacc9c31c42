import { escapePattern } from '../core/text.ts';
import { clauseById } from '../../specs/clauses.ts';
import { toPlannedCheck, type Check, type Suite } from './check.ts';
import { isOfCampaignArea, type PlannedCheck } from '../core/records/outcome.ts';

export interface PlanEntry {
  readonly check: Check;
  readonly planned: PlannedCheck;
}

export interface Plan {
  readonly entries: readonly PlanEntry[];
  readonly unmatched: readonly string[];
}

/** Whether a pattern of DMT_CHECKS selects a check. */
type Matcher = (check: PlannedCheck) => boolean;

const isSameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * `*` stands for any text; letter case does not matter. A campaign costs far more than any other check.
 * So a pattern selects campaign checks only by their id (a pattern with `~`) or by the whole name of their suite.
 */
function createMatcher(pattern: string): Matcher {
  const expression = new RegExp(`^${pattern.split('*').map(escapePattern).join('.*')}$`, 'i');
  return ({ id, clause, operation, suite, area }) =>
    isOfCampaignArea({ area })
      ? isSameText(pattern, suite) || (pattern.includes('~') && expression.test(id))
      : [id, clause, operation, suite].some((name) => expression.test(name));
}

interface PlanOptions {
  /** Patterns of the profile; null for every check. */
  readonly among: readonly string[] | null;
  /** False (DMT_SAFETY): what goes beyond the letter of the specification is only observed. */
  readonly safety: boolean;
}

const withSafetyObserved = (check: Check): Check => (clauseById(check.clause).safety === true ? { ...check, hardest: 'observed' } : check);

/** All checks of the profile, or those of them that a selection names. */
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
