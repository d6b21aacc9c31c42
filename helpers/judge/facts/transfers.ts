import type { Big } from 'big.js';
import { toIdText } from '../../core/answers.ts';
import { member } from '../../core/json.ts';
import { createFactsByKey, type Dated } from './dated.ts';
import { createInvoiceFold, isFailed, isFinal, toInvoiceId, type InvoiceFacts, type StatusFact } from './invoices.ts';
import type { NamedCall } from './named-call.ts';
import { toTag } from './people.ts';

export interface TransferFact extends Dated {
  readonly agent: string;
  readonly senderId: string;
  readonly beneficiaryId: string;
  readonly correlationId: string;
  readonly invoiceId: string;
  /** Null where the request holds no number: what such a request means is open. */
  readonly amount: Big | null;
}

/** What is known of transfers at one place of the record. Numeric ids are compared without leading zeros. */
export interface TransferFacts extends InvoiceFacts {
  readonly ofInvoice: (invoiceId: string) => readonly TransferFact[];
  readonly ofCorrelationId: (correlationId: string) => readonly TransferFact[];
  /** The last final status that OP-10 showed since the last request under this correlationId. */
  readonly finalStatus: (correlationId: string) => StatusFact | undefined;
  /** Every final status that OP-10 showed, the earliest first. */
  readonly finalStatuses: (correlationId: string) => readonly StatusFact[];
  /** Whether OP-11 called a transfer to this beneficiary of the sender FAILED that had reached the bank, which may have refused its account. */
  readonly hasFailedTo: (senderId: string, beneficiaryId: string) => boolean;
}

/** Ids of beneficiaries may be given for each sender anew. */
const toPayee = (senderId: string, beneficiaryId: string): string => `${toTag(senderId)} ${toInvoiceId(beneficiaryId)}`;

function readTransfer({ agent, payload, amount }: NamedCall, result: unknown, said: Dated): TransferFact | null {
  const invoiceId = toInvoiceId(member(result, 'invoiceId'));
  const correlationId = toIdText(member(payload, 'correlationId'));
  // Anything but digits breaks its own clause, and identifies nothing.
  if (!/^\d+$/.test(invoiceId) || correlationId === null) return null;
  const senderId = toTag(member(payload, 'from'));
  const beneficiaryId = toIdText(member(payload, 'to')) ?? '';
  return { ...said, agent, senderId, beneficiaryId, correlationId, invoiceId, amount };
}

export interface TransferFold {
  readonly answer: (call: NamedCall, result: unknown, said: Dated) => void;
  readonly at: (onRecord: number) => TransferFacts;
}

export function createTransferFold(): TransferFold {
  const byInvoice = createFactsByKey<TransferFact>();
  const byCorrelationId = createFactsByKey<TransferFact>();
  const statuses = createFactsByKey<StatusFact>();
  const byBeneficiary = createFactsByKey<TransferFact>();
  const invoices = createInvoiceFold();

  /** What another agent is told of a transfer breaks a clause of its own, and establishes nothing. */
  const isTheirs = ({ agent }: NamedCall, transfer: TransferFact | undefined): boolean =>
    transfer !== undefined && transfer.agent !== agent;

  const hear: Partial<Record<NamedCall['operation'], (call: NamedCall, result: unknown, said: Dated) => void>> = {
    'OP-9': (call, result, said) => {
      const transfer = readTransfer(call, result, said);
      if (transfer === null) return;
      byInvoice.add(transfer.invoiceId, transfer);
      byCorrelationId.add(transfer.correlationId, transfer);
      byBeneficiary.add(toPayee(transfer.senderId, transfer.beneficiaryId), transfer);
    },
    'OP-10': (call, result, said) => {
      const { correlationId = '' } = call.values;
      const status = String(member(result, 'status'));
      if (isFinal(status) && !isTheirs(call, byCorrelationId.newest(correlationId, Infinity)))
        statuses.add(correlationId, { ...said, status });
    },
    'OP-11': (call, result, said) => {
      const invoiceId = toInvoiceId(call.values['invoiceId']);
      // Each agent may have invoice numbers of its own; then those of the first one are kept.
      if (!isTheirs(call, byInvoice.list(invoiceId, Infinity)[0])) invoices.add(invoiceId, result, said);
    },
  };
  return {
    answer(call, result, said) {
      hear[call.operation]?.(call, result, said);
    },
    at: (onRecord) => ({
      ...invoices.at(onRecord),
      ofInvoice: (invoiceId) => byInvoice.list(toInvoiceId(invoiceId), onRecord),
      ofCorrelationId: (correlationId) => byCorrelationId.list(correlationId, onRecord),
      finalStatus(correlationId) {
        const requested = byCorrelationId.newest(correlationId, onRecord);
        const status = statuses.newest(correlationId, onRecord);
        return status === undefined || status.after < (requested?.at ?? 0) ? undefined : status;
      },
      finalStatuses: (correlationId) => statuses.list(correlationId, onRecord),
      hasFailedTo: (senderId, beneficiaryId) =>
        byBeneficiary
          .list(toPayee(senderId, beneficiaryId), onRecord)
          .some(
            ({ invoiceId, correlationId }) =>
              invoices.hasFailed(invoiceId, onRecord) && !statuses.list(correlationId, onRecord).some(isFailed),
          ),
    }),
  };
}
