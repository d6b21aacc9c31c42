import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Agent, Store } from '../state/store.ts';
import type { Clock } from '../state/clock.ts';
import type { Json } from './json.ts';
import type { Refusal, Policy } from '../service/policy.ts';

/** One request as it came in, with the state it meets. */
export interface ServiceRequest {
  /** 1 for the first request of this sandbox, and so on. */
  number: number;
  method: string;
  /** As sent: no decoding, no normalizing, no query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  raw: Uint8Array;
  /** The body as JSON; undefined when there is none or it is not JSON. */
  body: Json | undefined;
  /** There is a body, and it is not JSON or it is too large. */
  malformed: boolean;
  /** `OP-1` … `OP-16`, `TOKEN`, `ACTUATOR`, …; undefined when no route has this method and path. */
  operation: string | undefined;
  /** The operation that lives on this path, whatever the method. */
  pathOperation: string | undefined;
  /** The calling agent, when the token is valid. */
  agent: Agent | undefined;
  baseUrl: string;
  store: Store;
  policy: Policy;
  clock: Clock;
}

/** What happens on the wire instead of a plain response. */
export type Wire =
  | { kind: 'reset' }
  | { kind: 'hang' }
  | { kind: 'delay'; ms: number }
  /** Head and `bytes` of the body, then the connection is cut. */
  | { kind: 'truncate'; bytes: number }
  | { kind: 'drip'; bytes: number; everyMs: number }
  /** The body over and over again, chunked. */
  | { kind: 'repeat'; times: number }
  /** These bytes as they are instead of an HTTP answer, then the end. */
  | { kind: 'raw'; bytes: Uint8Array }
  /** Whatever this writes, for as long as it likes. */
  | { kind: 'own'; write: (response: ServerResponse) => void };

export interface ServiceResponse {
  status: number;
  headers: Record<string, string | string[]>;
  /** Written in the style of the policy unless `bytes` says exactly what to send. */
  json?: Json;
  bytes?: Uint8Array;
  wire?: Wire;
}

export type Handler = (request: ServiceRequest) => Promise<ServiceResponse>;

/** Middleware around the honest handler: changes the request, the response or the store. */
export type Twist = (right: Handler) => Handler;

/** What a handler gets. */
export interface RequestContext {
  request: ServiceRequest;
  params: Record<string, string>;
  store: Store;
  policy: Policy;
  now: number;
}

/** A request context with a valid token. */
export interface AgentContext extends RequestContext {
  agent: Agent;
}

/** Ends a call without a result. Nobody looks where it was made, and a trace costs more than the whole call. */
export class RefusalError extends Error {
  readonly refusal: Refusal;
  constructor(form: Refusal, message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.refusal = form;
  }
}

export function refuse(form: Refusal, message: string): never {
  throw new RefusalError(form, message);
}
