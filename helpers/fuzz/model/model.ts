import { isCertainRefusal, isSuccess } from '../../../specs/codes.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Session } from '../../session/session.ts';
import type { CampaignDependencies } from '../budget/campaign.ts';
import type { Sender } from '../../journey/sender/sender.ts';
import { isOpenTransfer, type Entry, type SequenceSnapshot, type SenderView } from './view.ts';

/** The first or the second sender of a walk. */
export type Who = 0 | 1;

export const otherSender = (who: Who): Who => (who === 0 ? 1 : 0);

/** What OP-7 accepted in this walk. */
export interface AddedEntry extends Omit<Entry, 'active'> {
  readonly who: Who;
}

/** What OP-9 accepted in this walk. */
export interface SequenceTransfer {
  readonly who: Who;
  readonly correlationId: string;
  /** Decimal text. */
  readonly amount: string;
  /** Holder of the account that is paid. */
  readonly to: Entry | null;
  /** One more for every time the correlationId was accepted again with another invoice. */
  readonly invoices: string[];
  /** Asked for more than once: it may start anew (reading 19). */
  repeated: boolean;
  /** The sender before it was asked for. */
  readonly before: SenderView;
  /** No other transfer of the sender could change by itself then. */
  readonly wasClear: boolean;
}

export interface Participant {
  readonly who: Who;
  readonly sender: Sender;
  /** OP-13 with `true` was accepted for these, in this walk or before it. */
  readonly activated: Set<string>;
}

/** One walk: what was seen before the next call, and what is known besides. */
export interface Sequence {
  readonly deps: CampaignDependencies;
  readonly session: Session;
  /** The payment source OP-8 is told. */
  readonly source: string;
  /** Milliseconds that a transfer may take to end, and a debit to show. */
  patienceMs: number;
  readonly participants: readonly [Participant, Participant];
  readonly added: AddedEntry[];
  readonly transfers: SequenceTransfer[];
  snapshot: SequenceSnapshot;
}

/** Whether a transfer of this sender may still change by itself. */
export const hasOpenTransfer = ({ transfers }: Pick<Sequence, 'transfers'>, who: Who, views: SequenceSnapshot['transfers']): boolean =>
  transfers.some((each) => {
    const view = views.get(each.correlationId);
    return each.who === who && view !== undefined && isOpenTransfer(view);
  });

/** What a call was about, and how it was answered. */
export interface CommandResult {
  readonly name: string;
  readonly who: Who;
  /** Null where nothing was sent. */
  readonly reply: Reply | null;
  /** Unclear: a system failure, or anything else that says neither. */
  readonly outcome: 'accepted' | 'refused' | 'unclear';
  /** The beneficiary a call was about. */
  readonly target?: string;
  readonly added?: AddedEntry;
  /** The account was listed before. */
  readonly readded?: true;
  readonly transfer?: SequenceTransfer;
  /** The clause that forbids what was tried. */
  readonly forbidden?:
    'payee-inactive' | 'payee-foreign' | 'payee-unknown' | 'session-foreign' | 'session-unknown' | 'consent-of-another' | 'too-much';
  /** What OP-13 was told. */
  readonly object?: boolean;
}

/** What a call of a sequence came to, by its answer. */
export function readCommandOutcome({ status, code }: Reply): CommandResult['outcome'] {
  if (isSuccess(status, code)) return 'accepted';
  return isCertainRefusal(status, code) ? 'refused' : 'unclear';
}
