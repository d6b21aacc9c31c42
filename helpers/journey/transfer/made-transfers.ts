import { documentedCall } from '../../../specs/documented-call.ts';
import { apiCodes } from '../../../specs/codes.ts';
import { invoice, transactionStatus } from '../../../specs/operations.ts';
import { idAt, valueAt } from '../../judge/fields.ts';
import { sameId } from '../../core/ids.ts';
import type { Reply } from '../../judge/reply.ts';
import { pollLast } from '../../session/poll.ts';
import type { Session, Step } from '../../session/session.ts';
import type { Deadline } from '../../session/waits.ts';
import type { Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { MadeTransfer } from '../setup/memory.ts';

/** Notes a transfer that OP-9 accepted, so that it is asked about again near the end of the run. */
export function noteTransfer(
  { memory }: Dependencies,
  { person, senderId, subAgentTagId }: Sender,
  correlationId: string,
  accepted: Reply,
): void {
  if (accepted.code !== apiCodes.success) return;
  const held = memory.of(person).heldDetail;
  if (held !== null) held.hasPaid = true;
  const invoiceId = idAt(accepted, 'result.invoiceId');
  if (invoiceId === null) return;
  if (memory.madeTransfers.some((made) => made.correlationId === correlationId && made.invoiceId === invoiceId)) return;
  memory.madeTransfers.push({ correlationId, invoiceId, senderId, subAgentTagId, timesAsked: { 'OP-10': 0, 'OP-11': 0 } });
}

function countAsked({ memory }: Dependencies, operation: 'OP-10' | 'OP-11', isMeant: (made: MadeTransfer) => boolean): void {
  for (const made of memory.madeTransfers) if (isMeant(made)) made.timesAsked[operation] += 1;
}

/** OP-10 once. */
export function askStatus(
  deps: Dependencies,
  { send }: Session,
  ids: Pick<MadeTransfer, 'correlationId' | 'subAgentTagId'>,
): Promise<Reply> {
  countAsked(deps, 'OP-10', ({ correlationId }) => correlationId === ids.correlationId);
  return send(transactionStatus, documentedCall(transactionStatus, 'only', ids));
}

/** OP-11 once. A transfer that OP-10 calls FAILED may have no invoice, so then no answer is promised. */
export function askInvoice(
  deps: Dependencies,
  { send, probe }: Session,
  ids: Pick<MadeTransfer, 'invoiceId' | 'subAgentTagId'>,
  isPromised: boolean,
): Promise<Reply> {
  countAsked(deps, 'OP-11', ({ invoiceId }) => sameId(invoiceId, ids.invoiceId));
  return (isPromised ? send : probe)(invoice, documentedCall(invoice, 'only', ids));
}

/** Another refusal than that nothing is found is no question of time. */
export const isKnownTransfer = ({ status, code }: Reply): boolean => status !== 200 || code !== apiCodes.nothingFound;

/** OP-10 and OP-11 once more. A copy that lags finds nothing for a while, also behind an answer that found it (reading 1). */
export async function askAbout(
  deps: Dependencies,
  session: Session,
  ids: Pick<MadeTransfer, 'correlationId' | 'invoiceId' | 'subAgentTagId'>,
): Promise<void> {
  const arrival = (): Deadline => deps.waits.upTo('arrival');
  const reply = await pollLast(() => askStatus(deps, session, ids), isKnownTransfer, arrival());
  if (valueAt(reply, 'result.status') === 'COMPLETED')
    await pollLast(() => askInvoice(deps, session, ids, true), isKnownTransfer, arrival());
  else await askInvoice(deps, session, ids, false);
}

/** Where OP-9 accepts not even the usual transfer, no refused one is risked on it. */
export async function mustHavePaid(deps: Dependencies, session: Session, paid: Step<unknown>): Promise<void> {
  if (paid.isRequested() && deps.memory.madeTransfers.length === 0) await session.use(paid);
}
