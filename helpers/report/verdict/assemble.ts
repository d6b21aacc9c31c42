import type { Clause } from '../../../specs/clause.ts';
import { describeRedeployment } from '../../core/records/build-seen.ts';
import { countBinding, collectBindingGaps, findBlockedClauses } from './coverage.ts';
import { isOfCampaignArea } from '../../core/records/outcome.ts';
import { pickScheme } from '../model/earlier-signature.ts';
import { decideVerdict, type VerdictDecision } from './decide.ts';
import { pluralize } from '../../core/text.ts';
import { planFingerprint } from '../fingerprint/fingerprints.ts';
import type { Journal } from '../journal/journal.ts';
import { countSittings, sumSittings } from './totals.ts';
import { buildVerdictChecks, countVerdicts } from './checks.ts';
import { buildVerdictClauses } from './clauses.ts';
import type { Cause, VerdictCampaign, VerdictCheck, VerdictClause, VerdictFile, VerdictRun } from '../model/verdict-file.ts';
import { noAcceptances, applyGaps, applyWaivers, type AcceptanceRecord } from '../waivers/apply.ts';
import { findStaleAcceptances } from '../waivers/stale.ts';
import { describeExpiring, filterInForce, findRuleProblems } from '../waivers/rules.ts';

/** A later sitting's end of the same part counts. */
function summarizeCampaign({ parts, sittings }: Journal): VerdictCampaign | null {
  const { taken = null, atMost = null } = sittings.findLast(({ ending }) => ending?.campaign !== undefined)?.ending?.campaign ?? {};
  const last = [...new Map(parts.map((each) => [each.part, each])).values()];
  return last.length === 0 && atMost === null ? null : { taken, atMost, parts: last };
}

function buildVerdictRun(journal: Journal): VerdictRun {
  const { run, plan, end, waits, builds } = journal;
  const sittings = countSittings(journal);
  const campaign = summarizeCampaign(journal);
  return {
    ...run,
    targetBuild: run.targetBuild ?? builds[0]?.build ?? null,
    planFingerprint: planFingerprint(plan),
    ...sumSittings(sittings),
    finishedAt: end?.finishedAt ?? sittings.at(-1)?.finishedAt ?? run.startedAt,
    interrupted: end === null,
    inconclusive: describeRedeployment(builds) ?? end?.inconclusive ?? null,
    sittings,
    ...(builds.length === 0 ? {} : { builds }),
    ...(campaign === null ? {} : { campaign }),
    ...(waits.length === 0 ? {} : { waits }),
  };
}

/** Largest first: the headline says "1 cause, 23 checks blocked". */
function groupCauses(checks: readonly VerdictCheck[]): readonly Cause[] {
  const blocked = checks.filter(({ verdict }) => verdict === 'blocked');
  const groups = Map.groupBy(blocked, ({ cause, reason }) => cause ?? reason ?? 'unknown');
  return [...groups]
    .map(([cause, taken]) => ({
      cause,
      reason: taken[0]?.reason ?? cause,
      owner: taken[0]?.owner ?? null,
      count: taken.length,
      checks: taken.map(({ id }) => id),
    }))
    .sort((one, other) => other.count - one.count);
}

function findRecordFaults(journal: Journal, clauses: readonly Clause[]): readonly string[] {
  const planned = new Set(journal.plan.map(({ id }) => id));
  const known = new Set(clauses.map(({ id }) => id));
  const times = Map.groupBy(journal.outcomes, ({ check }) => check);
  return [
    ...journal.plan
      .filter(({ clause }) => !known.has(clause))
      .map(({ id, clause }) => `check ${id} is of clause ${clause}, which is not in the catalogue`),
    ...[...times.keys()].filter((check) => !planned.has(check)).map((check) => `an outcome of ${check}, which was not planned`),
    ...[...times]
      .filter(([, outcomes]) => outcomes.length > 1)
      .map(([check, outcomes]) => `${outcomes.length} outcomes of ${check} instead of one`),
    ...(journal.unreadableLines === 0 ? [] : [`${pluralize(journal.unreadableLines, 'line')} of the journals cannot be read`]),
  ];
}

function decideFile(file: Omit<VerdictFile, keyof VerdictDecision>): VerdictDecision {
  const { counts, binding, trouble, unfit } = file;
  const { inconclusive, interrupted, profile, selection, target, builds = [], shard = null, merged = null } = file.run;
  const redeployed = describeRedeployment(builds);
  const blocked = findBlockedClauses(file);
  const gaps = collectBindingGaps(file).length;
  return decideVerdict({
    counts,
    campaign: countVerdicts(file.checks.filter(isOfCampaignArea)),
    binding,
    blocked,
    gaps,
    redeployed,
    inconclusive,
    interrupted,
    trouble,
    unfit,
    profile,
    selection,
    target,
    shard,
    merged,
  });
}

const collectFacts = (checks: readonly VerdictCheck[], clauses: readonly VerdictClause[]): VerdictFile['profile'] => {
  const rank = new Map(clauses.map(({ id }, index) => [id, index]));
  const rows = checks.flatMap(({ clause, area, facts }) =>
    facts.map((fact) => (isOfCampaignArea({ area }) ? { clause, fact, sampled: true as const } : { clause, fact })),
  );
  const distinct = new Map(rows.map((row) => [`${row.clause} ${row.fact}`, row]));
  return [...distinct.values()].sort((one, other) => (rank.get(one.clause) ?? 0) - (rank.get(other.clause) ?? 0));
};

/** Uses only the journal and what was accepted. */
export function assembleVerdict(journal: Journal, clauses: readonly Clause[], accepted: AcceptanceRecord = noAcceptances): VerdictFile {
  const { run } = journal;
  const acceptances = filterInForce(accepted.file, clauses, run);
  const checks = applyWaivers(buildVerdictChecks(journal), acceptances.waivers);
  const judged = applyGaps(
    buildVerdictClauses(clauses, checks, run, pickScheme(journal.schemaVersion)),
    acceptances.gaps,
    accepted.file.clarifications,
  );
  const file = {
    schemaVersion: 1 as const,
    run: buildVerdictRun(journal),
    binding: countBinding(clauses, { run, checks, clauses: judged }),
    counts: countVerdicts(checks),
    causes: groupCauses(checks),
    clauses: judged,
    checks,
    profile: collectFacts(checks, judged),
    codes: journal.codes,
    trouble: findRecordFaults(journal, clauses),
    unfit: [
      ...findRuleProblems(accepted.file, clauses, run),
      // A part does not try all that an entry may be for.
      ...(run.shard === undefined ? findStaleAcceptances(acceptances, accepted.passedBefore, { run, checks, clauses: judged }) : []),
    ],
    expiring: describeExpiring([...acceptances.waivers, ...acceptances.gaps], run),
  };
  const { schemaVersion, run: header, ...rest } = file;
  return { schemaVersion, run: header, ...decideFile(file), ...rest };
}
