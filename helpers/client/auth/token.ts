import { isRecord, parseJson, type Json } from '../../core/json.ts';
import { maxBodyText } from '../http/body.ts';
import type { Config, Credentials } from '../../config/config.ts';
import { encodeBasicCredentials } from '../../redaction/known-secrets.ts';
import type { RawRequest } from '../http/call.ts';
import type { AgentName, Exchange, TroubleKind, WireResponse } from '../../core/exchange.ts';
import { isGatewayStatus } from '../../core/gateway-statuses.ts';
import { findMisdirection, type Misdirected } from '../http/misdirected.ts';
import { describeWhereAsked } from '../http/where-asked.ts';

export type Agent = AgentName;

/** `refused` is a matter of configuration; `not-served` breaks a clause of the token endpoint. */
export type TokenFailure =
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly exchange: string;
      /** The reason in two parts. */
      readonly what: string;
      readonly remedy: string;
    }
  | {
      readonly kind: 'not-served';
      readonly status: number;
      readonly expected: string;
      readonly received: string;
      readonly exchange: string;
      /** Set when no token service seems to be at the address. */
      readonly misdirected: Misdirected | null;
    }
  | { readonly kind: 'trouble'; readonly cause: TroubleKind | 'gateway'; readonly reason: string; readonly exchange: string }
  | { readonly kind: 'not-permitted'; readonly reason: string }
  | { readonly kind: 'no-credentials'; readonly reason: string };

export interface Token {
  readonly kind: 'token';
  readonly value: string;
  readonly exchange: string;
  readonly fields: readonly string[];
  readonly lifetimeSeconds: number | null;
}

export type TokenResult = Token | TokenFailure;

interface TokenRequestParts {
  readonly client: Credentials;
  readonly agent: Credentials;
}

export function tokenRequest({ target }: Pick<Config, 'target'>, { client, agent }: TokenRequestParts): RawRequest {
  const form = new URLSearchParams({ username: agent.id, password: agent.password, grant_type: 'password' });
  return {
    method: 'POST',
    url: `${target.authUrl}/authserver/oauth/token`,
    headers: {
      Authorization: `Basic ${encodeBasicCredentials(client)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
  };
}

function parseRecord(text: string): Json {
  const value = parseJson(text);
  return isRecord(value) ? value : {};
}

/** Null when the answer has no access token that fits into a header. */
export function readUsableToken(body: string): string | null {
  const { access_token: token } = parseRecord(body);
  return typeof token === 'string' && /^[!-~]+$/.test(token) ? token : null;
}

function readExpiresIn(body: string): number | null {
  const { expires_in: seconds } = parseRecord(body);
  return typeof seconds === 'number' || (typeof seconds === 'string' && /^\d+$/.test(seconds)) ? Number(seconds) : null;
}

/** Null when the answer states no lifetime. */
export function readLifetimeSeconds(body: string): number | null {
  const seconds = readExpiresIn(body);
  return seconds !== null && seconds > 0 ? seconds : null;
}

/** Whole seconds: 0 means that the token is in its last second. */
export const isInLastSecond = (body: string): boolean => readExpiresIn(body) === 0;

const expectedAnswer = 'HTTP 200 with a usable access_token';

/** OAuth error codes that tell which part of the credentials was refused. */
const partByError = { invalid_client: 'client', invalid_grant: 'agent' } as const;

type CredentialError = keyof typeof partByError;
const isCredentialError = (error: unknown): error is CredentialError => typeof error === 'string' && Object.hasOwn(partByError, error);

const variablesByAgent: Readonly<Record<Agent, Readonly<Record<'client' | 'agent', string>>>> = {
  agent: { client: 'DMT_CLIENT_ID and DMT_CLIENT_PASSWORD', agent: 'DMT_AGENT_ID and DMT_AGENT_PASSWORD' },
  other: { client: 'DMT_CLIENT_ID and DMT_CLIENT_PASSWORD', agent: 'DMT_OTHER_AGENT_ID and DMT_OTHER_AGENT_PASSWORD' },
};

/** The variables to correct: those of the refused part, or of both parts when the answer does not tell. */
function describeRefusal(status: number, error: unknown, agent: Agent): Record<'reason' | 'what' | 'remedy', string> {
  const { client, agent: own } = variablesByAgent[agent];
  const names = isCredentialError(error) ? variablesByAgent[agent][partByError[error]] : `${client}, then ${own}`;
  const what = `the token request was refused with HTTP ${status}`;
  const remedy = `check ${names}, without quotation marks around them`;
  return { reason: `${what}: ${remedy}`, what, remedy };
}

/** Some servers accept the TLS handshake and answer 400 when a client certificate is missing. */
const wantsCertificate = ({ status, body }: WireResponse): boolean => status === 400 && /SSL certificate/i.test(body.text);

/** A gateway or proxy sent this page, not the service (reading 6). */
const isHtmlPage = ({ status, headers }: WireResponse): boolean =>
  status === 200 && headers.some(([name, value]) => name.toLowerCase() === 'content-type' && value.toLowerCase().startsWith('text/html'));

/** Every call sends the token in a header, and no server reads longer headers. */
const longestToken = 32 * 1024;

/** An answer whose token fits no header, or that was not read to its end. */
function findTooLongToken({ id }: Exchange, { status, truncated }: WireResponse, value: string | null): TokenFailure | null {
  if (status === 200 && truncated)
    return {
      kind: 'trouble',
      cause: 'protocol',
      reason: `the answer to the token request is longer than the suite reads (${maxBodyText})`,
      exchange: id,
    };
  if (value === null || value.length <= longestToken) return null;
  const received = `HTTP 200 with one of ${value.length} characters, which no header holds`;
  return { kind: 'not-served', status, expected: expectedAnswer, received, exchange: id, misdirected: null };
}

function judgeTokenAnswer(exchange: Exchange, response: WireResponse, agent: Agent): TokenResult {
  const { id } = exchange;
  const { status, body } = response;
  const value = status === 200 ? readUsableToken(body.text) : null;
  const failure = findTooLongToken(exchange, response, value);
  if (failure !== null) return failure;
  if (value !== null) {
    return {
      kind: 'token',
      value,
      exchange: id,
      fields: Object.keys(parseRecord(body.text)),
      lifetimeSeconds: readLifetimeSeconds(body.text),
    };
  }
  if (wantsCertificate(response))
    return {
      kind: 'trouble',
      cause: 'tls-client-certificate',
      reason: 'the server wants a client certificate; set DMT_CLIENT_CERT_FILE and DMT_CLIENT_KEY_FILE',
      exchange: id,
    };
  if (isHtmlPage(response))
    return {
      kind: 'trouble',
      cause: 'gateway',
      reason: 'the token request received an HTML page; check DMT_AUTH_URL and the proxy',
      exchange: id,
    };
  const { error } = parseRecord(body.text);
  if (status === 401 || status === 403 || (status !== 200 && isCredentialError(error)))
    return { kind: 'refused', ...describeRefusal(status, error, agent), exchange: id };
  if (isGatewayStatus(status))
    return {
      kind: 'trouble',
      cause: 'gateway',
      reason: `the token request received HTTP ${status}, which a gateway sends; try again later`,
      exchange: id,
    };
  const received = status === 200 ? 'HTTP 200 without one' : `HTTP ${status}`;
  return { kind: 'not-served', status, expected: expectedAnswer, received, exchange: id, misdirected: findMisdirection(exchange) };
}

export function readToken(exchange: Exchange, agent: Agent = 'agent'): TokenResult {
  const { id, request, response, trouble } = exchange;
  const result =
    response !== null
      ? judgeTokenAnswer(exchange, response, agent)
      : ({ kind: 'trouble', cause: trouble?.kind ?? 'protocol', reason: trouble?.message ?? 'no answer', exchange: id } as const);
  if (result.kind !== 'refused' && result.kind !== 'trouble') return result;
  return { ...result, reason: result.reason + describeWhereAsked('DMT_AUTH_URL', request.url, trouble) };
}
