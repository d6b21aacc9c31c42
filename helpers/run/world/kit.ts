import type { Complete } from '../../callback/complete.ts';
import type { Post } from '../../callback/post.ts';
import type { OtpSource } from '../../consent/source.ts';
import type { AskOperational } from '../operational.ts';
import type { Exchange } from '../../target/exchange.ts';
import type { Agent, Token, TokenChange, TokenResult } from '../../target/token.ts';
import type { Witness } from '../witness.ts';
import type { Comparison } from '../../contract/live/comparison.ts';
import type { Describing } from '../describing.ts';
import type { People } from './people.ts';
import type { Person } from './person.ts';

/** What is learnt during a run and used again in it. */
export interface Memory {
  /** The form in which OP-3 took `object`. */
  otpObject: 'number' | 'text' | null;
  /** Codes the service has taken as right. */
  readonly acceptedCodes: Set<string>;
  /** Every challenge of the run, by its state in lower case, with the exchanges that brought it. */
  readonly challenges: Map<string, string[]>;
  /** Mobiles whose consent has to carry the MPIN as well. */
  readonly askedForMpin: Set<string>;
  /** The live description held against the specification. */
  comparison: Comparison | null;
}

/** What the steps of the world are made with. */
export interface Kit {
  readonly people: People;
  readonly otpSource: OtpSource;
  /** Milliseconds that a PENDING may last. */
  readonly pendingTimeoutMs: number;
  readonly memory: Memory;
  /** Requests a token as documented; throws the stop when there is none. */
  readonly obtainToken: (agent: Agent) => Promise<Token>;
  /** A new token of the first agent by the documented request. */
  readonly freshToken: () => Promise<TokenResult>;
  /** A token request with something wrong in it. */
  readonly askWrongly: (change: TokenChange, purpose: string) => Promise<Exchange>;
  readonly describing: Describing;
  /** Everything the run was answered, as it came. */
  readonly witness: Witness;
  /** Where callbacks come in, how long one is waited for, and how the process before it is completed. */
  readonly callbacks: Post & { readonly timeoutMs: number; readonly complete: Complete };
  /** One at a time per mobile: at most one challenge is open, and no other transfer moves the balance between. */
  readonly inTurn: <T>(person: Person, run: () => Promise<T>) => Promise<T>;
  readonly askOperational: AskOperational;
  /** A `servicename` known to the target; null when none was named. */
  readonly serviceName: string | null;
}
