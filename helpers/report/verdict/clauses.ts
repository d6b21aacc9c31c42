import { isOfCampaignArea } from '../../core/records/outcome.ts';
import { clausesShowing } from '../../../specs/shown-by.ts';
import type { Clause } from '../../../specs/clause.ts';
import { untestedVerdicts, type Owner, type Verdict } from '../../core/records/verdicts.ts';
import type { RunHeader } from '../../core/records/journal-lines.ts';
import { otherPartReason } from '../model/owners.ts';
import { currentScheme, type SignatureScheme } from '../model/signature.ts';
import type { VerdictCheck, VerdictClause } from '../model/verdict-file.ts';
import { byId } from '../../core/by-id.ts';
import { buildSituations } from './situations.ts';

/**
 * A clause is as good as its worst check. Order: first what is broken; then what keeps the clause open (our error, or a cause before it);
 * then accepted deviations and warnings; then ways that were not tried. So a clause is `pass` only when every way that was tried kept it,
 * and at least one did. Observed facts and ways that the target lacks change nothing.
 */
const worstFirst: readonly Verdict[] = ['fail', 'error', 'blocked', 'waived', 'warn', 'untried', 'pass', 'observed', 'not-applicable'];

export function findWorst<Judged extends { readonly verdict: Verdict }>(judged: readonly Judged[]): Judged | undefined {
  return worstFirst.flatMap((verdict) => judged.find((one) => one.verdict === verdict) ?? [])[0];
}

interface Untried {
  readonly reason: string;
  readonly owner: Owner;
}

interface JudgedRun {
  readonly run: RunHeader;
  readonly hadCampaign: boolean;
}

/** A clause without a check is never green: even a silent one is not `observed`. */
function explainUntried(
  { certainty, cannotBeTried, byCampaigns }: Clause,
  { run: { selection, profile, shard }, hadCampaign }: JudgedRun,
): Untried {
  if (selection !== null) return { reason: 'not among the selected checks', owner: 'configuration' };
  if (profile === 'essential') return { reason: 'not selected by the profile essential', owner: 'configuration' };
  if (cannotBeTried !== undefined) return { reason: cannotBeTried, owner: 'specification' };
  if (!hadCampaign && byCampaigns === true)
    return { reason: 'only campaigns try this, and this run had none (DMT_FUZZ_RUNS)', owner: 'configuration' };
  if (certainty === 'silent') return { reason: 'the specification leaves it open, and no check looks at it', owner: 'specification' };
  if (shard !== undefined) return { reason: otherPartReason, owner: 'configuration' };
  return { reason: 'the suite has no check of it yet', owner: 'suite' };
}

/** An untried campaign check does not hold back a clause that another check judged, so a small campaign makes no run incomplete. */
const withoutIdleCampaigns = (checks: readonly VerdictCheck[]): readonly VerdictCheck[] => {
  const others = checks.filter((check) => !isOfCampaignArea(check) || check.verdict !== 'untried');
  return others.length > 0 ? others : checks;
};

function toVerdictClause(clause: Clause, checks: readonly VerdictCheck[], judgedRun: JudgedRun): VerdictClause {
  const { verdict, reason, owner } = findWorst(withoutIdleCampaigns(checks)) ?? {
    verdict: 'untried' as const,
    ...explainUntried(clause, judgedRun),
  };
  const { id, section, operation, certainty, text, safety = false } = clause;
  const situations = buildSituations(checks);
  return {
    id,
    section,
    operation,
    certainty,
    text,
    verdict,
    reason,
    owner,
    safety,
    checks: checks.map((check) => check.id),
    ...(situations.length > 0 && { situations }),
    signature: null,
    gap: null,
    clarifications: [],
  };
}

/** The cause of checks that an interrupted run did not reach. */
export const interruptedCause = 'interrupted';

/** A clause is untested when one of its checks is, or when it has no check. An interrupted run does not show how the clause ends. */
function addSignature(clause: VerdictClause, own: readonly VerdictCheck[], { gap }: SignatureScheme): VerdictClause {
  const untested = (own.length > 0 ? own : [{ ...clause, cause: null }]).filter(({ verdict }) => untestedVerdicts.has(verdict));
  return untested.length === 0 || untested.some(({ cause }) => cause === interruptedCause)
    ? clause
    : { ...clause, signature: gap(clause.id, untested) };
}

/**
 * A clause without a check follows the clauses that show it. When one of those is broken, this clause is blocked, so that one failure
 * counts once.
 */
function applyShownBy(clause: VerdictClause, clauseById: ReadonlyMap<string, VerdictClause>): VerdictClause {
  const showing = clausesShowing(clause.id).flatMap((id) => clauseById.get(id) ?? []);
  const least = findWorst(showing);
  if (clause.checks.length > 0 || least === undefined) return clause;
  const checks = showing.flatMap((one) => one.checks);
  if (least.verdict !== 'fail') return { ...clause, verdict: least.verdict, reason: least.reason, owner: least.owner, checks };
  return { ...clause, verdict: 'blocked', reason: `it would be shown by ${least.id}, which is broken`, owner: least.owner, checks };
}

export function buildVerdictClauses(
  clauses: readonly Clause[],
  checks: readonly VerdictCheck[],
  run: RunHeader,
  sign: SignatureScheme = currentScheme,
): readonly VerdictClause[] {
  const byClause = Map.groupBy(checks, (check) => check.clause);
  const judgedRun = { run, hadCampaign: checks.some(isOfCampaignArea) };
  const own = clauses.map((clause) => toVerdictClause(clause, byClause.get(clause.id) ?? [], judgedRun));
  const clauseById = byId(own);
  return own.map((clause) => addSignature(applyShownBy(clause, clauseById), byClause.get(clause.id) ?? [], sign));
}
