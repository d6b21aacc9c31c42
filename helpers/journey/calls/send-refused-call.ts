import { apiCodes } from '../../../specs/codes.ts';
import type { Operation } from '../../../specs/operation.ts';
import { textAt } from '../../core/json.ts';
import { isTruncated, type Reply } from '../../judge/reply.ts';
import type { Call } from '../../client/http/call.ts';
import type { Session } from '../../session/session.ts';
import { noteTransfer } from '../transfer/made-transfers.ts';
import { followTransfer } from '../transfer/polled-status.ts';
import type { RefusalContext } from './refusal-context.ts';

export interface RefusedCallResult {
  readonly reply: Reply;
  /** In OP-10, where OP-9 accepted the call; else null. */
  readonly transferStatus: string | null;
  /** In OP-11. */
  readonly invoiceStatus: string | null;
  readonly accountNo: string | null;
}

/** Served without a token, with an answer longer than the suite reads. */
const isServedAtLength = ({ status, exchange }: Reply): boolean => status === 200 && isTruncated(exchange);

/** Refused outright, or accepted by OP-9 and then FAILED in OP-10: nothing was done. */
export const isRefusedCall = ({ reply, transferStatus }: Pick<RefusedCallResult, 'reply' | 'transferStatus'>): boolean =>
  (reply.code !== apiCodes.success && !isServedAtLength(reply)) || transferStatus === 'FAILED';

/** A transfer that OP-9 accepts is followed to its end, so that its money has moved before the next reading. */
export async function followRefusedCall(
  { deps, sender }: Pick<RefusalContext, 'deps' | 'sender'>,
  session: Session,
  call: Call,
  reply: Reply,
): Promise<RefusedCallResult> {
  const accountNo = textAt(call.payload, 'accountNo');
  const correlationId = textAt(call.payload, 'correlationId');
  if (reply.operation.id !== 'OP-9' || reply.code !== apiCodes.success || correlationId === null)
    return { reply, transferStatus: null, invoiceStatus: null, accountNo };
  noteTransfer(deps, sender, correlationId, reply);
  const { status, invoice } = await followTransfer(deps, session, sender, { accepted: reply, correlationId });
  return { reply, transferStatus: status?.status ?? null, invoiceStatus: invoice?.status ?? null, accountNo };
}

export const sendRefusedCall = async (
  context: Pick<RefusalContext, 'deps' | 'sender'>,
  session: Session,
  operation: Operation,
  call: Call,
): Promise<RefusedCallResult> => followRefusedCall(context, session, call, await session.probe(operation, call));
