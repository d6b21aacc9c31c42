import type { OtpSource } from '../../consent/source.ts';
import type { People } from './people.ts';
import type { Person } from './person.ts';
import type { Challenge } from './challenge.ts';
import type { Detail } from './sender.ts';

/** The newest OP-6 answer of a sender. */
export interface Held {
  readonly detail: Detail;
  /** Milliseconds. */
  readonly readAt: number;
  /** Its transfer session has been sent with OP-9. */
  spent: boolean;
  /** Something was asked for since that changes what OP-6 shows. */
  outdated: boolean;
  /** Its balance session has been sent with OP-14. */
  looked: boolean;
}

/** What is learnt during a run and used again in it. */
export interface Memory {
  /** The form in which OP-3 took `object`. */
  otpObject: 'number' | 'text' | null;
  /** Codes the service has taken as right. */
  readonly acceptedCodes: Set<string>;
  /** The last right code of a mobile. */
  readonly rightCodes: Map<string, string>;
  /** By mobile: a challenge whose code was read, and that nothing of its own mobile has used yet. */
  readonly leftOver: Map<string, Challenge>;
  /** The code read last: what a code of this service looks like. */
  lastCode: string | null;
  /** By mobile. */
  readonly details: Map<string, Held>;
  /** Whether a transfer session was seen to serve a second transfer; null until it was tried. */
  sessionServesAgain: boolean | null;
  /** Every challenge of the run, by its state in lower case, with the exchanges that brought it. */
  readonly challenges: Map<string, string[]>;
  /** Mobiles whose consent has to carry the MPIN as well. */
  readonly askedForMpin: Set<string>;
}

export const newMemory = (): Memory => ({
  otpObject: null,
  acceptedCodes: new Set(),
  rightCodes: new Map(),
  leftOver: new Map(),
  lastCode: null,
  details: new Map(),
  sessionServesAgain: null,
  challenges: new Map(),
  askedForMpin: new Set(),
});

/** What the steps of the world are made with. */
export interface Kit {
  readonly people: People;
  readonly otpSource: OtpSource;
  /** Milliseconds that a PENDING may last. */
  readonly pendingTimeoutMs: number;
  readonly memory: Memory;
  /** Requests a token as documented and returns the exchanges that took; throws the stop when there is none. */
  readonly obtainToken: () => Promise<readonly string[]>;
  /** One at a time per mobile: at most one challenge is open, and no other transfer moves the balance between. */
  readonly inTurn: <T>(person: Person, run: () => Promise<T>) => Promise<T>;
}
