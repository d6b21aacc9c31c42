import type { Effect } from '../../specs/operation.ts';
import { clauseOf } from '../../specs/clauses.ts';
import { fieldOf } from '../core/records/deviation.ts';
import { Stop, type Blocked, type Violation, type Why } from '../judge/stop.ts';
import { hardestVerdict, type Owner } from '../core/records/verdicts.ts';
import type { Check } from './check.ts';
import type { Outcome, Takes } from '../core/records/outcome.ts';
import type { Breach, PassiveResult } from './passive-result.ts';
import type { Evidence } from '../core/records/evidence.ts';

/** When a check began, and how long it took. */
export interface Timing {
  readonly startedAt: string;
  readonly durationMs: number;
}

type Ending = Omit<Outcome, 'check' | 'evidence' | 'facts' | 'takes' | keyof Timing>;

const silent: Ending = { verdict: 'pass', expected: null, received: null, place: null, seen: null, reason: null, cause: null, owner: null };

const ownerOf = { fail: 'service', warn: 'specification', observed: null } as const satisfies Record<string, Owner | null>;

type Broken = Pick<Violation, 'expected' | 'received' | 'place'> & Partial<Pick<Violation, 'deviation' | 'field' | 'effect'>>;

/** A broken clause, told no harder than the specification is certain of it. */
function broken(
  check: Check,
  { expected, received, place, deviation = 'other', field = fieldOf(place), effect = null }: Broken,
  seen: string | null,
): Ending {
  const { certainty, text } = clauseOf(check.clause);
  const verdict = check.hardest ?? hardestVerdict[certainty];
  return {
    ...silent,
    verdict,
    expected,
    received,
    place,
    deviation,
    field,
    seen,
    reason: effect === null ? text : `${text} ${effect}`,
    owner: ownerOf[verdict],
  };
}

/** A check of a silent clause, or one that only looks, has nothing to keep: what it saw is observed. */
function kept(check: Check): Ending {
  const { certainty, text } = clauseOf(check.clause);
  return certainty === 'silent' || check.hardest === 'observed' ? { ...silent, verdict: 'observed', reason: text } : silent;
}

function blockedBy(cause: string, reason: string, owner: Owner): Ending {
  return { ...silent, verdict: 'blocked', reason, cause, owner };
}

const doubtful = (clause: string): Ending => blockedBy(clause, `${clause} is broken, and this went on with its value`, 'service');

/** A violation counts against a check only when it is of its own clause, and nothing before it was doubtful: no cascade. */
function ofViolation(check: Check, why: Violation, evidence: Evidence): Ending {
  const [doubt] = evidence.doubts;
  if (doubt !== undefined && doubt !== why.clause && doubt !== check.clause) {
    return doubtful(doubt);
  }
  if (why.clause === check.clause) return broken(check, why, null);
  return blockedBy(why.clause, `${why.clause} is broken: expected ${why.expected}, received ${why.received}`, 'service');
}

const external = new Set(['environment', 'data-reset']);

/** What went wrong after a doubtful value may be that value's doing; what the environment did is its own. */
function ofBlocked({ cause, reason, owner }: Blocked, evidence: Evidence): Ending {
  const [doubt] = evidence.doubts;
  return doubt === undefined || external.has(cause) || cause.startsWith('token-') ? blockedBy(cause, reason, owner) : doubtful(doubt);
}

function ofWhy(check: Check, why: Why, evidence: Evidence): Ending {
  switch (why.kind) {
    case 'violation':
      return ofViolation(check, why, evidence);
    case 'blocked':
      return ofBlocked(why, evidence);
    case 'not-applicable':
      return { ...silent, verdict: 'not-applicable', reason: why.reason };
    case 'untried':
      return { ...silent, verdict: 'untried', reason: why.reason, owner: why.owner, cause: why.cause ?? null };
  }
}

/** An error that is not a stop is the suite's own. */
function ofError(check: Check, error: unknown, evidence: Evidence): Ending {
  if (error instanceof Stop) return ofWhy(check, error.why, evidence);
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { ...silent, verdict: 'error', reason: message, owner: 'suite' };
}

function takesOf({ effects }: Evidence): Takes {
  const count = (effect: Effect): number => [...effects.values()].filter((one) => one === effect).length;
  return { otps: count('sends-otp'), transfers: count('moves-money') };
}

function finish(check: Check, ending: Ending, evidence: Evidence, timing: Timing, shown: Iterable<string> = evidence.exchanges): Outcome {
  return { check: check.id, ...ending, evidence: [...shown], facts: [...evidence.facts], takes: takesOf(evidence), ...timing };
}

/** The exchange that decided comes last. */
function decidedLast({ exchanges }: Evidence, error: unknown): string[] {
  const decisive = error instanceof Stop && error.why.kind === 'violation' ? error.why.exchange : null;
  if (decisive === null || !exchanges.has(decisive)) return [...exchanges];
  return [...[...exchanges].filter((id) => id !== decisive), decisive];
}

/** The outcome of an active check that ended with an error, or with none. */
export function outcomeOfActive(check: Check, error: unknown, evidence: Evidence, timing: Timing): Outcome {
  if (error !== undefined) return finish(check, ofError(check, error, evidence), evidence, timing, decidedLast(evidence, error));
  if (evidence.exchanges.size > 0) return finish(check, kept(check), evidence, timing);
  const reason = 'the check ended without having judged an exchange';
  return finish(check, { ...silent, verdict: 'error', reason, owner: 'suite' }, evidence, timing);
}

const breachEvidence = (breaches: readonly Breach[]): string[] => breaches.map(({ exchange }) => exchange);

/** The outcome of a passive check, once everybody is done; `error` is why its own exercise stopped, if it did. */
export function outcomeOfPassive(tally: PassiveResult, error: unknown, evidence: Evidence, timing: Timing): Outcome {
  const { check, judged, breaches, hiddenBy } = tally;
  const [first] = breaches;
  if (first !== undefined) {
    const ending = broken(check, first.judgement, `${tally.broken} of ${judged}`);
    return finish(check, ending, evidence, timing, breachEvidence(breaches));
  }
  if (judged > 0) return finish(check, silent, evidence, timing, tally.samples);
  if (hiddenBy !== null && hiddenBy.clause !== check.clause) {
    const ending = blockedBy(hiddenBy.clause, `${hiddenBy.clause} is broken: ${hiddenBy.place} holds ${hiddenBy.received}`, 'service');
    return finish(check, ending, evidence, timing);
  }
  if (error !== undefined) return finish(check, ofError(check, error, evidence), evidence, timing);
  const reason = `no ${check.kind === 'callback' ? 'callback' : 'answer'} had anything of the kind`;
  return finish(check, { ...silent, verdict: 'not-applicable', reason }, evidence, timing);
}
