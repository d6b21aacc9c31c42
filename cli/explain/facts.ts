import { suggestIds } from '../../helpers/config/nearest.ts';
import { loadReadings, type Reading } from '../../helpers/report/cards/readings.ts';
import { isOfCampaign, type Check } from '../../helpers/runner/check.ts';
import type { PlanEntry } from '../../helpers/runner/plan.ts';
import type { Fault } from '../../sandbox/catalog.ts';
import { faults } from '../../sandbox/faults.ts';
import type { Clause } from '../../specs/clause.ts';
import { clauseById, clauses, isClauseId } from '../../specs/clauses.ts';
import { clausesShowing } from '../../specs/shown-by.ts';
import { planFor } from '../../suites/plan-for.ts';

interface ExplainedCheck extends Pick<Check, 'id' | 'title' | 'operation' | 'form' | 'circumstance' | 'where'> {
  readonly hardest: Check['hardest'] | null;
  readonly campaign: boolean;
}

interface ExplainedFault extends Pick<Fault, 'id' | 'does'> {
  /** `breaks` or `warns` */
  readonly effect: string;
  readonly campaign: boolean;
}

/** Everything the project knows about one clause, without a run. */
export interface ExplainedClause {
  readonly clause: Clause;
  readonly readings: readonly Omit<Reading, 'clauses'>[];
  readonly checks: readonly ExplainedCheck[];
  /** Without checks of its own, a clause follows these. */
  readonly shownBy: readonly string[];
  readonly faults: readonly ExplainedFault[];
}

const toExplainedCheck = ({ check }: PlanEntry): ExplainedCheck => {
  const { id, title, operation, form, circumstance, where } = check;
  const situation = { ...(form !== undefined && { form }), ...(circumstance !== undefined && { circumstance }) };
  return { id, title, operation, ...situation, where, hardest: check.hardest ?? null, campaign: isOfCampaign(check) };
};

/** A fault may break a clause in one place and warn in another. */
const collectFaults = (clause: string): readonly ExplainedFault[] =>
  [...faults.values()].flatMap(({ id, does, breaks, warns = [], campaign, fuzz }) =>
    Object.entries({ breaks, warns })
      .filter(([, ids]) => ids.includes(clause))
      .map(([effect]) => ({ id, does, effect, campaign: campaign === true || fuzz !== undefined })),
  );

/** The clause of that id, or of the check with that id. A name that is neither gets a close id. */
export function findClause(
  name: string,
): { readonly clause: Clause; readonly problem: null } | { readonly clause: null; readonly problem: string } {
  const [id = ''] = name.trim().toUpperCase().split('~', 1);
  if (isClauseId(id)) return { clause: clauseById(id), problem: null };
  const ids = clauses.map((clause) => clause.id);
  return {
    clause: null,
    problem: `expected the id of a clause or of a check, received "${name}"${suggestIds(id, ids)} (clauses lists all)`,
  };
}

export function explainClause(clause: Clause): ExplainedClause {
  const { entries } = planFor({ safety: true, fuzz: { runs: 1 }, selection: { profile: 'full', checks: null } });
  const checks = entries.filter(({ check }) => check.clause === clause.id).map(toExplainedCheck);
  return {
    clause,
    readings: loadReadings()
      .filter((reading) => reading.clauses.includes(clause.id))
      .map(({ path, title, reading, grounds }) => ({ path, title, reading, grounds })),
    checks,
    shownBy: checks.length > 0 ? [] : clausesShowing(clause.id),
    faults: collectFaults(clause.id),
  };
}
