import { describeAnswer, type Reply } from '../../judge/reply.ts';
import { blocked } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { Operation } from '../../../specs/operation.ts';
import type { Call } from '../../client/http/call.ts';

/**
 * A session whose calls are counted but not recorded one by one.
 * None of them counts as documented, and the rules of sequences judge refusals: a real service may refuse one more code or beneficiary for
 * reasons outside the document.
 */
export function withUnrecordedCalls(session: Session, purpose: string, hear: (reply: Reply) => void): Session {
  const { unrecorded } = session;
  const send = async (operation: Operation, call: Call = {}): Promise<Reply> => {
    const { reply, symptom } = await unrecorded.send(operation, call, purpose);
    hear(reply);
    if (symptom === 'clear') return reply;
    // A server error is judged like any other answer when the service otherwise works (reading 6).
    if (symptom === 'server-error' && (await unrecorded.isServiceToBlame(operation))) unrecorded.record(reply);
    throw blocked('environment', `${operation.id} got ${describeAnswer(reply)} in the middle of ${purpose}`, 'environment');
  };
  return { ...session, send, probe: send };
}
