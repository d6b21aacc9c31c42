import { operations } from '../../../specs/operations.ts';
import type { Effect } from '../../../specs/operation.ts';
import type { Verdict } from '../../core/records/verdicts.ts';
import type { Outcome, PlannedCheck } from '../../core/records/outcome.ts';
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
function formatReproduceCommand({ id, area }: PlannedCheck, run: RunHeader): string {
  const command = formatRecordedCommand(run, `--check '${id}'`);
  return area === 'Fuzzing' ? `DMT_SEED=${run.seed} ${command}` : command;
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

/**
 * Alone, a check of every answer makes the usual calls only, which may show nothing. A check of the same clause that failed in one circumstance
 * brings this circumstance about, so it is the one to repeat: the one of the same answer, where there is one.
 */
function repeatInCircumstance(check: VerdictCheck, failed: readonly VerdictCheck[]): VerdictCheck {
  if (check.seen === null || check.circumstance !== undefined || check.verdict !== 'fail') return check;
  const others = failed.filter(({ circumstance, seen }) => circumstance !== undefined || seen === null);
  const [first] = check.evidence;
  const chosen = others.find(({ evidence }) => first !== undefined && evidence.includes(first)) ?? others[0];
  return chosen === undefined ? check : { ...check, reproduce: chosen.reproduce, cost: chosen.cost };
}

function repeatAllInCircumstances(checks: readonly VerdictCheck[]): readonly VerdictCheck[] {
  const failed = Map.groupBy(
    checks.filter(({ verdict }) => verdict === 'fail'),
    ({ clause }) => clause,
  );
  return checks.map((check) => repeatInCircumstance(check, failed.get(check.clause) ?? []));
}

export function buildVerdictChecks(journal: Journal): readonly VerdictCheck[] {
  const exchanges = byId(journal.exchanges);
  const outcomes = Map.groupBy(journal.outcomes, ({ check }) => check);
  const checks = journal.plan.map((check) =>
    toVerdictCheck(check, findWorst(outcomes.get(check.id) ?? []) ?? toMissingOutcome(check, journal), journal, exchanges),
  );
  return repeatAllInCircumstances(clearKeptCauses(checks));
}

export function countVerdicts(checks: readonly { readonly verdict: Verdict }[]): Readonly<Record<Verdict, number>> {
  const counts = { pass: 0, fail: 0, warn: 0, observed: 0, blocked: 0, 'not-applicable': 0, untried: 0, waived: 0, error: 0 };
  for (const { verdict } of checks) counts[verdict] += 1;
  return counts;
}
