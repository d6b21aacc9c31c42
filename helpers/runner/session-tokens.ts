import { apiCodes, isCertainRefusal } from '../../specs/codes.ts';
import { senderDetail } from '../../specs/operations.ts';
import type { Call } from '../client/http/call.ts';
import { classifyAnswer, type Deviation } from '../core/records/deviation.ts';
import { findHeader } from '../core/exchange.ts';
import { toTag } from '../judge/facts/people.ts';
import { valueAt } from '../judge/fields.ts';
import type { Reply } from '../judge/reply.ts';
import { blocked, Stop } from '../judge/stop.ts';

/**
 * Sessions by the token that asked for them. The document ties a session to no token, and forbids no service to do so: what it refuses under
 * another token says nothing of the call (reading 13), unless it serves such a call elsewhere in this run.
 */
export interface SessionTokens {
  readonly note: (call: Call, reply: Reply) => void;
  /** The error itself, or another reason for it. */
  readonly reconsider: (error: unknown) => unknown;
}

const sessionPlaces = ['result.sessionId.fundtransferSessionId', 'result.sessionId.getBalanceSessionId'] as const;

const readSession = ({ path, query }: Call): string => toTag(path?.['sessionId'] ?? query?.['sessionId']);

const readToken = ({ exchange }: Reply): string | null => findHeader(exchange.request.headers, 'authorization');

export function openSessionTokens(): SessionTokens {
  const tokens = new Map<string, string | null>();
  /** What was answered to a refused call under another token, by exchange. */
  const refused = new Map<string, Deviation>();
  let isServedUnderAnother = false;
  return {
    note(call, reply) {
      if (reply.operation.id === senderDetail.id)
        for (const place of sessionPlaces) tokens.set(toTag(valueAt(reply, place)), readToken(reply));
      const session = readSession(call);
      const token = session === '' ? undefined : tokens.get(session);
      if (token === undefined || token === readToken(reply) || (call.token ?? 'agent') !== 'agent') return;
      isServedUnderAnother ||= reply.code === apiCodes.success;
      if (isCertainRefusal(reply.status, reply.code)) refused.set(reply.exchange.id, classifyAnswer(reply));
    },
    reconsider(error) {
      if (isServedUnderAnother || !(error instanceof Stop) || error.why.kind !== 'violation' || error.why.exchange === null) return error;
      if (refused.get(error.why.exchange) !== error.why.deviation) return error;
      return blocked(
        'token-of-session',
        'the token was renewed since the session was asked for, and a service may mind: run again, or let the token answer tell a lifetime',
        'environment',
      );
    },
  };
}
