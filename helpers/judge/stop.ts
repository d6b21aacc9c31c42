import type { ClauseId } from '../../specs/clauses.ts';
import { fieldInPlace, type Deviation } from '../core/records/deviation.ts';
import type { Owner } from '../core/records/verdicts.ts';

/** The only reason that accuses the target. */
export interface Violation {
  readonly kind: 'violation';
  readonly clause: ClauseId;
  readonly expected: string;
  readonly received: string;
  /** `POST /wallet/… › result.invoiceId` */
  readonly place: string | null;
  /** The exchange that decided; null means the last of the evidence. */
  readonly exchange: string | null;
  /** The exchanges that established what was expected, and the call between two readings. Absent where there are none. */
  readonly beside?: readonly string[];
  readonly deviation: Deviation;
  /** `result.invoiceId`, from the place; null for a whole answer or without a place. */
  readonly field: string | null;
  /** What it means to a partner, when the clause does not say it. */
  readonly effect: string | null;
  /** Where a reading allows less than the certainty of the clause: it raises a question, and nothing behind it is blocked. */
  readonly atMost?: 'warn';
}

/** Something failed before the check could judge; `cause` is a clause id or a named trouble. */
export interface Blocked {
  readonly kind: 'blocked';
  readonly cause: string;
  readonly reason: string;
  readonly owner: Owner;
}

interface NotApplicable {
  readonly kind: 'not-applicable';
  readonly reason: string;
}

/** The suite lacked the means. */
export interface Untried {
  readonly kind: 'untried';
  readonly reason: string;
  readonly owner: Owner;
  /** `cap` when a cap was used up. */
  readonly cause?: typeof capReached;
  /** Concerns this call only: another call of the kind may leave. */
  readonly ofThisCall?: true;
}

/** The cause of checks that a cap left untried. A campaign that a cap ended early judged nothing (decision 30). */
export const capReached = 'cap';

export type StopReason = Violation | Blocked | NotApplicable | Untried;

/**
 * Carries a reason out of a check; any other thrown error is an error of the suite.
 * It has no stack trace: a campaign makes a hundred thousand of them, and making a trace is slow.
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

/** A violation, of which all but the difference itself may be left out. The field is that of the place, unless another is named. */
export interface ViolationDetails extends Pick<Violation, 'clause' | 'expected' | 'received'> {
  readonly place?: string | null;
  readonly exchange?: string | null;
  readonly beside?: readonly string[];
  readonly deviation?: Deviation | undefined;
  readonly field?: string | null;
  readonly effect?: string | null;
  readonly atMost?: 'warn' | undefined;
}

export function createViolationStop({
  clause,
  expected,
  received,
  place = null,
  exchange = null,
  beside,
  deviation = 'other',
  field = fieldInPlace(place),
  effect = null,
  atMost,
}: ViolationDetails): Stop {
  const about = { clause, expected, received, place, exchange, deviation, field, effect };
  return new Stop({ kind: 'violation', ...about, ...(beside !== undefined && { beside }), ...(atMost !== undefined && { atMost }) });
}

export const blocked = (cause: string, reason: string, owner: Owner): Stop => new Stop({ kind: 'blocked', cause, reason, owner });

export const notApplicable = (reason: string): Stop => new Stop({ kind: 'not-applicable', reason });

export const untried = (reason: string, owner: Owner): Stop => new Stop({ kind: 'untried', reason, owner });

export const capped = (reason: string): Stop => new Stop({ kind: 'untried', reason, owner: 'configuration', cause: capReached });

/** A call that may not leave makes the check untried: for this call only, because of a cap, or for good. */
export const notPermitted = ({ reason, cap, ofThisCall }: Pick<Untried, 'reason' | 'ofThisCall'> & { readonly cap: boolean }): Stop =>
  cap ? capped(reason) : new Stop({ kind: 'untried', reason, owner: 'configuration', ...(ofThisCall === true && { ofThisCall }) });

export const isCapped = (why: StopReason): boolean => why.kind === 'untried' && why.cause === capReached;

export const isOfThisCall = (error: unknown): error is Stop & { readonly why: Untried } =>
  error instanceof Stop && error.why.kind === 'untried' && error.why.ofThisCall === true;

export const isBlockedBy = (error: unknown, cause: string): error is Stop & { readonly why: Blocked } =>
  error instanceof Stop && error.why.kind === 'blocked' && error.why.cause === cause;

export const isViolationOf = (error: unknown, clause: ClauseId): error is Stop & { readonly why: Violation } =>
  error instanceof Stop && error.why.kind === 'violation' && error.why.clause === clause;
