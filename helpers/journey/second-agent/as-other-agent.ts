import { createAnswerViolation } from '../../judge/must.ts';
import type { Reply } from '../../judge/reply.ts';
import { findNotServedStop } from '../../judge/served.ts';
import type { Session } from '../../session/session.ts';

export const asOtherAgent = (session: Session): Session => ({
  ...session,
  send: (operation, call = {}) => session.send(operation, { ...call, token: 'other' }),
  probe: (operation, call) => session.probe(operation, { ...call, token: 'other' }),
});

/** Throws when the second agent is not served a call on its own ids; the first agent was served the same call. */
export function mustServeOtherAgent(reply: Reply): Reply {
  const stop = findNotServedStop(reply);
  if (stop === null) return reply;
  if (stop.why.kind !== 'violation') throw stop;
  throw createAnswerViolation('AUTH-OTHER-AGENT-SERVED', 'HTTP 200 with code 2000', reply);
}
