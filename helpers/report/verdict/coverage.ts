import { isOfCampaignArea } from '../../core/records/outcome.ts';
import type { Clause } from '../../../specs/clause.ts';
import { clausesShowing } from '../../../specs/shown-by.ts';
import type { RunHeader } from '../../core/records/journal-lines.ts';
import type { Binding, NotJudged, VerdictCheck, VerdictClause, VerdictFile } from '../model/verdict-file.ts';
import type { Acceptance } from '../model/acceptances.ts';
import { byId } from '../../core/by-id.ts';
import { findHolding, findMainReason, isCutByCap, isJudging } from './holding.ts';
import { buildSituations } from './situations.ts';

export const isBinding = ({ certainty }: Pick<Clause, 'certainty'>): boolean => certainty === 'stated' || certainty === 'implied';

interface JudgedItems {
  readonly checks: ReadonlyMap<string, readonly VerdictCheck[]>;
  readonly clauses: ReadonlyMap<string, VerdictClause>;
}

/** One judging check is enough for each form and circumstance, unless a cap ended a campaign of the clause early. */
const isJudgedByOwnChecks = (own: readonly VerdictCheck[]): boolean =>
  own.some(isJudging) && !own.some(isCutByCap) && buildSituations(own).every(({ judged }) => judged);

const isBroken = (id: string, { clauses }: JudgedItems): boolean => clauses.get(id)?.verdict === 'fail';

/** A clause without checks follows the clauses that show it. When one of those is broken, the clause stays open. */
const findShowingClauses = (id: string, { checks, clauses }: JudgedItems): readonly string[] =>
  checks.has(id) ? [] : clausesShowing(id).filter((show) => clauses.has(show));

/** Something before it, or an error of the suite, keeps the clause open even where another of its checks judged it. */
const isHeldOpen = (clause: VerdictClause | undefined): boolean => clause?.verdict === 'blocked' || clause?.verdict === 'error';

/** A broken clause is judged, whatever other ways of it were left out: it counts once. */
function isJudged(id: string, ended: JudgedItems): boolean {
  if (isBroken(id, ended)) return true;
  const own = ended.checks.get(id);
  if (own !== undefined) return isJudgedByOwnChecks(own) && !isHeldOpen(ended.clauses.get(id));
  const shows = findShowingClauses(id, ended);
  return shows.length > 0 && shows.every((show) => !isBroken(show, ended) && isJudged(show, ended));
}

/** Accepted in writing: the clause's own gap, or the gaps of all clauses that would show it. A broken one is not accepted. */
function isAccepted(id: string, ended: JudgedItems): boolean {
  const shows = findShowingClauses(id, ended);
  const follows = shows.length > 0 && shows.every((show) => !isBroken(show, ended) && (isJudged(show, ended) || isAccepted(show, ended)));
  return (ended.clauses.get(id)?.gap ?? null) !== null || follows;
}

/** What keeps a clause open, of several reasons the one of most checks: of one without checks, the first of the clauses that would show it. */
function findOpen(id: string, ended: JudgedItems): Pick<VerdictClause, 'reason' | 'owner'> | undefined {
  const open = findShowingClauses(id, ended).find((show) => !isBroken(show, ended) && !isJudged(show, ended));
  if (open !== undefined) return findOpen(open, ended);
  return findMainReason(findHolding(ended.checks.get(id) ?? [])) ?? ended.clauses.get(id);
}

function explainNotJudged(id: string, ended: JudgedItems): NotJudged {
  const { reason, owner } = findOpen(id, ended) ?? { reason: null, owner: null };
  return { clause: id, reason: reason ?? 'no reason given', owner, accepted: isAccepted(id, ended) };
}

/**
 * A run of selected checks counts their clauses. A whole run counts all clauses; those that only campaigns try count if it planned a
 * campaign.
 */
export function isCounted(
  { id, byCampaigns }: Pick<Clause, 'id' | 'byCampaigns'>,
  { selection }: RunHeader,
  checks: readonly VerdictCheck[],
): boolean {
  if (selection !== null) return checks.some(({ clause }) => clause === id);
  return byCampaigns !== true || checks.some(isOfCampaignArea);
}

/** Counts the binding clauses that can be tried; `conformant` rests on this count (decision 30). */
export function countBinding(
  catalogue: readonly Clause[],
  { run, checks, clauses }: { run: RunHeader; checks: readonly VerdictCheck[]; clauses: readonly VerdictClause[] },
): Binding {
  const ended = { checks: Map.groupBy(checks, ({ clause }) => clause), clauses: byId(clauses) };
  const binding = catalogue.filter((clause) => isBinding(clause));
  const counted = binding.filter((clause) => clause.cannotBeTried === undefined && isCounted(clause, run, checks)).map(({ id }) => id);
  const open = counted.filter((id) => !isJudged(id, ended));
  return {
    total: counted.length,
    judged: counted.length - open.length,
    notJudged: open.map((id) => explainNotJudged(id, ended)),
    cannotBeTried: binding.flatMap(({ id, cannotBeTried }) => (cannotBeTried === undefined ? [] : [{ clause: id, reason: cannotBeTried }])),
  };
}

/** Only gaps of binding clauses that can be tried affect the verdict. */
export function collectBindingGaps({ clauses, binding }: Pick<VerdictFile, 'clauses' | 'binding'>): readonly Acceptance[] {
  const outside = new Set(binding.cannotBeTried.map(({ clause }) => clause));
  return clauses.filter((clause) => isBinding(clause) && !outside.has(clause.id)).flatMap(({ gap }) => (gap === null ? [] : [gap]));
}

/** Those of the clauses not judged, and not accepted in writing, that something before them blocked. */
export function findBlockedClauses({ clauses, binding }: Pick<VerdictFile, 'clauses' | 'binding'>): readonly string[] {
  const blocked = new Set(clauses.filter(({ verdict }) => verdict === 'blocked').map(({ id }) => id));
  return binding.notJudged.filter(({ clause, accepted }) => !accepted && blocked.has(clause)).map(({ clause }) => clause);
}
