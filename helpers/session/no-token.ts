import { describeAnswer, type Reply } from '../judge/reply.ts';
import { blocked, createViolationStop, notPermitted, untried, type Stop } from '../judge/stop.ts';
import type { Agent, TokenFailure } from '../client/auth/token.ts';
import type { Call } from '../client/http/call.ts';
import type { SendResult, WireOutcome } from '../client/send-result.ts';

const credentialsByAgent: Readonly<Record<Agent, { readonly cause: string; readonly who: string }>> = {
  agent: { cause: 'credentials', who: '' },
  other: { cause: 'other-agent-credentials', who: 'of the second agent: ' },
};

/** The stop for a run or call without a token: configuration, environment, or a clause of the token endpoint. */
export function noToken(failure: TokenFailure, agent: Agent = 'agent'): Stop {
  switch (failure.kind) {
    case 'refused':
      return blocked(credentialsByAgent[agent].cause, credentialsByAgent[agent].who + failure.reason, 'configuration');
    case 'no-credentials':
    case 'not-permitted':
      return untried(failure.reason, 'configuration');
    case 'trouble':
      return blocked(`token-${failure.cause}`, `no token: ${failure.reason}`, 'environment');
    case 'not-served': {
      const { expected, received, exchange, status } = failure;
      const clause = status === 200 ? 'TOKEN-ACCESS-TOKEN' : 'TOKEN-SERVED';
      return createViolationStop({ clause, expected, received, place: 'POST /authserver/oauth/token', exchange });
    }
  }
}

/** Throws where the call did not leave, and says why. */
export function mustHaveLeft(sent: SendResult, { token }: Pick<Call, 'token'> = {}): WireOutcome {
  if (sent.kind === 'not-permitted') throw notPermitted(sent);
  if (sent.kind === 'no-token') throw noToken(sent.failure, token === 'other' ? 'other' : 'agent');
  return sent;
}

export const createTokenExpiredStop = (reply: Reply): Stop =>
  blocked('token-expired', `the token expired before ${reply.operation.id}: ${describeAnswer(reply)}`, 'environment');
