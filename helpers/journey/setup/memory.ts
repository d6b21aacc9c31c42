import { Mutex } from 'async-mutex';
import type { OperationId } from '../../../specs/operation.ts';
import { openCodeTurns, type CodeTurns } from '../../client/limits/code-turns.ts';
import type { MpinForm } from '../../consent/consent-header.ts';
import type { LiveComparison } from '../../contract/live/comparison.ts';
import type { RefusedDocumentedCalls } from '../../session/refused-documented-calls.ts';
import type { Person } from './person.ts';
import { noWrongRows, type WrongRows } from '../../client/limits/wrong-codes.ts';
import { rememberNothing, type PersonMemory } from './person-memory.ts';

/** A transfer that OP-9 accepted, and how often OP-10 and OP-11 were asked for it. */
export interface MadeTransfer {
  readonly correlationId: string;
  readonly invoiceId: string;
  readonly senderId: string;
  readonly subAgentTagId: string;
  readonly timesAsked: Record<'OP-10' | 'OP-11', number>;
}

/** A beneficiary that its sender has not paid since OP-7 or OP-13 changed it in this run. */
interface NewPayee {
  readonly senderId: string;
  readonly beneficiaryId: string;
  /** The answer to that call, in milliseconds since the epoch. */
  changedAt: number;
}

/** How OP-9 treats what is new. */
interface Acceptance {
  readonly newPayees: NewPayee[];
  /** The youngest of each kind for which OP-9 took a transfer, in milliseconds: nothing older is too new. */
  readonly youngest: Record<'payee' | 'session' | 'pace', number>;
  /** When OP-9 took the last transfer of each sender, in milliseconds since the epoch: the next one may have to wait. */
  readonly lastTaken: Map<string, number>;
  /** OP-9 took a transfer that it had refused a moment before; false after a whole wait in vain, and null before any. */
  isLate: boolean | null;
  /** A code that a refused transfer carried was refused with the next one. */
  refusalUsesCode: boolean;
}

/** What became of the code that a mobile was shown before. A service may send an unused one again. */
export type Echo = 'used' | 'unused';

/** What the run remembers of the service and of what it made there. */
interface ServiceMemory {
  /** The form in which a consent was taken that carries an MPIN too; null until one was. */
  mpinForm: MpinForm | null;
  /** Of codes that OP-3 refuses with a code; HTTP 429 has turns of its own. */
  readonly codeTurns: CodeTurns;
  /** The form in which OP-3 took `object`. */
  otpObject: 'number' | 'text' | null;
  readonly acceptedCodes: Set<string>;
  /** Whether the service takes the code of an older challenge of the mobile once more; null until this was tried. */
  readonly codesRepeat: Record<Echo, boolean | null>;
  /** Challenges for which the source showed the code of an older one, by state. */
  readonly echoes: Map<string, Echo>;
  /** Whether a code stayed right beside a wrong one; null until this was seen. */
  codeOutlivesWrongTry: boolean | null;
  /** A list of OP-6 has shown a change late. */
  listLags: boolean;
  /** Held while DMT_MPIN is tried for a user that seems to have an MPIN. */
  readonly mpinTries: Mutex;
  /** A sender was refused behind wrong codes for longer than a moment. */
  locksLast: boolean;
  /** How often a wrong code was made of a code at hand. */
  reusedCodes: number;
  /** A person typed a code again after a refusal, and it was refused too. */
  typedAgainInVain: boolean;
  /** A read with a new code was asked again after a system failure, and failed again. */
  failedAgain: boolean;
  /** The code read last: other codes of this service have the same form. */
  lastCode: string | null;
  /** Whether a transfer session served a second transfer; null until this was tried. */
  sessionServesAgain: boolean | null;
  /** Settles when the try of a session under way has shown it: waiting for that answer saves a code. */
  sessionTry: Promise<unknown>;
  /** How often the service has given out each state, in lower case. */
  readonly stateUses: Map<string, number>;
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
  readonly addedBeneficiaries: { readonly senderId: string; readonly beneficiaryId: string; readonly accountNo: string }[];
  readonly acceptance: Acceptance;
  /** OP-6 did not know a tagged sender, however late. */
  staysUnknown: boolean;
  comparison: LiveComparison | null;
}

export interface Memory extends ServiceMemory {
  readonly of: (person: Pick<Person, 'mobile'>) => PersonMemory;
  /** Ends a row of wrong codes, also for later runs. */
  readonly noteRightCode: (person: Pick<Person, 'mobile'>) => void;
  /** By mobile, those of whom something was asked. */
  readonly people: ReadonlyMap<string, PersonMemory>;
}

export function createMemory(rows: WrongRows = noWrongRows): Memory {
  const people = new Map<string, PersonMemory>();
  const of: Memory['of'] = ({ mobile }) => {
    const person = people.get(mobile) ?? rememberNothing(rows.countInRow(mobile));
    people.set(mobile, person);
    return person;
  };
  return {
    people,
    of,
    noteRightCode(person) {
      const remembered = of(person);
      if (remembered.wrongInRow > 0) rows.noteRight(person.mobile);
      remembered.wrongInRow = 0;
    },
    mpinForm: null,
    codeTurns: openCodeTurns(),
    otpObject: null,
    acceptedCodes: new Set(),
    codesRepeat: { used: null, unused: null },
    echoes: new Map(),
    codeOutlivesWrongTry: null,
    listLags: false,
    mpinTries: new Mutex(),
    locksLast: false,
    reusedCodes: 0,
    typedAgainInVain: false,
    failedAgain: false,
    lastCode: null,
    sessionServesAgain: null,
    sessionTry: Promise.resolve(),
    stateUses: new Map(),
    leastPaid: null,
    mostPaid: null,
    refusedDocumentedCalls: new Map(),
    neverKnewTransfer: new Set(),
    madeTransfers: [],
    addedBeneficiaries: [],
    acceptance: {
      newPayees: [],
      youngest: { payee: Infinity, session: Infinity, pace: Infinity },
      lastTaken: new Map(),
      isLate: null,
      refusalUsesCode: false,
    },
    staysUnknown: false,
    comparison: null,
  };
}

/** OP-6 was served to somebody. */
export const hasReadDetail = ({ people }: Memory): boolean => [...people.values()].some(({ heldDetail }) => heldDetail !== null);
