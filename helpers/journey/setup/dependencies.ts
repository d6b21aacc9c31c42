import type { OperationId } from '../../../specs/operation.ts';
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
import type { RefusedDocumentedCalls } from '../../session/refused-documented-calls.ts';
import type { Waits } from '../../session/waits.ts';
import type { AnswerObserver } from '../../judge/answer-observer.ts';
import type { LiveComparison } from '../../contract/live/comparison.ts';
import type { DescriptionReader } from '../../session/description-reader.ts';
import type { People } from './people.ts';
import type { PendingDebits } from './pending-debits.ts';
import type { Person } from './person.ts';
import type { Challenge } from './challenge.ts';
import type { Detail } from './detail.ts';

export interface HeldDetail {
  readonly detail: Detail;
  /** Milliseconds. */
  readonly readAt: number;
  /** OP-9 was sent with its transfer session. */
  isSpent: boolean;
  /** And the service accepted that transfer. */
  hasPaid: boolean;
  /** A later call changes what OP-6 shows. */
  isOutdated: boolean;
  /** OP-14 was sent with its balance session. */
  isBalanceRead: boolean;
}

/** A transfer that OP-9 accepted, and how often OP-10 and OP-11 were asked for it. */
export interface MadeTransfer {
  readonly correlationId: string;
  readonly invoiceId: string;
  readonly senderId: string;
  readonly subAgentTagId: string;
  readonly looks: Record<'OP-10' | 'OP-11', number>;
}

export interface Memory {
  /** The form in which OP-3 took `object`. */
  otpObject: 'number' | 'text' | null;
  readonly acceptedCodes: Set<string>;
  /** The code read last, by mobile. */
  readonly codeBefore: Map<string, string>;
  /** The service took the same code for two challenges of a mobile: it gives out one code. */
  codesRepeat: boolean;
  /** By mobile: a challenge whose code was read, and which no call of its mobile has used yet. */
  readonly leftOver: Map<string, Challenge>;
  /** Whether a code stayed right beside a wrong one; null until this was seen. */
  codeOutlivesWrongTry: boolean | null;
  /** A list of OP-6 has shown a change late. */
  listLags: boolean;
  /** How often a wrong code was made of a code at hand. */
  reusedCodes: number;
  /** The state given out last, by mobile. */
  readonly newestStates: Map<string, string>;
  /** The state whose code was used last, by mobile. */
  readonly usedStates: Map<string, string>;
  /** That code. */
  readonly usedCodes: Map<string, string>;
  /** A person typed a code again after a refusal, and it was refused too. */
  typedAgainInVain: boolean;
  /** The code read last: other codes of this service have the same form. */
  lastCode: string | null;
  /** By mobile. */
  readonly details: Map<string, HeldDetail>;
  /** Whether a transfer session served a second transfer; null until this was tried. */
  sessionServesAgain: boolean | null;
  /** Mobiles whose transfer was refused under a new session too. */
  readonly refusedInNewSession: Set<string>;
  /** Settles when the try of a session under way has shown it: waiting for that answer saves a code. */
  sessionTry: Promise<unknown>;
  /** How often the service has given out each state, in lower case. */
  readonly stateUses: Map<string, number>;
  /** Mobiles whose consent must carry the MPIN too. */
  readonly askedForMpin: Set<string>;
  /** By mobile: what OP-1 called the person as a customer before any other call of this run. */
  readonly oldBefore: Map<string, boolean>;
  /** Mobiles for which OP-12 has set an MPIN in this run. */
  readonly mpinsSet: Set<string>;
  /** By mobile and operation: consents that were taken without an MPIN. */
  readonly servedWithoutMpin: Set<string>;
  /** Mobiles whose MPIN is not the one of this run. */
  readonly mpinsInVain: Set<string>;
  /** By mobile: what the last OP-12 of a second MPIN has set. The service may refuse to set DMT_MPIN again. */
  readonly standingMpins: Map<string, string>;
  /** The smallest amount this run has paid, as decimal text; null before the first transfer. */
  leastPaid: string | null;
  /** The largest one. */
  mostPaid: string | null;
  readonly refusedDocumentedCalls: RefusedDocumentedCalls;
  /** OP-10 or OP-11, where one did not know an accepted transfer for the whole of DMT_PENDING_TIMEOUT_MS. */
  readonly neverKnewTransfer: Set<OperationId>;
  /** The transfers of the run's agent, in the order of their answers. */
  readonly madeTransfers: MadeTransfer[];
  /** What OP-7 added, by whom. */
  readonly addedBeneficiaries: { readonly senderId: string; readonly beneficiaryId: string }[];
  comparison: LiveComparison | null;
}

export const createMemory = (): Memory => ({
  otpObject: null,
  acceptedCodes: new Set(),
  codeBefore: new Map(),
  codesRepeat: false,
  leftOver: new Map(),
  codeOutlivesWrongTry: null,
  listLags: false,
  reusedCodes: 0,
  newestStates: new Map(),
  usedStates: new Map(),
  usedCodes: new Map(),
  typedAgainInVain: false,
  lastCode: null,
  details: new Map(),
  sessionServesAgain: null,
  refusedInNewSession: new Set(),
  neverKnewTransfer: new Set(),
  sessionTry: Promise.resolve(),
  stateUses: new Map(),
  askedForMpin: new Set(),
  oldBefore: new Map(),
  mpinsSet: new Set(),
  servedWithoutMpin: new Set(),
  mpinsInVain: new Set(),
  standingMpins: new Map(),
  leastPaid: null,
  mostPaid: null,
  refusedDocumentedCalls: new Map(),
  madeTransfers: [],
  addedBeneficiaries: [],
  comparison: null,
});

/** Remembers across runs that the MPIN of a spare mobile is no longer DMT_MPIN. */
export interface MpinMarks {
  readonly noteChanged: (mobile: string) => void;
  readonly noteRestored: (mobile: string) => void;
}

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
  /** DMT_MAX_WRONG_CODES may cut some off, so the most telling wrong codes come first. */
  readonly wrongCodesMayRunOut: boolean;
  /** Throws the stop of a check whose wrong code the cap leaves no room for, before a code is asked for. */
  readonly mustHaveWrongCodesLeft: () => void;
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
