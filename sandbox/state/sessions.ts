import { useBounded, type Session } from './store.ts';
import { refuse, type AgentContext } from '../http/exchange.ts';
import { queryValue } from '../service/fields.ts';

/** Requires a session of OP-6 that is alive, of the right kind and of this agent. */
export function liveSession(context: AgentContext, id: string, kind: Session['kind']): Session {
  const { refusals, session: rules } = context.policy;
  const session = useBounded(context.store.sessions, id.toLowerCase());
  const fits = session !== undefined && (session.kind === kind || rules.oneForBoth);
  if (!fits || session.revoked || context.now >= session.expiresAt) refuse(refusals.badSession, 'session.unknown');
  if (session.sender.agent !== context.agent) refuse(refusals.foreignId, 'session.not.allowed');
  const other = queryValue(context, 'sessionId');
  if (other !== undefined && other.toLowerCase() !== id.toLowerCase()) refuse(refusals.badSession, 'session.contradicts');
  return session;
}
