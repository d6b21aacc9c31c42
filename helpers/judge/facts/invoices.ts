import { toIdText } from '../../core/answers.ts';
import { member } from '../../core/json.ts';
import { createFactsByKey, type Dated } from './dated.ts';

export interface StatusFact extends Dated {
  readonly status: string;
}

export interface InvoiceFact extends StatusFact {
  readonly invoiceId: string;
  readonly transactionId: string;
  /** Empty where there is none yet. */
  readonly bankRRN: string;
}

/** What OP-11 has shown by one place of the record. */
export interface InvoiceFacts {
  /** The last final status that OP-11 showed. */
  readonly finalInvoiceStatus: (invoiceId: string) => StatusFact | undefined;
  /** Every final status that OP-11 showed, the earliest first. */
  readonly finalInvoiceStatuses: (invoiceId: string) => readonly StatusFact[];
  /** What OP-11 showed of the COMPLETED invoice, the earliest first. */
  readonly transactionsOf: (invoiceId: string) => readonly InvoiceFact[];
  /** Invoices that OP-11 showed as COMPLETED under this transactionId. */
  readonly ofTransactionId: (transactionId: string) => readonly InvoiceFact[];
  /** Invoices that OP-11 showed as COMPLETED under this reference number of the bank. */
  readonly ofBankRRN: (bankRRN: string) => readonly InvoiceFact[];
}

export const toInvoiceId = (value: unknown): string => (toIdText(value) ?? '').replace(/^0+(?=\d)/, '');

export const isFinal = (status: string): boolean => status === 'COMPLETED' || status === 'FAILED';

export const isFailed = ({ status }: StatusFact): boolean => status === 'FAILED';

export interface InvoiceFold {
  readonly add: (invoiceId: string, result: unknown, said: Dated) => void;
  readonly hasFailed: (invoiceId: string, onRecord: number) => boolean;
  readonly at: (onRecord: number) => InvoiceFacts;
}

export function createInvoiceFold(): InvoiceFold {
  const statuses = createFactsByKey<StatusFact>();
  const byTransactionId = createFactsByKey<InvoiceFact>();
  const byBankRRN = createFactsByKey<InvoiceFact>();
  const transactions = createFactsByKey<InvoiceFact>();
  return {
    add(invoiceId, result, said) {
      const status = String(member(result, 'status'));
      if (isFinal(status)) statuses.add(invoiceId, { ...said, status });
      const transactionId = toIdText(member(result, 'transactionId')) ?? '';
      if (status !== 'COMPLETED' || transactionId === '') return;
      const fact = { ...said, status, invoiceId, transactionId, bankRRN: toIdText(member(result, 'bankRRN')) ?? '' };
      byTransactionId.add(transactionId, fact);
      byBankRRN.add(fact.bankRRN, fact);
      transactions.add(invoiceId, fact);
    },
    hasFailed: (invoiceId, onRecord) => statuses.list(invoiceId, onRecord).some(isFailed),
    at: (onRecord) => ({
      finalInvoiceStatus: (invoiceId) => statuses.newest(toInvoiceId(invoiceId), onRecord),
      finalInvoiceStatuses: (invoiceId) => statuses.list(toInvoiceId(invoiceId), onRecord),
      transactionsOf: (invoiceId) => transactions.list(toInvoiceId(invoiceId), onRecord),
      ofTransactionId: (transactionId) => byTransactionId.list(transactionId, onRecord),
      ofBankRRN: (bankRRN) => byBankRRN.list(bankRRN, onRecord),
    }),
  };
}
