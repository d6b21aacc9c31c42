import type { CompleteEkyc } from '../../callback/complete-ekyc.ts';
import type { CallbackAddress } from '../../callback/callback-address.ts';
import type { OtpSource } from '../../consent/otp-question.ts';
import type { AskOperational } from '../../session/operational.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Agent, Token, TokenResult } from '../../client/auth/token.ts';
import type { TokenChange } from '../../client/limits/wrong-logins.ts';
import type { RefusedOutright } from '../../session/refused-outright.ts';
import type { Waits } from '../../session/waits.ts';
import type { AnswerObserver } from '../../judge/answer-observer.ts';
import type { LiveComparison } from '../../contract/live/comparison.ts';
import type { DescriptionReader } from '../../session/description-reader.ts';
import type { People } from './people.ts';
import type { PendingDebits } from './pending-debits.ts';
import type { Person } from './person.ts';
import type { Challenge } from './challenge.ts';
import type { Detail } from './detail.ts';

/** The newest OP-6 answer of a sender. */
export interface HeldDetail {
  readonly detail: Detail;
  /** Milliseconds. */
  readonly readAt: number;
  /** Its transfer session has been sent with OP-9. */
  isSpent: boolean;
  /** Something was asked for since that changes what OP-6 shows. */
  isOutdated: boolean;
  /** Its balance session has been sent with OP-14. */
  isBalanceRead: boolean;
}

/** What is learnt during a run and used again in it. */
export interface Memory {
  /** The form in which OP-3 took `object`. */
  otpObject: 'number' | 'text' | null;
  /** Codes the service has taken as right. */
  readonly acceptedCodes: Set<string>;
  /** By mobile: a challenge whose code was read, and that nothing of its own mobile has used yet. */
  readonly leftOver: Map<string, Challenge>;
  /** The code read last: what a code of this service looks like. */
  lastCode: string | null;
  /** By mobile. */
  readonly details: Map<string, HeldDetail>;
  /** Whether a transfer session was seen to serve a second transfer; null until it was tried. */
  sessionServesAgain: boolean | null;
  /** Every challenge of the run, by its state in lower case, with the exchanges that brought it. */
  readonly challenges: Map<string, string[]>;
  /** Mobiles whose consent has to carry the MPIN as well. */
  readonly askedForMpin: Set<string>;
  /** The least amount that a transfer of this run was accepted for, decimal text; null before the first. */
  leastPaid: string | null;
  /** Documented calls that were refused outright, wherever in the run. */
  readonly refusedOutright: RefusedOutright;
  /** The live description held against the specification. */
  comparison: LiveComparison | null;
}

export const createMemory = (): Memory => ({
  otpObject: null,
  acceptedCodes: new Set(),
  leftOver: new Map(),
  lastCode: null,
  details: new Map(),
  sessionServesAgain: null,
  challenges: new Map(),
  askedForMpin: new Set(),
  leastPaid: null,
  refusedOutright: new Map(),
  comparison: null,
});

/** What the steps of the journey are made with. */
export interface Dependencies {
  readonly people: People;
  readonly otpSource: OtpSource;
  /** For what may come late, such as the end of a PENDING. */
  readonly waits: Waits;
  readonly memory: Memory;
  /** Fuzzed calls may send OTPs, move money and leave records (DMT_ALLOW). */
  readonly fuzzEffects: boolean;
  /** Requests a token as documented; throws the stop when there is none. Either way its exchange is evidence. */
  readonly obtainToken: (agent: Agent, exchanges: Set<string>) => Promise<Token>;
  /** A new token by the documented request. */
  readonly freshToken: (agent?: Agent) => Promise<TokenResult>;
  /** A token request with something wrong in it. */
  readonly requestTokenWrongly: (change: TokenChange, purpose: string) => Promise<Exchange>;
  /** Who is asked for in it. */
  readonly wrongLoginAgent: Agent;
  readonly descriptionReader: DescriptionReader;
  /** Earlier sittings of the run have found what stands: nothing is asked for only to be looked at. */
  readonly isResumed: boolean;
  /** Everything the run was answered, as it came. */
  readonly answerObserver: AnswerObserver;
  /** What was paid and does not show yet. */
  readonly pendingDebits: PendingDebits;
  /** Where callbacks come in, how long one is waited for, and how the process before it is completed. */
  readonly callbacks: CallbackAddress & { readonly timeoutMs: number; readonly complete: CompleteEkyc };
  /** One at a time per mobile: at most one challenge is open, and no other transfer moves the balance between. */
  readonly inTurn: <T>(person: Person, run: () => Promise<T>) => Promise<T>;
  readonly askOperational: AskOperational;
  /** A `servicename` known to the target; null when none was named. */
  readonly serviceName: string | null;
}
