import { isCertainRefusal, isSuccess } from '../../../specs/codes.ts';
import type { Beneficiary } from '../../judge/facts/beneficiaries.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Session } from '../../session/session.ts';
import type { CampaignDependencies } from '../budget/campaign.ts';
import type { Sender } from '../../journey/sender/sender.ts';
import { isOpenTransfer, type SequenceSnapshot, type SenderView } from './view.ts';

export type Who = 0 | 1;

export const otherSender = (who: Who): Who => (who === 0 ? 1 : 0);

export interface AddedEntry extends Omit<Beneficiary, 'status'> {
  readonly who: Who;
}

export interface SequenceTransfer {
  readonly who: Who;
  readonly correlationId: string;
  /** Decimal text. */
  readonly amount: string;
  /** The paid beneficiary. */
  readonly to: Beneficiary | null;
  /** More than one when the service accepted the correlationId again with another invoice. */
  readonly invoices: string[];
  /** Requested more than once: it may start again (reading 19). */
  repeated: boolean;
  /** The sender before the request. */
  readonly before: SenderView;
  /** No other transfer of the sender could change by itself at that time. */
  readonly wasClear: boolean;
}

export interface Participant {
  readonly who: Who;
  readonly sender: Sender;
  /** Beneficiaries whose OP-13 with `true` was accepted, in this sequence or before it. */
  readonly activated: Set<string>;
  /** Those whose OP-13 with `false` was accepted. */
  readonly switchedOff: Set<string>;
  /** OP-1 called it an old user. */
  calledOld: boolean;
}

/** One sequence: the snapshot before the next call, and what else is known. */
export interface Sequence {
  readonly deps: CampaignDependencies;
  readonly session: Session;
  readonly source: string;
  /** The longest wait for the end of a transfer, and for a debit, in milliseconds. */
  longestWaitMs: number;
  readonly participants: readonly [Participant, Participant];
  readonly added: AddedEntry[];
  readonly transfers: SequenceTransfer[];
  /** Ids of beneficiaries that earlier sequences left, by sender: this one does nothing with them. */
  readonly leftAside: readonly [Set<string>, Set<string>];
  snapshot: SequenceSnapshot;
}

/** Whether a transfer of this sender may still change by itself. */
export const hasOpenTransfer = ({ transfers }: Pick<Sequence, 'transfers'>, who: Who, views: SequenceSnapshot['transfers']): boolean =>
  transfers.some((each) => {
    const view = views.get(each.correlationId);
    return each.who === who && view !== undefined && isOpenTransfer(view);
  });

/** How the service answered a command. */
interface CommandAnswer {
  readonly who: Who;
  readonly reply: Reply;
  /** Unclear: a system failure, or another answer that shows neither. */
  readonly outcome: 'accepted' | 'refused' | 'unclear';
}

export type ForbiddenPayment =
  | 'payee-inactive'
  | 'payee-foreign'
  | 'payee-unknown'
  | 'session-foreign'
  | 'session-unknown'
  | 'consent-of-another'
  | 'too-much';

export interface PayResult extends CommandAnswer {
  readonly name: 'pay';
  readonly forbidden: ForbiddenPayment | undefined;
  /** Null when it was not accepted. */
  readonly transfer: SequenceTransfer | null;
}

/** What a command did: commands that send the same call share a name. */
export type CommandResult =
  | PayResult
  | (CommandAnswer & { readonly name: 'pay-again'; readonly transfer: SequenceTransfer })
  | (CommandAnswer & { readonly name: 'add'; readonly added: AddedEntry | null })
  | (CommandAnswer & { readonly name: 'activate' | 'deactivate'; readonly target: string })
  /** Whether OP-1 called it an old user before. */
  | (CommandAnswer & { readonly name: 'is-old'; readonly wasOld: boolean })
  | (CommandAnswer & { readonly name: 'tag' | 'send-otp' | 'set-mpin' | 'balance-foreign-session' });

export function readCommandOutcome({ status, code }: Reply): CommandAnswer['outcome'] {
  if (isSuccess(status, code)) return 'accepted';
  return isCertainRefusal(status, code) ? 'refused' : 'unclear';
}

export const toCommandAnswer = ({ who }: Participant, reply: Reply): CommandAnswer => ({
  who,
  reply,
  outcome: readCommandOutcome(reply),
});

export const findTransfer = (result: CommandResult): SequenceTransfer | null =>
  result.name === 'pay' || result.name === 'pay-again' ? result.transfer : null;
