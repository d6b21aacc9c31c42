import { member } from '../../core/json.ts';
import { readTransferEnding, toIdText, lastSegment, readSuccessResult, type TransferEnding } from '../../core/answers.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Ledger, LedgerEntry, LedgerState } from './ledger.ts';

export interface OpenTransfer {
  readonly entry: LedgerEntry;
  readonly state: 'accepted' | 'in-doubt';
  readonly invoiceId: string | null;
}

/** Follows the ledger's transfers through every answer of OP-10 and OP-11. */
export interface TransferTracker {
  /** Writes to the given ledger and sees every line. */
  readonly ledger: Ledger;
  readonly see: (exchange: Exchange) => void;
  readonly adopt: (transfer: OpenTransfer) => void;
  readonly open: () => readonly OpenTransfer[];
  readonly close: (transfer: OpenTransfer, ending: TransferEnding, detail: string) => void;
}

const buildTransferKey = ({ run = '', exchange }: LedgerEntry): string => `${run} ${exchange}`;

export function openTransferTracker(ledger: Ledger): TransferTracker {
  const transfers = new Map<string, OpenTransfer>();
  /** By exchange, until the ledger has the line. */
  const invoiceIds = new Map<string, string>();

  const close: TransferTracker['close'] = ({ entry, invoiceId }, ending, detail) => {
    transfers.delete(buildTransferKey(entry));
    ledger.note(invoiceId === null ? entry : { ...entry, invoice: invoiceId }, ending, detail);
  };
  const follow = (entry: LedgerEntry, state: LedgerState): void => {
    if (entry.effect !== 'moves-money') return;
    const invoiceId = invoiceIds.get(entry.exchange) ?? null;
    invoiceIds.delete(entry.exchange);
    if (state === 'accepted' || state === 'in-doubt') transfers.set(buildTransferKey(entry), { entry, state, invoiceId });
  };

  /** OP-10 asks by correlationId, which several transfers may share. */
  const onStatus = (correlationId: string, status: unknown): void => {
    const invoiceId = toIdText(member(status, 'invoiceId'));
    for (const transfer of transfers.values()) {
      if (transfer.entry.correlationId !== correlationId) continue;
      if (member(status, 'status') === 'FAILED') close(transfer, 'failed', 'OP-10 FAILED: nothing was submitted to the bank');
      else if (transfer.invoiceId === null && invoiceId !== null)
        transfers.set(buildTransferKey(transfer.entry), { ...transfer, invoiceId });
    }
  };
  const onInvoice = (invoiceId: string, invoice: unknown): void => {
    const ending = readTransferEnding(invoice);
    if (ending === null) return;
    const words = `OP-11 ${String(member(invoice, 'status'))}${ending === 'refunded' ? ', isDelayed: settled in the wallet of the customer' : ''}`;
    for (const transfer of transfers.values()) if (transfer.invoiceId === invoiceId) close(transfer, ending, words);
  };

  return {
    ledger: {
      ...ledger,
      note(entry, state, detail) {
        ledger.note(entry, state, detail);
        follow(entry, state);
      },
    },
    see(exchange) {
      const { operation, id, request } = exchange;
      if (operation !== 'OP-9' && operation !== 'OP-10' && operation !== 'OP-11') return;
      const result = readSuccessResult(exchange);
      if (result === undefined) return;
      if (operation === 'OP-10') onStatus(lastSegment(request.url), result);
      else if (operation === 'OP-11') onInvoice(lastSegment(request.url), result);
      else {
        const invoiceId = toIdText(member(result, 'invoiceId'));
        if (invoiceId !== null) invoiceIds.set(id, invoiceId);
      }
    },
    adopt: (transfer) => void transfers.set(buildTransferKey(transfer.entry), transfer),
    open: () => [...transfers.values()],
    close,
  };
}
