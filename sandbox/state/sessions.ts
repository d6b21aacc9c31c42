import type { Session } from './store.ts';
import { refuse, type Call } from '../http/exchange.ts';
import { queryValue } from '../service/fields.ts';

/** A session of OP-6 that is alive, of the right kind and of this agent. */
export function liveSession(call: Call, id: string, kind: Session['kind']): Session {
  const { refusals } = call.policy;
  const session = call.bank.sessions.get(id.toLowerCase());
  if (session?.kind !== kind || session.dead || call.now >= session.expiresAt) refuse(refusals.badSession, 'session.unknown');
  if (session.sender.agent !== call.agent) refuse(refusals.foreignId, 'session.not.allowed');
  const other = queryValue(call, 'sessionId');
  if (other !== undefined && other.toLowerCase() !== id.toLowerCase()) refuse(refusals.badSession, 'session.contradicts');
  return session;
}
