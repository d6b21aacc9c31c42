import type { Big } from 'big.js';
import type { CompleteEkyc } from '../../callback/complete-ekyc.ts';
import type { Permission } from '../../config/permissions.ts';
import type { CallbackAddress } from '../../callback/callback-address.ts';
import type { OtpSource } from '../../consent/otp-question.ts';
import type { AskOperational } from '../../session/operational.ts';
import type { Config } from '../../config/config.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Agent, Token, TokenResult } from '../../client/auth/token.ts';
import type { TokenChange } from '../../client/limits/wrong-logins.ts';
import type { Waits } from '../../session/waits.ts';
import type { AnswerObserver } from '../../judge/answer-observer.ts';
import type { DescriptionReader } from '../../session/description-reader.ts';
import type { People } from './people.ts';
import type { PendingDebits } from './pending-debits.ts';
import type { WrongCodeBudget } from './wrong-code-budget.ts';
import type { Person } from './person.ts';
import type { Memory } from './memory.ts';

/** Remembers across runs that the MPIN of a spare mobile is no longer DMT_MPIN. */
export interface MpinMarks {
  readonly noteChanged: (mobile: string) => void;
  readonly noteRestored: (mobile: string) => void;
  /** The user has another MPIN than the one configured: later runs choose other spare mobiles first. */
  readonly noteOther: (mobile: string) => void;
}

export const noMpinMarks: MpinMarks = { noteChanged: () => undefined, noteRestored: () => undefined, noteOther: () => undefined };

export interface Dependencies {
  readonly people: People;
  readonly profile: Config['selection']['profile'];
  readonly otpSource: OtpSource;
  /** For results that may come late, such as the end of a PENDING. */
  readonly waits: Waits;
  readonly memory: Memory;
  /** Fuzzed calls may send OTPs, move money and leave records (DMT_ALLOW). */
  readonly fuzzEffects: boolean;
  readonly mpinMarks: MpinMarks;
  /** What DMT_MAX_WRONG_CODES leaves. */
  readonly wrongCodeBudget: WrongCodeBudget;
  /** Throws the stop of a check that DMT_ALLOW does not permit; the reason says which word to add. */
  readonly mustBeAllowed: (word: Permission) => void;
  /** Two calls may leave at once: DMT_ALLOW has `races`, and DMT_MAX_CONCURRENCY leaves room. */
  readonly mayRace: boolean;
  /** DMT_MAX_SPEND leaves that much. */
  readonly affords: (amount: Big) => boolean;
  /** Requests a token as documented; throws the stop when there is none. The exchange is evidence in both cases. */
  readonly obtainToken: (agent: Agent, exchanges: Set<string>) => Promise<Token>;
  readonly freshToken: (agent?: Agent) => Promise<TokenResult>;
  /** Base64, as the token request carries those of the client. */
  readonly basicCredentials: Readonly<Record<'client' | 'agent', string>>;
  readonly requestTokenWrongly: (change: TokenChange, purpose: string) => Promise<Exchange>;
  /** The target is our own sandbox: nobody misses an agent that it locks. */
  readonly locksHarmNobody: boolean;
  /** The agent of wrong token requests. */
  readonly wrongLoginAgent: Agent;
  readonly descriptionReader: DescriptionReader;
  /** The run has earlier sittings: a finished check is not repeated for its answers alone. */
  readonly isResumed: boolean;
  readonly answerObserver: AnswerObserver;
  readonly pendingDebits: PendingDebits;
  /** Where callbacks arrive, how long one is awaited (ms), and how the eKYC process is completed. */
  readonly callbacks: CallbackAddress & { readonly timeoutMs: number; readonly complete: CompleteEkyc };
  /** One step at a time per mobile: at most one challenge is open, and no other transfer moves the balance meanwhile. */
  readonly inTurn: <T>(person: Person, run: () => Promise<T>) => Promise<T>;
  readonly askOperational: AskOperational;
  /** A `servicename` known to the target; null when the configuration names none. */
  readonly serviceName: string | null;
}
