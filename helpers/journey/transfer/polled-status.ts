import { apiCodes } from '../../../specs/codes.ts';
import { idAt, validValueAt, valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { isListedRefusal, mustGiveReason, mustServe, servedClauseByOperation } from '../../judge/served.ts';
import { blocked, Stop } from '../../judge/stop.ts';
import { lastReading, poll } from '../../session/poll.ts';
import type { Session, StepResult } from '../../session/session.ts';
import type { Deadline } from '../../session/waits.ts';
import type { Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { askInvoice, askStatus } from './made-transfers.ts';
import type { Requested } from './transfer.ts';

/** All readings of OP-10 or OP-11, until the status was no longer PENDING or the time was up. */
export interface PolledStatus {
  readonly readings: readonly [Reply, ...Reply[]];
  readonly last: Reply;
  /** The same reading once more. */
  readonly readAgain: (session: Session) => Promise<Reply>;
  /** The last status; the schema judges whether it is one of the three. */
  readonly status: string;
}

type ReadOnce = (session: Session) => Promise<Reply>;

/** Right after a transfer, a read may not know it yet (reading 1). Any refusal but HTTP 404 may say so (reading 16). */
const mayNotKnowYet = (reply: Reply): boolean => isListedRefusal(reply) || reply.status === 400 || reply.status === 403;

const isUnderWay = (reply: Reply): boolean => mayNotKnowYet(reply) || valueAt(reply, 'result.status') === 'PENDING';

interface PolledReadings {
  readonly readings: PolledStatus['readings'];
  /** How long the last of them was waited for. */
  readonly deadline: Deadline;
}

/** A transfer may become known late, and final late, for reasons of their own: each has a wait of its own. */
async function pollUntilFinal(
  { waits }: Dependencies,
  read: () => Promise<Reply>,
  hasEnded: (reply: Reply) => boolean,
): Promise<PolledReadings> {
  const arrival = waits.upTo('arrival');
  const early = await poll(read, (reply) => hasEnded(reply) || !mayNotKnowYet(reply), arrival);
  const from = lastReading(early);
  if (hasEnded(from) || mayNotKnowYet(from)) return { readings: early, deadline: arrival };
  const end = waits.upTo('final-status');
  const [, ...late] = await poll(read, hasEnded, end, { from });
  return { readings: [...early, ...late], deadline: end };
}

/** Nobody is blamed before DMT_PENDING_TIMEOUT_MS (reading 1). What did not know a transfer for so long once is broken anyway. */
function judgeUnknown({ memory }: Dependencies, { operation }: Reply, isWhole: boolean, violation: Stop): Stop {
  if (isWhole) memory.neverKnewTransfer.add(operation.id);
  if (memory.neverKnewTransfer.has(operation.id)) return violation;
  const [other] = memory.neverKnewTransfer;
  const unknown = `${operation.id} does not know a transfer yet, and an earlier wait left little time`;
  if (other !== undefined) return blocked(servedClauseByOperation[other], unknown, 'service');
  return blocked('pending', `${unknown}: raise DMT_PENDING_TIMEOUT_MS`, 'environment');
}

function acceptLast(newest: Reply, accept: (reply: Reply) => Reply, whyNot: (violation: Stop) => Stop): Reply {
  try {
    return accept(newest);
  } catch (error) {
    throw error instanceof Stop && error.why.kind === 'violation' && mayNotKnowYet(newest) ? whyNot(error) : error;
  }
}

async function pollWhilePending(
  deps: Dependencies,
  session: Session,
  look: ReadOnce,
  accept: (reply: Reply) => Reply,
  hasEnded: (reply: Reply) => boolean = (reply) => !isUnderWay(reply),
): Promise<PolledStatus> {
  const { readings, deadline } = await pollUntilFinal(deps, () => look(session), hasEnded);
  const newest = lastReading(readings);
  const last = acceptLast(newest, accept, (violation) =>
    hasEnded(newest) ? violation : judgeUnknown(deps, newest, deadline.isWhole(), violation),
  );
  if (mayNotKnowYet(readings[0])) session.observe(`${last.operation.id} knows a new transfer only after a while`);
  return { readings, last, readAgain: look, status: String(valueAt(last, 'result.status')) };
}

/** OP-10, polled while PENDING. */
export function pollStatus(
  deps: Dependencies,
  session: Session,
  { subAgentTagId }: Pick<Sender, 'subAgentTagId'>,
  { correlationId }: Pick<Requested, 'correlationId'>,
  accept: (reply: Reply) => Reply = (reply) => mustServe(reply),
): Promise<PolledStatus> {
  const look: ReadOnce = (asking) => askStatus(deps, asking, { correlationId, subAgentTagId });
  return pollWhilePending(deps, session, look, accept);
}

/** Before OP-10 calls a transfer COMPLETED, nothing says that it has an invoice (reading 19). */
const whyNoInvoice = new Map<string, () => Stop>([
  ['FAILED', () => blocked('transfer-failed', 'OP-10 calls the transfer FAILED', 'test-data')],
  [
    'PENDING',
    () => blocked('pending', 'OP-10 still answers PENDING, and OP-11 shows no invoice: raise DMT_PENDING_TIMEOUT_MS', 'environment'),
  ],
]);

/** OP-11, polled while PENDING. */
export function pollInvoice(
  deps: Dependencies,
  session: Session,
  { subAgentTagId }: Pick<Sender, 'subAgentTagId'>,
  { invoiceId }: Pick<Requested, 'invoiceId'>,
  status: string,
  accept: (reply: Reply) => Reply = (reply) => mustServe(reply),
): Promise<PolledStatus> {
  const why = whyNoInvoice.get(status);
  const look: ReadOnce = (asking) => askInvoice(deps, asking, { invoiceId, subAgentTagId }, why === undefined);
  if (why === undefined) return pollWhilePending(deps, session, look, accept);
  const acceptNone = (reply: Reply): Reply => {
    if (reply.status === 200) mustGiveReason(reply);
    const isRefused = reply.status === 200 ? reply.code !== apiCodes.success : mayNotKnowYet(reply);
    if (isRefused) throw why();
    return accept(reply);
  };
  return pollWhilePending(deps, session, look, acceptNone, (reply) => valueAt(reply, 'result.status') !== 'PENDING');
}

/** How a transfer that OP-9 accepted ended. Each is null where it cannot be read. */
interface FollowedTransfer {
  readonly status: PolledStatus | null;
  readonly invoice: PolledStatus | null;
}

async function nullIfStopped(look: Promise<PolledStatus>): Promise<PolledStatus | null> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof Stop) return null;
    throw error;
  }
}

/** Asks OP-10 and OP-11 until the transfer has ended, for what comes behind it: no check depends on their answers. */
export async function followTransfer(
  deps: Dependencies,
  session: Session,
  sender: Pick<Sender, 'subAgentTagId'>,
  { accepted, correlationId }: { readonly accepted: Reply; readonly correlationId: string },
): Promise<FollowedTransfer> {
  const status = await nullIfStopped(pollStatus(deps, session, sender, { correlationId }));
  const invoiceId = idAt(accepted, 'result.invoiceId');
  if (status?.status === 'FAILED' || invoiceId === null) return { status, invoice: null };
  return { status, invoice: await nullIfStopped(pollInvoice(deps, session, sender, { invoiceId }, status?.status ?? '')) };
}

/** The final status; throws the reason when there is none. */
export function requireFinalStatus(polled: PolledStatus): 'COMPLETED' | 'FAILED' {
  const { last } = polled;
  const status = String(validValueAt(last, 'result.status'));
  if (status === 'COMPLETED' || status === 'FAILED') return status;
  if (status === 'PENDING') {
    throw blocked('pending', `${last.operation.id} still answers PENDING: raise DMT_PENDING_TIMEOUT_MS`, 'environment');
  }
  throw blocked(
    last.operation.id === 'OP-10' ? 'OP10-RESULT-STATUS-VALUES' : 'OP11-RESULT-STATUS-VALUES',
    `the status "${status}" is unknown`,
    'service',
  );
}

/** Whether the money has left the sender for good: a delayed transfer is settled in the customer's wallet (OP-11 `isDelayed`). */
export const isPaidOut = (invoice: StepResult<PolledStatus>): boolean => isCompleted(invoice, 'false');

/** A delayed transfer: its amount comes back to the wallet. */
export const isSettledWithSender = (invoice: StepResult<PolledStatus>): boolean => isCompleted(invoice, 'true');

/** A real boolean breaks its own clause, and says the same. */
const isCompleted = (invoice: StepResult<PolledStatus>, isDelayed: string): boolean =>
  invoice.ok && invoice.value.status === 'COMPLETED' && String(valueAt(invoice.value.last, 'result.isDelayed')) === isDelayed;

/** No money reached the bank (reading 19). The reserved money may come back a little later. */
export const hasFailed = (status: StepResult<PolledStatus>): boolean => status.ok && status.value.status === 'FAILED';
