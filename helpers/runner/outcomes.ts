import type { Effect } from '../../specs/operation.ts';
import { clauseById } from '../../specs/clauses.ts';
import { describeError } from '../core/describe-error.ts';
import { fieldInPlace } from '../core/records/deviation.ts';
import { Stop, type Blocked, type Violation, type StopReason } from '../judge/stop.ts';
import { hardestVerdict, type Owner } from '../core/records/verdicts.ts';
import type { Check } from './check.ts';
import type { Outcome, CheckCost } from '../core/records/outcome.ts';
import { narrowToCircumstance, type Breach, type PassiveResult } from './passive-result.ts';
import type { Evidence } from '../core/records/evidence.ts';

export interface Timing {
  readonly startedAt: string;
  readonly durationMs: number;
}

type Ending = Omit<Outcome, 'check' | 'evidence' | 'facts' | 'takes' | keyof Timing>;

const emptyEnding: Ending = {
  verdict: 'pass',
  expected: null,
  received: null,
  place: null,
  seen: null,
  reason: null,
  cause: null,
  owner: null,
};

const ownerByVerdict = { fail: 'service', warn: 'specification', observed: null } as const satisfies Record<string, Owner | null>;

type BrokenClause = Pick<Violation, 'expected' | 'received' | 'place'> & Partial<Pick<Violation, 'deviation' | 'field' | 'effect'>>;

/** The verdict is no harder than the certainty of the clause. */
function endBroken(
  check: Check,
  { expected, received, place, deviation = 'other', field = fieldInPlace(place), effect = null }: BrokenClause,
  seen: string | null,
  atMost?: 'warn',
): Ending {
  const { certainty, text } = clauseById(check.clause);
  const hardest = check.hardest ?? hardestVerdict[certainty];
  const verdict = atMost !== undefined && hardest === 'fail' ? atMost : hardest;
  return {
    ...emptyEnding,
    verdict,
    expected,
    received,
    place,
    deviation,
    field,
    seen,
    reason: effect === null ? text : `${text} ${effect}`,
    owner: ownerByVerdict[verdict],
  };
}

/** A check of a silent clause, and a check that is `observed` at most, cannot pass: its outcome is `observed`. */
function endKept(check: Check): Ending {
  const { certainty, text } = clauseById(check.clause);
  return certainty === 'silent' || check.hardest === 'observed' ? { ...emptyEnding, verdict: 'observed', reason: text } : emptyEnding;
}

function endBlocked(cause: string, reason: string, owner: Owner): Ending {
  return { ...emptyEnding, verdict: 'blocked', reason, cause, owner };
}

const endDoubtful = (clause: string): Ending => endBlocked(clause, `${clause} is broken, and this check used its value`, 'service');

/** A violation counts against a check only when it is of the check's clause and no earlier value was doubtful: no cascade. */
function endByViolation(check: Check, why: Violation, evidence: Evidence): Ending {
  const [doubt] = evidence.doubts;
  if (doubt !== undefined && doubt !== why.clause && doubt !== check.clause) {
    return endDoubtful(doubt);
  }
  if (why.clause === check.clause) return endBroken(check, why, null, why.atMost);
  if (why.atMost !== undefined)
    return { ...emptyEnding, verdict: 'not-applicable', reason: `the service refuses what comes before it: ${why.received}` };
  return endBlocked(why.clause, `${why.clause}: expected ${why.expected}, received ${why.received}`, 'service');
}

const environmentCauses = new Set(['environment', 'data-reset']);

/** A doubtful value may cause what goes wrong after it. Trouble of the environment has other causes. */
function endByBlocked({ cause, reason, owner }: Blocked, evidence: Evidence): Ending {
  const [doubt] = evidence.doubts;
  return doubt === undefined || environmentCauses.has(cause) || cause.startsWith('token-')
    ? endBlocked(cause, reason, owner)
    : endDoubtful(doubt);
}

function endByReason(check: Check, why: StopReason, evidence: Evidence): Ending {
  switch (why.kind) {
    case 'violation':
      return endByViolation(check, why, evidence);
    case 'blocked':
      return endByBlocked(why, evidence);
    case 'not-applicable':
      return { ...emptyEnding, verdict: 'not-applicable', reason: why.reason };
    case 'untried':
      return { ...emptyEnding, verdict: 'untried', reason: why.reason, owner: why.owner, cause: why.cause ?? null };
  }
}

/** An error that is not a stop is a bug of the suite. */
function endByError(check: Check, error: unknown, evidence: Evidence): Ending {
  if (error instanceof Stop) return endByReason(check, error.why, evidence);
  return { ...emptyEnding, verdict: 'error', reason: describeError(error), owner: 'suite' };
}

function countTakes({ effects }: Evidence): CheckCost {
  const count = (effect: Effect): number => [...effects.values()].filter((one) => one === effect).length;
  return { otps: count('sends-otp'), transfers: count('moves-money') };
}

function buildOutcome(
  check: Check,
  ending: Ending,
  evidence: Evidence,
  timing: Timing,
  shown: Iterable<string> = evidence.exchanges,
): Outcome {
  return { check: check.id, ...ending, evidence: [...shown], facts: [...evidence.facts], takes: countTakes(evidence), ...timing };
}

/** The exchange that decided comes last, and before it what established the expected value. */
function listDecisiveLast({ exchanges }: Evidence, error: unknown): { readonly shown: string[]; readonly beside: string[] } {
  const why = error instanceof Stop && error.why.kind === 'violation' ? error.why : null;
  const beside = (why?.beside ?? []).filter((id) => exchanges.has(id) && id !== why?.exchange);
  const last = [...beside, ...(why?.exchange == null || !exchanges.has(why.exchange) ? [] : [why.exchange])];
  return { shown: [...[...exchanges].filter((id) => !last.includes(id)), ...last], beside };
}

const withBeside = (outcome: Outcome, beside: readonly string[]): Outcome => (beside.length === 0 ? outcome : { ...outcome, beside });

export function buildActiveOutcome(check: Check, error: unknown, evidence: Evidence, timing: Timing): Outcome {
  if (error !== undefined) {
    const { shown, beside } = listDecisiveLast(evidence, error);
    return withBeside(buildOutcome(check, endByError(check, error, evidence), evidence, timing, shown), beside);
  }
  if (evidence.exchanges.size > 0) return buildOutcome(check, endKept(check), evidence, timing);
  const reason = 'the check ended without judging an exchange';
  return buildOutcome(check, { ...emptyEnding, verdict: 'error', reason, owner: 'suite' }, evidence, timing);
}

/**
 * What decided comes first, then what else was judged in one circumstance, then what established the expected value. What was seen once
 * decides as a single answer does, so it comes last.
 */
function listBreachExchanges({ check, samples }: PassiveResult, breaches: readonly Breach[], isSeenOnce: boolean) {
  const judged = new Set([...breaches.map(({ exchange }) => exchange), ...(check.circumstance === undefined ? [] : samples)]);
  const beside = [...new Set(breaches.flatMap(({ judgement }) => judgement.beside ?? []))].filter((id) => !judged.has(id));
  const [decisive, ...others] = judged;
  const shown = isSeenOnce && decisive !== undefined ? [...others, ...beside, decisive] : [...judged, ...beside];
  return { shown, beside: isSeenOnce || check.circumstance !== undefined ? beside : [] };
}

const seenOnce = 'The deviation was seen once, and no later answer showed it again.';

/** The hardest breach decides. A suspicion that nothing repeated is told, and accuses nobody. */
function endPassively({ check, breaches, suspects, broken, judged }: PassiveResult): { ending: Ending; shown: readonly Breach[] } | null {
  const decisive = breaches.find(({ judgement }) => judgement.atMost === undefined) ?? breaches[0];
  if (decisive !== undefined) {
    const { atMost } = decisive.judgement;
    return { ending: endBroken(check, decisive.judgement, `${broken} of ${judged}`, atMost), shown: [decisive, ...breaches] };
  }
  const [suspect] = suspects.values();
  if (suspect === undefined) return null;
  return { ending: endBroken(check, { ...suspect.judgement, effect: seenOnce }, null, 'warn'), shown: [suspect] };
}

/** `error` is why the exercise of the check stopped, if it did; or what excuses its breaches. */
export function buildPassiveOutcome(result: PassiveResult, error: unknown, evidence: Evidence, timing: Timing, isExcused = false): Outcome {
  if (isExcused) return buildOutcome(result.check, endByError(result.check, error, evidence), evidence, timing);
  const narrow = narrowToCircumstance(result, (exchange) => evidence.exchanges.has(exchange));
  const { check, judged, hiddenBy } = narrow;
  const broken = endPassively(narrow);
  if (broken !== null) {
    const { shown, beside } = listBreachExchanges(narrow, broken.shown, broken.ending.seen === null);
    return withBeside(buildOutcome(check, broken.ending, evidence, timing, shown), beside);
  }
  if (judged > 0) return buildOutcome(check, emptyEnding, evidence, timing, narrow.samples);
  if (hiddenBy !== null && hiddenBy.clause !== check.clause) {
    const ending = endBlocked(hiddenBy.clause, `${hiddenBy.clause}: ${hiddenBy.place} holds ${hiddenBy.received}`, 'service');
    return buildOutcome(check, ending, evidence, timing);
  }
  if (error !== undefined) return buildOutcome(check, endByError(check, error, evidence), evidence, timing);
  const reason = `no ${check.kind === 'callback' ? 'callback' : 'answer'} held anything to judge`;
  return buildOutcome(check, { ...emptyEnding, verdict: 'not-applicable', reason }, evidence, timing);
}
