import type { Exchange } from '../../core/exchange.ts';
import type { OperationId } from '../../../specs/operation.ts';
import type { Stop } from '../../judge/stop.ts';
import type { Challenge } from './challenge.ts';
import type { Detail } from './detail.ts';

export interface HeldDetail {
  readonly detail: Detail;
  /** Whose answer it is. */
  readonly ids: { readonly senderId: string; readonly subAgentTagId: string; readonly scheme: string };
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

/** Real senders get locked after three wrong codes in a row. */
export const mostWrongInRow = 2;

/** What the run remembers of one mobile. */
export interface PersonMemory {
  /** The newest OP-6 answer. */
  heldDetail: HeldDetail | null;
  /** What OP-14 has shown in the main account, with the exchange that showed it first. */
  readonly shownBalances: Map<number, Pick<Exchange, 'id' | 'startedAt'>>;
  /** The code read last. */
  lastCode: string | null;
  /** A challenge whose code was read, and which no call of this person has used yet. */
  leftOver: Challenge | null;
  /** The state given out last. */
  newestState: string | null;
  /** Of the challenge whose code the service accepted last. */
  used: { readonly state: string; readonly code: string } | null;
  /** Wrong codes and MPINs that were sent since the service last took a right code, those of earlier runs too. */
  wrongInRow: number;
  /** So often the MPIN that should stand was called wrong since it was last taken. */
  mpinRefusals: number;
  /** A transfer was refused under a new session too. */
  wasRefusedInNewSession: boolean;
  /** What OP-1 called the person as a customer before any other call of this run; null before that. */
  wasOld: boolean | null;
  /** The consent must carry the MPIN too. */
  needsMpin: boolean;
  /** OP-12 has set an MPIN in this run. */
  hasNewMpin: boolean;
  /** What the last OP-12 of a second MPIN has set. The service may refuse to set DMT_MPIN again. */
  secondMpin: string | null;
  /** The MPIN is not the one of this run. */
  hasOtherMpin: boolean;
  readonly servedWithoutMpin: Set<OperationId>;
  /** Why these are not asked again: each refusal may count as a wrong code. */
  readonly lacksMpin: Map<OperationId, Stop>;
}

export const rememberNothing = (wrongInRow: number): PersonMemory => ({
  heldDetail: null,
  shownBalances: new Map(),
  lastCode: null,
  leftOver: null,
  newestState: null,
  used: null,
  wrongInRow,
  mpinRefusals: 0,
  wasRefusedInNewSession: false,
  wasOld: null,
  needsMpin: false,
  hasNewMpin: false,
  secondMpin: null,
  hasOtherMpin: false,
  servedWithoutMpin: new Set(),
  lacksMpin: new Map(),
});
