import type { ClauseId } from '../../specs/clauses.ts';
import type { Owner } from './verdicts.ts';

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
export interface NotApplicable {
  readonly kind: 'not-applicable';
  readonly reason: string;
}

/** We lacked the means. */
export interface Untried {
  readonly kind: 'untried';
  readonly reason: string;
  readonly owner: Owner;
  /** A cap of the run is reached. */
  readonly cap?: boolean;
}

/** Why a check or a step ended early. */
export type Why = Violation | Blocked | NotApplicable | Untried;

/** Carries a reason out of a check; anything else that is thrown is an error of the suite itself. */
export class Stop extends Error {
  readonly why: Why;

  constructor(why: Why) {
    super(why.kind === 'violation' ? `${why.clause}: expected ${why.expected}, received ${why.received}` : `${why.kind}: ${why.reason}`);
    this.name = 'Stop';
    this.why = why;
  }
}

/** `at` is the exchange that decided, by its id. */
export const violation = (
  clause: ClauseId,
  expected: string,
  received: string,
  place: string | null = null,
  at: string | null = null,
  effect: string | null = null,
): Stop => new Stop({ kind: 'violation', clause, expected, received, place, exchange: at, effect });

export const blocked = (cause: string, reason: string, owner: Owner): Stop => new Stop({ kind: 'blocked', cause, reason, owner });

export const notApplicable = (reason: string): Stop => new Stop({ kind: 'not-applicable', reason });

export const untried = (reason: string, owner: Owner, cap = false): Stop => new Stop({ kind: 'untried', reason, owner, cap });

export const isCapped = (error: unknown): boolean => error instanceof Stop && error.why.kind === 'untried' && error.why.cap === true;

/** Something else is the cause, by that name. */
export const isBlockedBy = (error: unknown, cause: string): boolean =>
  error instanceof Stop && error.why.kind === 'blocked' && error.why.cause === cause;
