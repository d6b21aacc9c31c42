import type { Reply } from '../../judge/reply.ts';
import type { PendingDebit } from '../../journey/setup/pending-debits.ts';

export interface PendingTransfer extends PendingDebit {
  readonly reply: Reply;
}

/** Transfers whose debit the balance does not show yet. When it shows is open (reading 20), so a later chapter may see it. */
export interface PendingTransfers {
  transfers: readonly PendingTransfer[];
}
