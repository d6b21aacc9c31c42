import type { Big } from 'big.js';
import { toIdText } from '../../core/answers.ts';
import { member } from '../../core/json.ts';
import { createFactsByKey, type Dated } from './dated.ts';
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

export interface StatusFact extends Dated {
  readonly status: string;
}

export interface InvoiceFact extends StatusFact {
  readonly invoiceId: string;
  readonly transactionId: string;
  /** Empty where there is none yet. */
  readonly bankRRN: string;
}

/** What is known of transfers at a moment. Numeric ids are compared without leading zeros. */
export interface TransferFacts {
  readonly ofInvoice: (invoiceId: string) => readonly TransferFact[];
  readonly ofCorrelationId: (correlationId: string) => readonly TransferFact[];
  /** The last final status that OP-10 showed since the last request under this correlationId. */
  readonly finalStatus: (correlationId: string) => StatusFact | undefined;
  /** Every final status that OP-10 showed, the earliest first. */
  readonly finalStatuses: (correlationId: string) => readonly StatusFact[];
  /** The last final status that OP-11 showed. */
  readonly finalInvoiceStatus: (invoiceId: string) => StatusFact | undefined;
  /** Whether OP-11 called a transfer to this beneficiary of the sender FAILED that had reached the bank, which may have refused its account. */
  readonly hasFailedTo: (senderId: string, beneficiaryId: string) => boolean;
  /** What OP-11 showed of the COMPLETED invoice, the earliest first. */
  readonly transactionsOf: (invoiceId: string) => readonly InvoiceFact[];
  /** Invoices that OP-11 showed as COMPLETED under this transactionId. */
  readonly ofTransactionId: (transactionId: string) => readonly InvoiceFact[];
  /** Invoices that OP-11 showed as COMPLETED under this reference number of the bank. */
  readonly ofBankRRN: (bankRRN: string) => readonly InvoiceFact[];
}

export const toInvoiceId = (value: unknown): string => (toIdText(value) ?? '').replace(/^0+(?=\d)/, '');

const isFinal = (status: string): boolean => status === 'COMPLETED' || status === 'FAILED';

/** Ids of beneficiaries may be given for each sender anew. */
const toPayee = (senderId: string, beneficiaryId: string): string => `${toTag(senderId)} ${toInvoiceId(beneficiaryId)}`;

const isFailed = ({ status }: StatusFact): boolean => status === 'FAILED';

function readTransfer({ agent, payload, amount }: NamedCall, result: unknown, said: Dated): TransferFact | null {
  const [invoiceId, correlationId] = [toInvoiceId(member(result, 'invoiceId')), toIdText(member(payload, 'correlationId'))];
  // Anything but digits breaks its own clause, and identifies nothing.
  if (!/^\d+$/.test(invoiceId) || correlationId === null) return null;
  const [senderId, beneficiaryId] = [toTag(member(payload, 'from')), toIdText(member(payload, 'to')) ?? ''];
  return { ...said, agent, senderId, beneficiaryId, correlationId, invoiceId, amount };
}

export interface TransferFold {
  readonly answer: (call: NamedCall, result: unknown, said: Dated) => void;
  readonly at: (moment: number) => TransferFacts;
}

export function createTransferFold(): TransferFold {
  const [byInvoice, byCorrelationId] = [createFactsByKey<TransferFact>(), createFactsByKey<TransferFact>()];
  const [statuses, invoices] = [createFactsByKey<StatusFact>(), createFactsByKey<StatusFact>()];
  const [byTransactionId, byBankRRN] = [createFactsByKey<InvoiceFact>(), createFactsByKey<InvoiceFact>()];
  const transactions = createFactsByKey<InvoiceFact>();
  const byBeneficiary = createFactsByKey<TransferFact>();

  function addInvoice(invoiceId: string, result: unknown, said: Dated): void {
    const status = String(member(result, 'status'));
    if (isFinal(status)) invoices.add(invoiceId, { ...said, status });
    const transactionId = toIdText(member(result, 'transactionId')) ?? '';
    if (status !== 'COMPLETED' || transactionId === '') return;
    const fact = { ...said, status, invoiceId, transactionId, bankRRN: toIdText(member(result, 'bankRRN')) ?? '' };
    byTransactionId.add(transactionId, fact);
    byBankRRN.add(fact.bankRRN, fact);
    transactions.add(invoiceId, fact);
  }

  const hear: Partial<Record<NamedCall['operation'], (call: NamedCall, result: unknown, said: Dated) => void>> = {
    'OP-9': (call, result, said) => {
      const transfer = readTransfer(call, result, said);
      if (transfer === null) return;
      byInvoice.add(transfer.invoiceId, transfer);
      byCorrelationId.add(transfer.correlationId, transfer);
      byBeneficiary.add(toPayee(transfer.senderId, transfer.beneficiaryId), transfer);
    },
    'OP-10': ({ values: { correlationId = '' } }, result, said) => {
      const status = String(member(result, 'status'));
      if (isFinal(status)) statuses.add(correlationId, { ...said, status });
    },
    'OP-11': ({ values: { invoiceId = '' } }, result, said) => {
      addInvoice(toInvoiceId(invoiceId), result, said);
    },
  };
  return {
    answer(call, result, said) {
      hear[call.operation]?.(call, result, said);
    },
    at: (moment) => ({
      ofInvoice: (invoiceId) => byInvoice.list(toInvoiceId(invoiceId), moment),
      ofCorrelationId: (correlationId) => byCorrelationId.list(correlationId, moment),
      finalStatus(correlationId) {
        const [requested, status] = [byCorrelationId.newest(correlationId, moment), statuses.newest(correlationId, moment)];
        return status === undefined || status.after < (requested?.at ?? 0) ? undefined : status;
      },
      finalStatuses: (correlationId) => statuses.list(correlationId, moment),
      finalInvoiceStatus: (invoiceId) => invoices.newest(toInvoiceId(invoiceId), moment),
      hasFailedTo: (senderId, beneficiaryId) =>
        byBeneficiary
          .list(toPayee(senderId, beneficiaryId), moment)
          .some(
            ({ invoiceId, correlationId }) =>
              invoices.list(invoiceId, moment).some(isFailed) && !statuses.list(correlationId, moment).some(isFailed),
          ),
      transactionsOf: (invoiceId) => transactions.list(toInvoiceId(invoiceId), moment),
      ofTransactionId: (transactionId) => byTransactionId.list(transactionId, moment),
      ofBankRRN: (bankRRN) => byBankRRN.list(bankRRN, moment),
    }),
  };
}
