import { clauseById } from '../../../specs/clauses.ts';
import { createAnswerViolation } from '../../judge/must.ts';
import type { Reply } from '../../judge/reply.ts';
import { findNotServedStop, servedClauseByOperation } from '../../judge/served.ts';
import { createViolationStop, Stop, untried } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { Sender } from '../sender/sender.ts';
import { readScheme } from '../sender/sender-steps.ts';

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

/** A refusal to the second agent breaks the clause about that agent. How many codes a mobile may ask for is open (reading 1). */
export async function blameOtherAgent<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stop) || error.why.kind !== 'violation' || error.why.clause === servedClauseByOperation['OP-3']) throw error;
    const { expected, received, place, exchange, deviation } = error.why;
    throw createViolationStop({ clause: 'AUTH-OTHER-AGENT-SERVED', expected, received, place, exchange, deviation });
  }
}

export const readOwnScheme = async (session: Session, ids: Pick<Sender, 'senderId' | 'subAgentTagId'>): Promise<Reply> =>
  mustServeOtherAgent(await readScheme(asOtherAgent(session), ids));

/**
 * What the second agent needs first may be refused for other reasons: then there is nothing to judge, and the answer tells why. Where a
 * value was wrong that the call took from an earlier answer, the clause of that value blocks. `mustBeKnown` throws where the service has
 * forgotten whom the call is about, which a reset may explain (reading 21).
 */
export async function orUntried<T>(
  { evidence }: Session,
  ask: () => Promise<T>,
  what: string,
  mustBeKnown?: () => Promise<unknown>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stop) || error.why.kind !== 'violation' || evidence.doubts.size > 0) throw error;
    await mustBeKnown?.();
    const { clause, received } = error.why;
    throw untried(`${what}: ${clauseById(clause).operation} was answered with ${received}`, 'test-data');
  }
}
