import { blocked, untried, violation, type Stop } from '../judge/stop.ts';
import type { TokenFailure } from '../target/token.ts';

const troubles: Readonly<Record<string, string>> = {
  dns: 'the host name is not known: check DMT_BASE_URL and DMT_AUTH_URL',
  refused: 'nothing listens there: check the address, and that the service is up',
  unreachable: 'the host cannot be reached: check the network',
  'tls-unknown-issuer': 'the certificate is of an unknown issuer: name the private CA in DMT_CA_FILE',
  'tls-client-certificate': 'the service asks for a client certificate: DMT_CLIENT_CERT_FILE and DMT_CLIENT_KEY_FILE',
  tls: 'TLS failed: check that the address is https and the certificate fits the host',
  proxy: 'the proxy refused: check HTTPS_PROXY and NO_PROXY',
  timeout: 'no answer within DMT_TIMEOUT_MS',
};

/** The stop for a run or a call without a token: configuration, environment, or a clause of the token endpoint. */
export function noToken(failure: TokenFailure): Stop {
  switch (failure.kind) {
    case 'refused':
      return blocked('credentials', failure.reason, 'configuration');
    case 'no-credentials':
    case 'not-permitted':
      return untried(failure.reason, 'configuration');
    case 'trouble': {
      const advice = troubles[failure.cause];
      return blocked(`token-${failure.cause}`, `no token: ${failure.reason}${advice === undefined ? '' : `; ${advice}`}`, 'environment');
    }
    case 'not-served': {
      const clause = failure.received.startsWith('HTTP 200') ? 'TOKEN-ACCESS-TOKEN' : 'TOKEN-SERVED';
      return violation(clause, failure.expected, failure.received, 'POST /authserver/oauth/token');
    }
  }
}
