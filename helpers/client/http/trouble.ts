import type { Trouble, TroubleKind } from '../../core/exchange.ts';

interface Progress {
  /** The request may have left. */
  readonly sent: boolean;
  /** The status line and headers had arrived. */
  readonly answered: boolean;
  /** Connections use a proxy, so a failed connection is the proxy's. */
  readonly proxied: boolean;
}

const troubleByCode: Readonly<Record<string, TroubleKind>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  ETIMEDOUT: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  UNABLE_TO_GET_ISSUER_CERT: 'tls-unknown-issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls-unknown-issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls-unknown-issuer',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls-unknown-issuer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls-unknown-issuer',
  CERT_UNTRUSTED: 'tls-unknown-issuer',
  UND_ERR_PRX_CONN: 'proxy',
  UND_ERR_PRX_TLS: 'proxy',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_DESTROYED: 'reset',
  UND_ERR_CLOSED: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'cut',
  HPE_INVALID_EOF_STATE: 'cut',
};

const troubleByCodePattern: readonly (readonly [codes: RegExp, kind: TroubleKind])[] = [
  // A server sends these when the client certificate is missing or not trusted.
  [/^ERR_SSL_.*ALERT_(CERTIFICATE_|BAD_CERTIFICATE|UNKNOWN_CA|HANDSHAKE_FAILURE)/, 'tls-client-certificate'],
  [/^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT)_/, 'tls'],
  [/^HPE_/, 'protocol'],
];

const adviceByKind: Readonly<Record<TroubleKind, string>> = {
  dns: 'the host name is unknown; check its spelling, the VPN and the name server',
  refused: 'nothing listens there; check address and port, and whether the service behind it is up',
  unreachable: 'no connection could be made; check the network, VPN and firewall',
  'tls-unknown-issuer': "the server's certificate comes from an authority not trusted here; name it with DMT_CA_FILE",
  'tls-client-certificate': 'the server wants a client certificate it trusts; set DMT_CLIENT_CERT_FILE and DMT_CLIENT_KEY_FILE',
  tls: 'the TLS handshake failed; check the address, its certificate and its protocol versions',
  proxy: 'the proxy did not let the connection through; check HTTPS_PROXY and NO_PROXY',
  timeout: 'no complete answer came in time; check the target, or raise DMT_TIMEOUT_MS',
  reset: 'the connection was closed before an answer came; check the address, or try again later',
  cut: 'the connection was closed in the middle of the answer; try again later',
  protocol: 'the answer is not HTTP; check address and port',
};

/** Errors that show a wrong scheme; their advice is more exact than that of their kind. */
const plainTextSpoken: ReadonlySet<string> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
]);
const writeHttp = 'the server expects http without TLS; write http:// in place of https://, or check the port';
const writeHttps = 'the server expects https; write https:// in place of http://, or check the port';

const tlsRecords: readonly string[] = ['\u0015\u0003', '\u0016\u0003'];

/** The parser's error carries the bytes that came instead of an answer. */
function isTlsRecord(error: Error): boolean {
  const data: unknown = 'data' in error ? error.data : null;
  return typeof data === 'string' && tlsRecords.some((record) => data.startsWith(record));
}

/** With a proxy, these failures to connect are the proxy's. */
const connectingTroubles: ReadonlySet<TroubleKind> = new Set(['dns', 'refused', 'unreachable', 'reset', 'timeout']);

/** Several addresses of one host failed; the first failure counts. */
const pickFirstError = (error: Error): Error =>
  error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;

function readErrorCode(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

const findKindByCode = (code: string): TroubleKind | undefined =>
  troubleByCode[code] ?? troubleByCodePattern.find(([codes]) => codes.test(code))?.[1];

function classifyError(error: Error, { sent, answered, proxied }: Progress): TroubleKind {
  const code = readErrorCode(error);
  if (code === 'UND_ERR_ABORTED' && proxied) return 'proxy';
  const kind = findKindByCode(code) ?? 'protocol';
  if (!sent && proxied && connectingTroubles.has(kind)) return 'proxy';
  return answered && kind === 'reset' ? 'cut' : kind;
}

export const createTrouble = (kind: TroubleKind, detail: string): Trouble => ({ kind, message: `${adviceByKind[kind]} (${detail})` });

/** Null when the scheme is not the cause. */
function findSchemeTrouble(error: Error, detail: string): Trouble | null {
  if (plainTextSpoken.has(readErrorCode(error))) return { kind: 'tls', message: `${writeHttp} (${detail})` };
  return isTlsRecord(error) ? { kind: 'tls', message: `${writeHttps} (a TLS record in place of an answer)` } : null;
}

/** Our own request could not be built, which is no trouble of the target. */
export const isOwnMistake = (error: Error): boolean =>
  ['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'ERR_INVALID_ARG_TYPE'].includes(readErrorCode(error));

export function explainError(error: Error, progress: Progress): Trouble {
  const first = pickFirstError(error);
  const detail = readErrorCode(first) === '' ? first.message : readErrorCode(first);
  return findSchemeTrouble(first, detail) ?? createTrouble(classifyError(first, progress), detail);
}
