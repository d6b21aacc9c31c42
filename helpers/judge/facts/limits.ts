import { Big } from 'big.js';
import { readTransferEnding, toIdText } from '../../core/answers.ts';
import { isRecord, member } from '../../core/json.ts';
import { decimalAt } from '../exact-decimal.ts';
import { createFactsByKey, type Dated } from './dated.ts';
import type { NamedCall } from './named-call.ts';
import { toTag, type PeopleFold } from './people.ts';
import { createSittings } from './sittings.ts';
import { toInvoiceId } from './transfers.ts';

/** What OP-6 said is left, by period. */
export type LimitsLeft = ReadonlyMap<string, Big>;

export interface LimitsFact extends Dated {
  readonly left: LimitsLeft;
}

/** An OP-9 that names the sender, or a session of the sender. */
export interface AskedTransfer extends Dated {
  /** `open`: it may have been accepted. */
  readonly ended: 'accepted' | 'refused' | 'open';
  /** Null where the request holds no number. */
  readonly amount: Big | null;
  readonly invoiceId: string;
  /** The payment source of the last OP-8 before it. */
  readonly source: string | undefined;
}

/** What is known of the limits of a sender when they are shown again. */
export interface LimitFacts {
  /** The earliest first. */
  readonly shown: readonly LimitsFact[];
  /** Those without an answer yet come last. */
  readonly asked: readonly AskedTransfer[];
  /** OP-11 had shown by then that the money of the transfer has left for good. */
  readonly isPaidOut: (transfer: AskedTransfer, moment: number) => boolean;
  /** A call off the record may have used limits up between these moments. */
  readonly isDisturbed: (from: number, to: number) => boolean;
}

const toDecimal = (value: unknown): Big | null => (typeof value === 'number' && Number.isFinite(value) ? new Big(value) : null);

/** Periods without a number break a clause of their own. */
export function readLimitsLeft(result: unknown): LimitsLeft {
  const limits = member(result, 'limitLeft');
  const left = Object.entries(isRecord(limits) ? limits : {}).map(([period, value]) => [period, toDecimal(value)] as const);
  return new Map(left.flatMap(([period, value]) => (value === null ? [] : [[period, value] as const])));
}

type Ending = 'done' | 'refused' | 'wrong-code' | 'unclear' | 'unknown';

const readEnded = (ending: Ending): AskedTransfer['ended'] => {
  if (ending === 'done') return 'accepted';
  return ending === 'refused' || ending === 'wrong-code' ? 'refused' : 'open';
};

export interface LimitFold {
  readonly leave: (call: NamedCall, exchange: string, after: number) => void;
  readonly end: (call: NamedCall, ending: Ending, result: unknown, said: Dated) => void;
  readonly answer: (call: NamedCall, result: unknown, said: Dated) => void;
  /** From here on nothing is certain of this sender, or of any. */
  readonly disturb: (senderId: string | null, at: number) => void;
  readonly forget: (at: number) => void;
  readonly at: (senderId: string, after: number, moment: number) => LimitFacts;
}

const toOpen = (transfer: AskedTransfer): AskedTransfer => ({ ...transfer, at: Infinity, ended: 'open', invoiceId: '' });

/** What has been answered since was under way then. */
const listUnderWay = (moment: number, unanswered: readonly AskedTransfer[], answered: readonly AskedTransfer[]): readonly AskedTransfer[] =>
  [...unanswered, ...answered.flatMap((each) => (each.at > moment ? [toOpen(each)] : []))].filter(({ after }) => after <= moment);

interface OpenCall {
  readonly senders: readonly string[];
  readonly asked: AskedTransfer;
}

const readAsked = ({ payload, text }: NamedCall): Pick<AskedTransfer, 'amount'> => ({
  amount: typeof member(payload, 'amount') === 'number' ? decimalAt(text, 'amount') : null,
});

/** Whose limits an OP-9 may use up: it names a sender, and a session. */
function listPayers(people: PeopleFold, { values, payload }: NamedCall, moment: number): readonly string[] {
  const owners = people.at(moment).sessionsOf(values['sessionId'] ?? '');
  return [...new Set([toTag(member(payload, 'from')), ...owners.map(({ senderId }) => senderId)])];
}

export function createLimitFold(people: PeopleFold): LimitFold {
  const [shown, asked] = [createFactsByKey<LimitsFact>(), createFactsByKey<AskedTransfer>()];
  const [sources, settled] = [createFactsByKey<Dated & { readonly source: string }>(), createFactsByKey<Dated>()];
  const open = new Map<string, OpenCall>();
  const disturbances: { readonly senderId: string | null; readonly at: number }[] = [];
  const sittings = createSittings();
  const sourceAt = ([senderId = '']: readonly string[], moment: number): string | undefined => sources.newest(senderId, moment)?.source;

  const hear: Partial<Record<NamedCall['operation'], (call: NamedCall, result: unknown, said: Dated) => void>> = {
    'OP-6': ({ values }, result, said) => {
      shown.add(toTag(values['senderId']), { ...said, left: readLimitsLeft(result) });
    },
    'OP-8': ({ values }, _, said) => {
      sources.add(toTag(values['senderId']), { ...said, source: values['paymentSource'] ?? '' });
    },
    'OP-11': ({ values }, result, said) => {
      if (readTransferEnding(result) === 'settled') settled.add(toInvoiceId(values['invoiceId']), said);
    },
  };
  return {
    leave(call, exchange, after) {
      if (call.operation !== 'OP-9') return;
      const senders = listPayers(people, call, after);
      const never = { exchange, at: Infinity, after, ended: 'open', invoiceId: '', source: sourceAt(senders, after) } as const;
      open.set(exchange, { senders, asked: { ...never, ...readAsked(call) } });
    },
    end(call, ending, result, said) {
      if (call.operation !== 'OP-9') return;
      const senders = listPayers(people, call, said.after);
      open.delete(said.exchange);
      const invoiceId = toInvoiceId(toIdText(member(result, 'invoiceId')) ?? '');
      const ended = { ...said, ...readAsked(call), ended: readEnded(ending), invoiceId, source: sourceAt(senders, said.after) };
      // The same invoice once more is no further transfer.
      const isKnown = ({ ended: how, invoiceId: known }: AskedTransfer): boolean => how === 'accepted' && known === invoiceId;
      for (const senderId of senders)
        if (ended.ended !== 'accepted' || !asked.list(senderId, said.at).some(isKnown)) asked.add(senderId, ended);
    },
    answer(call, result, said) {
      hear[call.operation]?.(call, result, said);
    },
    disturb: (senderId, at) => void disturbances.push({ senderId: senderId === null ? null : toTag(senderId), at }),
    forget(at) {
      sittings.begin(at);
      disturbances.push({ senderId: null, at });
    },
    at(senderId, after, moment) {
      const key = toTag(senderId);
      const isOfSitting = sittings.isOfSame(after);
      const unanswered = [...open.values()].filter((each) => each.senders.includes(key)).map((each) => each.asked);
      const underWay = listUnderWay(moment, unanswered, asked.list(key, Infinity));
      return {
        shown: shown.list(key, after).filter(isOfSitting),
        asked: [...asked.list(key, moment).filter(isOfSitting), ...underWay],
        isPaidOut: ({ invoiceId }, by) => settled.newest(invoiceId, by) !== undefined,
        isDisturbed: (from, to) => disturbances.some((each) => each.at >= from && each.at <= to && (each.senderId ?? key) === key),
      };
    },
  };
}
