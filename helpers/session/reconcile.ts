import { apiCodes } from '../../specs/codes.ts';
import { invoice, transactionStatus } from '../../specs/operations.ts';
import type { Operation } from '../../specs/operation.ts';
import { readQueryValue } from '../core/answers.ts';
import type { Target } from '../client/client.ts';
import type { OpenTransfer } from '../client/journal/transfer-tracker.ts';
import type { Call } from '../client/http/call.ts';
import { readReply, type Reply } from '../judge/reply.ts';
import type { Waits } from './waits.ts';
import { poll, type Pace } from './poll.ts';

type ReconcileTarget = Pick<Target, 'send' | 'transfers'>;

interface StatusReading {
  readonly code: number | null;
  /** No answer came, or the agent may not see the transfer: another reading would not help now. */
  readonly isPointless: boolean;
}

/** The service shows us nothing of another agent's transfer. */
const isHidden = ({ status, code }: Reply): boolean => status === 403 || code === apiCodes.notAuthorized;

const findOpen = ({ transfers }: ReconcileTarget, { entry }: OpenTransfer): OpenTransfer | undefined =>
  transfers.open().find((one) => one.entry.exchange === entry.exchange && one.entry.run === entry.run);

const purpose = 'control: what became of a transfer';

/** OP-10 by the correlationId, then OP-11 by the invoice. The transfer tracker hears the answers. */
async function readTransferStatus(target: ReconcileTarget, { entry, invoiceId }: OpenTransfer): Promise<StatusReading> {
  const subAgentTagId = readQueryValue(entry.url, 'subAgentTagId') ?? '';
  const ask = async (operation: Operation, path: Call['path']): Promise<StatusReading> => {
    const sent = await target.send(operation, { path: path ?? {}, query: { subAgentTagId } }, purpose);
    if (sent.kind !== 'reply') return { code: null, isPointless: true };
    const reply = readReply(operation, sent.exchange, false);
    return { code: reply.code, isPointless: isHidden(reply) };
  };
  const status = await ask(transactionStatus, { correlationId: entry.correlationId ?? '' });
  const known = findOpen(target, { entry, state: 'in-doubt', invoiceId })?.invoiceId ?? null;
  if (known !== null) await ask(invoice, { invoiceId: known });
  return status;
}

interface ReconcileOptions {
  readonly waits: Waits;
  /** How often in a row OP-10 may not know a transfer before the suite stops asking. */
  readonly mostUnknown: number;
  /** A transfer that OP-10 does not know in the end (reading 16) never arrived. */
  readonly isConclusive: boolean;
  readonly pace?: Pace;
}

async function followTransfer(
  target: ReconcileTarget,
  transfer: OpenTransfer,
  { waits, mostUnknown, isConclusive, pace }: ReconcileOptions,
): Promise<void> {
  let unknown = 0;
  const enough = ({ code, isPointless }: StatusReading): boolean => {
    unknown = code === apiCodes.nothingFound ? unknown + 1 : 0;
    return isPointless || findOpen(target, transfer) === undefined || unknown >= mostUnknown;
  };
  const look = (): Promise<StatusReading> => readTransferStatus(target, findOpen(target, transfer) ?? transfer);
  const from = await look();
  const isUnknown = transfer.state === 'in-doubt' || from.code === apiCodes.nothingFound;
  const looks = await poll(look, enough, waits.upTo(isUnknown ? 'arrival' : 'final-status'), { ...pace, from });
  const left = findOpen(target, transfer);
  if (left === undefined || looks.at(-1)?.code !== apiCodes.nothingFound || left.state !== 'in-doubt') return;
  if (isConclusive) target.transfers.close(left, 'unknown', 'OP-10 knows no such transfer');
}

/**
 * Finds out what became of transfers by asking; never sends them again. The transfer tracker and the ledger record the result.
 * A transfer that OP-10 does not know may still be on its way, so only the last wait decides that it never arrived.
 */
export async function reconcile(target: ReconcileTarget, transfers: readonly OpenTransfer[], options: ReconcileOptions): Promise<void> {
  await Promise.all(
    transfers.filter(({ entry }) => entry.correlationId !== null).map((transfer) => followTransfer(target, transfer, options)),
  );
}
