import type { Subject } from '../../specs/clause.ts';

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A body as it went over the wire; `base64` where the bytes are not UTF-8 text. */
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
  /** Of a callback: its body was not read to its end, or could not be unpacked, and nothing of it is judged. */
  readonly truncated?: true;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: WireBody;
  /** The body was longer than the cap: only its beginning is kept, and nothing of it is judged. */
  readonly truncated: boolean;
  /** It is not of the coding its head tells: the body holds the bytes as they came. */
  readonly unreadable?: true;
}

/** Why no whole answer came. Each kind names one cause a person can act on. */
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

/** One request and its answer as they went over the wire, from us or, as a callback, to us: evidence. */
export interface Exchange {
  /** `x1`, `x2`, … in the order the requests left; `c1`, `c2`, … of callbacks, in the order they came. */
  readonly id: string;
  /** The operation asked for; null for a call outside the specification (a supplied address). */
  readonly operation: Subject | null;
  /** The step or check that asked, in words. */
  readonly purpose: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly request: WireRequest;
  readonly response: WireResponse | null;
  /** Set exactly when `response` is null, but for a callback that somebody else received: its answer is not known. */
  readonly trouble: Trouble | null;
  /** It was sent off the record and kept later: its number tells when it was kept, not when it left. */
  readonly kept?: true;
}

export function findHeader(headers: HeaderList, name: string): string | null {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}

/** Lower case, without parameters. */
export const readMediaType = (headers: HeaderList): string | null =>
  findHeader(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase() ?? null;
