import type { Big } from 'big.js';
import { readTransferEnding, toIdText } from '../../core/answers.ts';
import { isRecord, member } from '../../core/json.ts';
import { toDecimal } from '../exact-decimal.ts';
import type { AskedCall, AskedFold } from './asked-calls.ts';
import { createFactsByKey, type Dated, type JudgedPlaces } from './dated.ts';
import type { NamedCall } from './named-call.ts';
import { toTag } from './people.ts';
import { toInvoiceId } from './invoices.ts';

/** What OP-6 said is left, by period. */
export type LimitsLeft = ReadonlyMap<string, Big>;

export interface LimitsFact extends Dated {
  readonly left: LimitsLeft;
}

/** An OP-9 that names the sender, or a session of the sender. */
export interface AskedTransfer extends Dated {
  /** The code of the answer; null where it shows none. */
  readonly code: number | null;
  /** `open`: it may have been accepted. */
  readonly ended: 'accepted' | 'refused' | 'open';
  /** Null where the request holds no number. */
  readonly amount: Big | null;
  readonly invoiceId: string;
  readonly correlationId: string;
  /** The payment source of the last OP-8 before it. */
  readonly source: string | undefined;
}

/** What is known of the limits of a sender when they are shown again. */
export interface LimitFacts {
  /** The earliest first. */
  readonly shown: readonly LimitsFact[];
  /** Those without an answer yet come last. */
  readonly asked: readonly AskedTransfer[];
  /** Every call that names the sender, codes aside. */
  readonly calls: readonly AskedCall[];
  /** OP-11 had shown by then that the money of the transfer has left for good. */
  readonly isPaidOut: (transfer: AskedTransfer, by: number) => boolean;
  /** OP-10 had called the transfer FAILED by then. */
  readonly isRejected: (transfer: AskedTransfer, by: number) => boolean;
  /** A call off the record may have used limits up between these places of the record. */
  readonly isDisturbed: (from: number, to: number) => boolean;
}

/** Periods without a number break a clause of their own. */
export function readLimits(limits: unknown): LimitsLeft {
  const left = Object.entries(isRecord(limits) ? limits : {}).map(([period, value]) => [period, toDecimal(value)] as const);
  return new Map(left.flatMap(([period, value]) => (value === null ? [] : [[period, value] as const])));
}

export const readLimitsLeft = (result: unknown): LimitsLeft => readLimits(member(result, 'limitLeft'));

const readEnded = (ended: AskedCall['ended']): AskedTransfer['ended'] => {
  if (ended === 'done') return 'accepted';
  return ended === 'refused' || ended === 'wrong-code' ? 'refused' : 'open';
};

export interface LimitFold {
  readonly answer: (call: NamedCall, result: unknown, said: Dated) => void;
  readonly at: (senderId: string, judged: JudgedPlaces) => LimitFacts;
}

/** The same invoice once more is no further transfer. */
const isFirst = ({ ended, invoiceId }: AskedCall, at: number, all: readonly AskedCall[]): boolean =>
  ended !== 'done' || all.findIndex((other) => other.ended === 'done' && other.invoiceId === invoiceId) === at;

export function createLimitFold(asked: AskedFold): LimitFold {
  const shown = createFactsByKey<LimitsFact>();
  const settled = createFactsByKey<Dated>();
  const rejected = createFactsByKey<Dated>();
  const sources = createFactsByKey<Dated & { readonly source: string }>();
  const hear: Partial<Record<NamedCall['operation'], (call: NamedCall, result: unknown, said: Dated) => void>> = {
    'OP-6': ({ values }, result, said) => {
      shown.add(toTag(values['senderId']), { ...said, left: readLimitsLeft(result) });
    },
    'OP-8': ({ values }, _, said) => {
      sources.add(toTag(values['senderId']), { ...said, source: values['paymentSource'] ?? '' });
    },
    'OP-10': ({ values }, result, said) => {
      if (member(result, 'status') === 'FAILED') rejected.add(values['correlationId'] ?? '', said);
    },
    'OP-11': ({ values }, result, said) => {
      if (readTransferEnding(result) === 'settled') settled.add(toInvoiceId(values['invoiceId']), said);
    },
  };
  const toTransfer = ({ call, ended, ...each }: AskedCall): AskedTransfer => ({
    ...each,
    ended: readEnded(ended),
    amount: call.amount,
    correlationId: toIdText(member(call.payload, 'correlationId')) ?? '',
    source: sources.newest(toTag(member(call.payload, 'from')), each.after)?.source,
  });
  return {
    answer(call, result, said) {
      hear[call.operation]?.(call, result, said);
    },
    at(senderId, judged) {
      const facts = asked.at(senderId, judged);
      const transfers = facts.asked.filter(({ call }) => call.operation === 'OP-9').filter(isFirst);
      return {
        shown: shown.list(toTag(senderId), judged.leftAt).filter(facts.isOfSitting),
        asked: transfers.map(toTransfer),
        calls: facts.asked,
        isPaidOut: ({ invoiceId }, by) => settled.newest(invoiceId, by) !== undefined,
        isRejected: ({ correlationId, at: answered }, by) => (rejected.newest(correlationId, by)?.after ?? -1) >= answered,
        isDisturbed: facts.isDisturbed,
      };
    },
  };
}
