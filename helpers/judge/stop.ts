import type { ClauseId } from '../../specs/clauses.ts';
import { fieldInPlace, type Deviation } from '../core/records/deviation.ts';
import type { Owner } from '../core/records/verdicts.ts';

/** The only thing that accuses the target: the clause it broke, what the clause asks for, what came instead. */
export interface Violation {
  readonly kind: 'violation';
  readonly clause: ClauseId;
  readonly expected: string;
  readonly received: string;
  /** `POST /wallet/… › result.invoiceId` */
  readonly place: string | null;
  /** Id of the exchange that decided, where one did; else it is the last of the evidence. */
  readonly exchange: string | null;
  readonly deviation: Deviation;
  /** `result.invoiceId`, from the place; null when it is about the whole answer, or about none. */
  readonly field: string | null;
  /** What it means to a partner, where the clause alone does not say. */
  readonly effect: string | null;
}

/** Something went wrong before the check could judge; `cause` is a clause id or a named trouble. */
export interface Blocked {
  readonly kind: 'blocked';
  readonly cause: string;
  readonly reason: string;
  readonly owner: Owner;
}

/** The target legitimately has no such thing. */
interface NotApplicable {
  readonly kind: 'not-applicable';
  readonly reason: string;
}

/** We lacked the means. */
export interface Untried {
  readonly kind: 'untried';
  readonly reason: string;
  readonly owner: Owner;
  /** `cap` when what a run may use up was used up. */
  readonly cause?: typeof capReached;
  /** Of one call alone: another of the kind may be made. */
  readonly ofThisCall?: true;
}

/** The cause of what a cap left untried: a campaign that it ended early judged nothing (DESIGN: verdicts). */
export const capReached = 'cap';

/** Why a check or a step ended early. */
export type StopReason = Violation | Blocked | NotApplicable | Untried;

/**
 * Carries a reason out of a check; anything else that is thrown is an error of the suite itself.
 * It says why, and nobody looks where it was made: without a trace a hundred thousand of them cost next to nothing.
 */
export class Stop extends Error {
  readonly why: StopReason;

  constructor(why: StopReason) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(why.kind === 'violation' ? `${why.clause}: expected ${why.expected}, received ${why.received}` : `${why.kind}: ${why.reason}`);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Stop';
    this.why = why;
  }
}

export const createViolationStop = (about: Omit<Violation, 'kind'>): Stop => new Stop({ kind: 'violation', ...about });

/** `at` is the exchange that decided, by its id. */
export const violation = (
  clause: ClauseId,
  expected: string,
  received: string,
  place: string | null = null,
  at: string | null = null,
  effect: string | null = null,
  deviation: Deviation = 'other',
): Stop => createViolationStop({ clause, expected, received, place, exchange: at, deviation, field: fieldInPlace(place), effect });

export const blocked = (cause: string, reason: string, owner: Owner): Stop => new Stop({ kind: 'blocked', cause, reason, owner });

export const notApplicable = (reason: string): Stop => new Stop({ kind: 'not-applicable', reason });

export const untried = (reason: string, owner: Owner): Stop => new Stop({ kind: 'untried', reason, owner });

/** What a cap kept from being sent. */
export const capped = (reason: string): Stop => new Stop({ kind: 'untried', reason, owner: 'configuration', cause: capReached });

/** What may not leave is untried: for what it was, for a cap, or for good. */
export const notPermitted = ({ reason, owner, cap, ofThisCall }: Omit<Untried, 'kind' | 'cause'> & { readonly cap: boolean }): Stop =>
  cap ? capped(reason) : new Stop({ kind: 'untried', reason, owner, ...(ofThisCall === true && { ofThisCall }) });

export const isCapped = (why: StopReason): boolean => why.kind === 'untried' && why.cause === capReached;

export const isOfThisCall = (error: unknown): error is Stop & { readonly why: Untried } =>
  error instanceof Stop && error.why.kind === 'untried' && error.why.ofThisCall === true;

/** Something else is the cause, by that name. */
export const isBlockedBy = (error: unknown, cause: string): boolean =>
  error instanceof Stop && error.why.kind === 'blocked' && error.why.cause === cause;
