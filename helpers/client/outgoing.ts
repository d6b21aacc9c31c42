import { textAt } from '../core/json.ts';
import type { Subject } from '../../specs/clause.ts';
import type { Operation } from '../../specs/operation.ts';
import type { Config } from '../config/config.ts';
import type { Ticket } from './http/barrier.ts';
import { createRequestBuilder, type Call, type RawRequest } from './http/call.ts';
import { userAgentHeader } from './http/user-agent.ts';
import type { HttpRequest } from './http/wire.ts';
import { createIntentReader } from './limits/intent.ts';
import type { Intent } from './limits/permit.ts';

/** A call on its way out: what is known of it before it has a token. */
export interface Outgoing {
  /** The request with the token filled in. */
  readonly make: (token: string | null) => HttpRequest;
  readonly subject: Subject | null;
  readonly purpose: string;
  readonly intent: Intent;
  readonly correlationId: string | null;
  readonly timeoutMs: number;
  readonly maxBytes?: number | undefined;
  /** Counted but not recorded, unless its exchange is kept later. */
  readonly quiet?: boolean;
  /** Leaves together with others. */
  readonly ticket?: Ticket | undefined;
  /** Takes the next free slot. */
  readonly ahead?: boolean;
}

/** Makes calls ready to go out to the target of a run. */
export interface Outbox {
  readonly prepareCall: (operation: Operation, call: Call, purpose: string, options?: { quiet?: boolean; timeoutMs?: number }) => Outgoing;
  readonly prepareRaw: (request: RawRequest, purpose: string, subject: Subject | null) => Outgoing;
}

export function openOutbox(config: Config, run: string | undefined): Outbox {
  const to = createRequestBuilder(config.target.baseUrl, userAgentHeader(run));
  const intents = createIntentReader(config);
  const { timeoutMs: usualMs } = config.connection;
  return {
    prepareCall(operation, call, purpose, { quiet = false, timeoutMs = usualMs } = {}) {
      return {
        make: (token) => to.fromCall(operation, call, token),
        subject: operation.id,
        purpose,
        intent: intents.readCall(operation, call),
        correlationId: textAt(call.payload, 'correlationId'),
        timeoutMs: Math.min(timeoutMs, call.withinMs ?? timeoutMs),
        quiet,
        ticket: call.ticket,
        ahead: call.ahead ?? false,
      };
    },
    prepareRaw(request, purpose, subject) {
      return {
        make: (token) => to.fromRaw(request, token),
        subject,
        purpose,
        intent: intents.readRaw(request, subject),
        correlationId: null,
        timeoutMs: request.timeoutMs ?? usualMs,
        maxBytes: request.maxBytes,
      };
    },
  };
}
