import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Agent, Store } from '../state/store.ts';
import type { Clock } from '../state/clock.ts';
import type { Json } from './json.ts';
import type { Refusal, Policy } from '../service/policy.ts';

export interface ServiceRequest {
  /** Counts the requests of this sandbox from 1. */
  number: number;
  method: string;
  /** As sent: not decoded, not normalized, without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  raw: Uint8Array;
  /** Undefined when there is no body or it is not JSON. */
  body: Json | undefined;
  /** There is a body that is not JSON or is too large. */
  malformed: boolean;
  /** `OP-1` … `OP-16`, `TOKEN`, `ACTUATOR`, …; undefined when no route has this method and path. */
  operation: string | undefined;
  /** The operation of this path, under any method. */
  pathOperation: string | undefined;
  /** The calling agent; undefined without a valid token. */
  agent: Agent | undefined;
  baseUrl: string;
  store: Store;
  policy: Policy;
  clock: Clock;
}

/** What the server does on the wire instead of sending a plain response. */
export type Wire =
  | { kind: 'reset' }
  | { kind: 'hang' }
  | { kind: 'delay'; ms: number }
  /** Sends the head and `bytes` of the body, then cuts the connection. */
  | { kind: 'truncate'; bytes: number }
  | { kind: 'drip'; bytes: number; everyMs: number }
  /** Repeats the body, chunked. */
  | { kind: 'repeat'; times: number }
  /** Sends these bytes instead of an HTTP answer, then ends. */
  | { kind: 'raw'; bytes: Uint8Array }
  /** Writes anything, with no limit of time. */
  | { kind: 'own'; write: (response: ServerResponse) => void };

export interface ServiceResponse {
  status: number;
  headers: Record<string, string | string[]>;
  /** Written in the style of the policy, unless `bytes` says exactly what to send. */
  json?: Json;
  bytes?: Uint8Array;
  wire?: Wire;
}

export type Handler = (request: ServiceRequest) => Promise<ServiceResponse>;

/** Middleware around the honest handler: changes the request, the response or the store. */
export type Twist = (right: Handler) => Handler;

export interface RequestContext {
  request: ServiceRequest;
  params: Record<string, string>;
  store: Store;
  policy: Policy;
  now: number;
}

/** The context of a request with a valid token. */
export interface AgentContext extends RequestContext {
  agent: Agent;
}

/** Ends a call without a result. It has no stack trace, because the trace would cost more than the whole call. */
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
