import type { Clause } from '../../../specs/clause.ts';
import { bindingOf, gapsIn, isBinding } from './coverage.ts';
import { signingOf } from '../model/earlier-signature.ts';
import { decide, type Decision } from './decide.ts';
import { plural } from '../../core/text.ts';
import { planFingerprint } from '../fingerprint/fingerprints.ts';
import type { Journal } from '../journal/journal.ts';
import { sittingTotals, totalsOf } from './totals.ts';
import { checksOf, countVerdicts } from './checks.ts';
import { clausesOf } from './clauses.ts';
import type { Cause, VerdictCampaign, VerdictCheck, VerdictClause, VerdictFile, VerdictRun } from '../model/verdict-file.ts';
import { nothingAccepted, applyGaps, applyWaivers, type Accepted } from '../waivers/apply.ts';
import { staleAcceptances } from '../waivers/stale.ts';
import { expiring, inForce, ruleProblems } from '../waivers/rules.ts';

/** A part that a later sitting tried again ended as it did then. */
function campaignOf({ parts, sittings }: Journal): VerdictCampaign | null {
  const { taken = null, atMost = null } = sittings.findLast(({ ending }) => ending?.campaign !== undefined)?.ending?.campaign ?? {};
  const last = [...new Map(parts.map((each) => [each.part, each])).values()];
  return last.length === 0 && atMost === null ? null : { taken, atMost, parts: last };
}

function runOf(journal: Journal): VerdictRun {
  const { run, plan, end, waits } = journal;
  const [sittings, campaign] = [sittingTotals(journal), campaignOf(journal)];
  return {
    ...run,
    planFingerprint: planFingerprint(plan),
    ...totalsOf(sittings),
    finishedAt: sittings.at(-1)?.finishedAt ?? run.startedAt,
    interrupted: end === null,
    inconclusive: end?.inconclusive ?? null,
    sittings,
    ...(campaign === null ? {} : { campaign }),
    ...(waits.length === 0 ? {} : { waits }),
  };
}

/** Largest first: the headline says "1 cause, 23 checks blocked". */
function causesOf(checks: readonly VerdictCheck[]): readonly Cause[] {
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

function troubleOf(journal: Journal, clauses: readonly Clause[]): readonly string[] {
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
      .map(([check, outcomes]) => `${outcomes.length} outcomes of ${check} where one is due`),
    ...(journal.unreadableLines === 0 ? [] : [`${plural(journal.unreadableLines, 'line')} of the journals cannot be read`]),
  ];
}

function decideOn(file: Omit<VerdictFile, keyof Decision>): Decision {
  const { counts, binding, trouble, unfit } = file;
  const { inconclusive, interrupted, profile, selection, target } = file.run;
  const own = new Set(file.checks.map(({ clause }) => clause));
  const due = file.clauses.filter((clause) => isBinding(clause) && clause.gap === null && own.has(clause.id));
  const blocked = due.filter(({ verdict }) => verdict === 'blocked').map(({ id }) => id);
  const gaps = gapsIn(file).length;
  return decide({ counts, binding, blocked, gaps, inconclusive, interrupted, trouble, unfit, profile, selection, target });
}

const factsOf = (checks: readonly VerdictCheck[], clauses: readonly VerdictClause[]): VerdictFile['profile'] => {
  const rank = new Map(clauses.map(({ id }, index) => [id, index]));
  const rows = checks.flatMap(({ clause, area, facts }) =>
    facts.map((fact) => (area === 'Fuzzing' ? { clause, fact, sampled: true as const } : { clause, fact })),
  );
  const distinct = new Map(rows.map((row) => [`${row.clause} ${row.fact}`, row]));
  return [...distinct.values()].sort((one, other) => (rank.get(one.clause) ?? 0) - (rank.get(other.clause) ?? 0));
};

/** The verdict of a run, from what it wrote down and what was accepted of it, and nothing else. */
export function assemble(journal: Journal, clauses: readonly Clause[], accepted: Accepted = nothingAccepted): VerdictFile {
  const { run } = journal;
  const force = inForce(accepted.file, clauses, run);
  const checks = applyWaivers(checksOf(journal), force.waivers);
  const judged = applyGaps(clausesOf(clauses, checks, run, signingOf(journal.schemaVersion)), force.gaps, accepted.file.clarifications);
  const file = {
    schemaVersion: 1 as const,
    run: runOf(journal),
    binding: bindingOf(clauses, { run, checks, clauses: judged }),
    counts: countVerdicts(checks),
    causes: causesOf(checks),
    clauses: judged,
    checks,
    profile: factsOf(checks, judged),
    codes: journal.codes,
    trouble: troubleOf(journal, clauses),
    unfit: [
      ...ruleProblems(accepted.file, clauses, run),
      ...staleAcceptances(force, accepted.passedBefore, { run, checks, clauses: judged }),
    ],
    expiring: expiring([...force.waivers, ...force.gaps], run),
  };
  const { schemaVersion, run: header, ...rest } = file;
  return { schemaVersion, run: header, ...decideOn(file), ...rest };
}
