import type { Subject } from '../../specs/clause.ts';
import { parseJson } from './json.ts';

/** The agents of the configuration: the usual one, and the second one of authorization checks. */
export type AgentName = 'agent' | 'other';

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** `base64` where the bytes are not UTF-8 text. */
export interface WireBody {
  readonly text: string;
  readonly encoding: 'utf8' | 'base64';
}

export interface WireRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: WireBody | null;
  /** Callbacks only: the body was cut or could not be unpacked, so no check judges it. */
  readonly truncated?: true;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: WireBody;
  /** The body exceeded the cap: only its beginning is kept, and no check judges it. */
  readonly truncated: boolean;
  /** The body is not in the coding that its headers name; it holds the bytes as received. */
  readonly unreadable?: true;
}

/** Why no complete answer came. Each kind names one cause that a person can act on. */
export type TroubleKind =
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'tls-unknown-issuer'
  | 'tls-client-certificate'
  | 'tls'
  | 'proxy'
  | 'timeout'
  | 'reset'
  | 'cut'
  | 'protocol';

export interface Trouble {
  readonly kind: TroubleKind;
  readonly message: string;
}

/** One request and its answer as sent over the wire: from us, or to us as a callback. */
export interface Exchange {
  /** `x1`, `x2`, … in the order the requests left; `c1`, `c2`, … for callbacks, in the order they came. */
  readonly id: string;
  /** Null for a call outside the specification, such as one to a supplied address. */
  readonly operation: Subject | null;
  readonly purpose: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly request: WireRequest;
  readonly response: WireResponse | null;
  /** Null when an answer came. Also null for a callback that another program received: its answer is unknown. */
  readonly trouble: Trouble | null;
  /** Sent unrecorded and kept later: the number shows when it was kept, not when it left. */
  readonly kept?: true;
  /** How many exchanges were on record when this request left: what they established may judge its answer. Absent in earlier records. */
  readonly after?: number;
  /** The agent whose token the request carried; null for none, or for a token that was made up. */
  readonly as?: AgentName | null;
}

/** What is known of an exchange when its request leaves. */
export type Departure = Pick<Exchange, 'id' | 'operation' | 'request' | 'after' | 'as'>;

export function findHeader(headers: HeaderList, name: string): string | null {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}

/** A session may serve under the token alone that asked for it. */
export const hasSameToken = (one: Exchange, other: Exchange): boolean =>
  findHeader(one.request.headers, 'authorization') === findHeader(other.request.headers, 'authorization');

/** Undefined when the body that was sent is not JSON. */
export const parseRequestBody = ({ request }: Pick<Exchange, 'request'>): unknown => parseJson(request.body?.text ?? '');

/** Lower case, without parameters. */
export const readMediaType = (headers: HeaderList): string | null =>
  findHeader(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase() ?? null;
