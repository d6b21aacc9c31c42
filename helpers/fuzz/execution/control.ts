import { apiCodes } from '../../../specs/codes.ts';
import type { Operation } from '../../../specs/operation.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Session } from '../../session/session.ts';
import { buildCall } from '../cases/draft.ts';
import type { ValidCalls } from '../calls/valid-calls.ts';
import type { Progress } from './progress.ts';

/** How many served controls with an accusation one chapter records. */
const mostKept = 4;

/** A documented call, on the record. */
export async function sendControl(session: Session, calls: ValidCalls, operation: Operation): Promise<Reply> {
  const reply = await session.send(operation, buildCall(await calls.prepare(session, operation)));
  calls.noteReply(reply);
  await calls.accounts.excuse(session, reply);
  return reply;
}

/**
 * A documented call between odd ones: it shows whether the service still serves documented calls.
 * Only refused ones, and a few with an accusation, are recorded.
 */
export async function sendControlBetween(session: Session, calls: ValidCalls, operation: Operation, progress: Progress): Promise<Reply> {
  const { unrecorded, evidence } = session;
  const call = buildCall(await calls.prepare(session, operation));
  const { reply, symptom } = await unrecorded.send(operation, call, 'fuzz: control');
  calls.noteReply(reply);
  await calls.accounts.excuse(session, reply);
  if (symptom === 'environmental') return sendControl(session, calls, operation);
  const documentedReply: Reply = { ...reply, documented: true };
  const isKept =
    documentedReply.code !== apiCodes.success ||
    (progress.controlsKept < mostKept && unrecorded.collectAccusations(documentedReply).length > 0);
  if (!isKept) return documentedReply;
  progress.controlsKept += 1;
  const kept = unrecorded.record(documentedReply);
  evidence.exchanges.add(kept.exchange.id);
  return kept;
}
