import { invoice, transactionStatus } from '../../specs/operations.ts';
import type { Operation } from '../../specs/operation.ts';
import type { Target } from '../target/client.ts';
import type { OpenTransfer } from '../target/books.ts';
import type { Call } from '../target/call.ts';
import { readReply } from '../judge/reply.ts';
import { poll } from './world/poll.ts';

type Asked = Pick<Target, 'send' | 'books'>;

/** What OP-10 said of a transfer that it does not know, or which it does not let us see. */
interface Look {
  readonly code: number | null;
  /** Nobody answered: asking again is of no use now. */
  readonly unanswered: boolean;
}

const isOpen = ({ books }: Asked, { entry }: OpenTransfer): OpenTransfer | undefined =>
  books.open().find((one) => one.entry.exchange === entry.exchange && one.entry.run === entry.run);

const purpose = 'control: what became of a transfer';

/** OP-10 by the correlationId, then OP-11 by the invoice; the books hear the answers. */
async function look(target: Asked, { entry, invoiceId }: OpenTransfer): Promise<Look> {
  const subAgentTagId = new URL(entry.url).searchParams.get('subAgentTagId') ?? '';
  const ask = async (operation: Operation, path: Call['path']): Promise<Look> => {
    const sent = await target.send(operation, { path: path ?? {}, query: { subAgentTagId } }, purpose);
    return sent.kind === 'reply'
      ? { code: readReply(operation, sent.exchange, false).code, unanswered: false }
      : { code: null, unanswered: true };
  };
  const status = await ask(transactionStatus, { correlationId: entry.correlationId ?? '' });
  const known = isOpen(target, { entry, state: 'in-doubt', invoiceId })?.invoiceId ?? null;
  if (known !== null) await ask(invoice, { invoiceId: known });
  return status;
}

/** OP-10 says "nothing found" (reading 16). */
const unknownCode = 4040;

async function follow(target: Asked, transfer: OpenTransfer, patience: Patience): Promise<void> {
  let unknown = 0;
  const enough = ({ code, unanswered }: Look): boolean => {
    unknown = code === unknownCode ? unknown + 1 : 0;
    return unanswered || isOpen(target, transfer) === undefined || unknown >= patience.looks;
  };
  const looks = await poll(() => look(target, isOpen(target, transfer) ?? transfer), enough, patience);
  const left = isOpen(target, transfer);
  if (left === undefined || looks.at(-1)?.code !== unknownCode || left.state !== 'in-doubt') return;
  if (patience.looks === Infinity) target.books.close(left, 'unknown', 'OP-10 knows no such transfer');
}

export interface Patience {
  readonly timeoutMs: number;
  /** How often OP-10 may know nothing of a transfer before that is left as it is; without end, it counts in the end. */
  readonly looks: number;
}

/**
 * Finds out what became of transfers by asking, and never by sending again: the books and the ledger have it from then on.
 * One that OP-10 does not know may still be on its way, so only at the end of all patience it never arrived.
 */
export async function reconcile(target: Asked, transfers: readonly OpenTransfer[], patience: Patience): Promise<void> {
  await Promise.all(transfers.filter(({ entry }) => entry.correlationId !== null).map((transfer) => follow(target, transfer, patience)));
}
