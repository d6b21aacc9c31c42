import type { Reply } from '../../judge/reply.ts';
import type { PendingDebit } from '../../journey/setup/pending-debits.ts';

/** A transfer that OP-9 accepted. */
export interface PendingTransfer extends PendingDebit {
  readonly reply: Reply;
}

/** Transfers of a sender that its balance does not show yet: when it does is left open (reading 20), so a later chapter may see it. */
export interface PendingTransfers {
  transfers: readonly PendingTransfer[];
}
