import { blocked, untried, violation, type Stop } from '../judge/stop.ts';
import type { TokenFailure } from '../target/token.ts';

/** The stop for a run or a call without a token: configuration, environment, or a clause of the token endpoint. */
export function noToken(failure: TokenFailure): Stop {
  switch (failure.kind) {
    case 'refused':
      return blocked('credentials', failure.reason, 'configuration');
    case 'no-credentials':
    case 'not-permitted':
      return untried(failure.reason, 'configuration');
    case 'trouble':
      return blocked(`token-${failure.cause}`, `no token: ${failure.reason}`, 'environment');
    case 'not-served': {
      const clause = failure.received.startsWith('HTTP 200') ? 'TOKEN-ACCESS-TOKEN' : 'TOKEN-SERVED';
      return violation(clause, failure.expected, failure.received, 'POST /authserver/oauth/token');
    }
  }
}
