import { operations } from '../../../specs/operations.ts';
import type { Effect } from '../../../specs/operation.ts';
import type { Verdict } from '../../core/records/verdicts.ts';
import { isOfCampaignArea, type Outcome, type PlannedCheck } from '../../core/records/outcome.ts';
import type { RunHeader } from '../../core/records/journal-lines.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Journal } from '../journal/journal.ts';
import type { VerdictCheck } from '../model/verdict-file.ts';
import { pickScheme } from '../model/earlier-signature.ts';
import { findWorst, interruptedCause } from './clauses.ts';
import { interruptedReason } from '../model/owners.ts';
import { formatRecordedCommand } from '../../config/environment.ts';
import { byId } from '../../core/by-id.ts';

/** A run that ended without an outcome for a planned check is an error of the suite. A run that was interrupted is none. */
function toMissingOutcome(check: PlannedCheck, { run, end }: Journal): Outcome {
  const missing = {
    expected: null,
    received: null,
    place: null,
    seen: null,
    evidence: [],
    facts: [],
    startedAt: run.startedAt,
    durationMs: 0,
  };
  return end === null
    ? {
        ...missing,
        check: check.id,
        verdict: 'blocked',
        reason: interruptedReason,
        cause: interruptedCause,
        owner: 'environment',
      }
    : {
        ...missing,
        check: check.id,
        verdict: 'error',
        reason: 'the run ended without an outcome for this check',
        cause: null,
        owner: 'suite',
      };
}

const effectByOperation: ReadonlyMap<string, { readonly method: string; readonly effect: Effect }> = new Map(
  operations.map(({ id, method, effect }) => [id, { method, effect }]),
);

/** Only the documented method has an effect. */
export function countEffect(exchanges: readonly Exchange[], effect: Effect): number {
  return exchanges.filter(({ operation, request }) => {
    const known = operation === null ? undefined : effectByOperation.get(operation);
    return known?.effect === effect && known.method === request.method;
  }).length;
}

/** Only fuzzed values depend on the seed. The state of the report folder goes along: it counts the wrong codes of a day. */
function formatReproduceCommand({ id, area }: Pick<PlannedCheck, 'id' | 'area'>, run: RunHeader, ...beside: readonly string[]): string {
  const command = formatRecordedCommand(run, `--check ${[id, ...beside].map((one) => `'${one}'`).join(' ')}`);
  return isOfCampaignArea({ area }) ? `DMT_SEED=${run.seed} ${command}` : command;
}

/** A check that judges every answer reports its first breach. For any other check the last exchange decides. */
function findDecisiveAddress({ verdict, seen }: Outcome, evidence: readonly Exchange[]): string | null {
  if (verdict !== 'fail' && verdict !== 'warn' && verdict !== 'blocked') return null;
  const decisive = seen === null ? evidence.at(-1) : evidence[0];
  return decisive === undefined ? null : `${decisive.request.method} ${decisive.request.url}`;
}

function toVerdictCheck(
  check: PlannedCheck,
  outcome: Outcome,
  { run, schemaVersion }: Journal,
  exchanges: ReadonlyMap<string, Exchange>,
): VerdictCheck {
  const { check: id, takes, ...rest } = outcome;
  const evidence = outcome.evidence.flatMap((one) => exchanges.get(one) ?? []);
  return {
    ...check,
    ...rest,
    id,
    address: findDecisiveAddress(outcome, evidence),
    reproduce: formatReproduceCommand(check, run),
    cost: takes ?? { otps: countEffect(evidence, 'sends-otp'), transfers: countEffect(evidence, 'moves-money') },
    signature: outcome.verdict === 'fail' ? pickScheme(schemaVersion).failure({ ...check, ...outcome }) : null,
    waiver: null,
  };
}

/** A limit or a lock may explain a later refusal (reading 1), and a bank may end a beneficiary (reading 21). */
const mayEndLater = /^OP\d+-SERVED$|^OP13-ACTIVATES$/;

/** What waits for a clause that holds elsewhere in this run does not wait for the service. */
function clearKeptCauses(checks: readonly VerdictCheck[]): readonly VerdictCheck[] {
  const verdicts = Map.groupBy(checks, ({ clause }) => clause);
  const isKept = (clause: string): boolean => {
    const found = (verdicts.get(clause) ?? []).map(({ verdict }) => verdict);
    return found.includes('pass') && !found.some((verdict) => verdict === 'fail' || verdict === 'waived' || verdict === 'error');
  };
  return checks.map((check) => {
    const { verdict, cause, owner, reason } = check;
    if (verdict !== 'blocked' || owner !== 'service' || cause === null || !mayEndLater.test(cause) || !isKept(cause)) return check;
    const seen = reason?.startsWith(`${cause}: `) === true ? reason : `${cause} does not hold here`;
    return { ...check, reason: `${seen}; it holds elsewhere in this run, so a limit, a lock or the bank may be why`, owner: 'test-data' };
  });
}

const judgesEveryAnswer = ({ seen, circumstance }: VerdictCheck): boolean => seen !== null && circumstance === undefined;

/** A check of the same clause that failed in one circumstance brings this circumstance about: the one of the same answer, where there is one. */
function findInCircumstance({ clause, evidence: [first] }: VerdictCheck, failed: readonly VerdictCheck[]): VerdictCheck | undefined {
  const others = failed.filter((other) => other.clause === clause && !judgesEveryAnswer(other));
  return others.find(({ evidence }) => first !== undefined && evidence.includes(first)) ?? others[0];
}

/** A check, no rule, that made the call or waited for it: the one with the fewest calls. */
function findCaller({ id: own, evidence: [first] }: VerdictCheck, checks: readonly VerdictCheck[]): VerdictCheck | undefined {
  const callers = checks.filter(
    ({ id, rule, area, evidence }) =>
      id !== own && rule === undefined && !isOfCampaignArea({ area }) && first !== undefined && evidence.includes(first),
  );
  return callers.toSorted((one, other) => one.evidence.length - other.evidence.length)[0];
}

/** Alone, a check of every answer makes the usual calls only, which may show nothing: another check has to make the call that broke it. */
function repeatAllWithTheirCalls(checks: readonly VerdictCheck[], run: RunHeader): readonly VerdictCheck[] {
  const failed = checks.filter(({ verdict }) => verdict === 'fail');
  return checks.map((check) => {
    if (check.verdict !== 'fail' || !judgesEveryAnswer(check)) return check;
    const instead = findInCircumstance(check, failed);
    if (instead !== undefined) return { ...check, reproduce: instead.reproduce, cost: instead.cost };
    const caller = findCaller(check, checks);
    return caller === undefined ? check : { ...check, reproduce: formatReproduceCommand(check, run, caller.id), cost: caller.cost };
  });
}

export function buildVerdictChecks(journal: Journal): readonly VerdictCheck[] {
  const exchanges = byId(journal.exchanges);
  const outcomes = Map.groupBy(journal.outcomes, ({ check }) => check);
  const checks = journal.plan.map((check) =>
    toVerdictCheck(check, findWorst(outcomes.get(check.id) ?? []) ?? toMissingOutcome(check, journal), journal, exchanges),
  );
  return repeatAllWithTheirCalls(clearKeptCauses(checks), journal.run);
}

export function countVerdicts(checks: readonly { readonly verdict: Verdict }[]): Readonly<Record<Verdict, number>> {
  const counts = { pass: 0, fail: 0, warn: 0, observed: 0, blocked: 0, 'not-applicable': 0, untried: 0, waived: 0, error: 0 };
  for (const { verdict } of checks) counts[verdict] += 1;
  return counts;
}
