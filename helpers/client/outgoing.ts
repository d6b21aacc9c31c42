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

export interface Outgoing {
  readonly make: (token: string | null) => HttpRequest;
  readonly subject: Subject | null;
  readonly purpose: string;
  readonly intent: Intent;
  readonly correlationId: string | null;
  readonly timeoutMs: number;
  readonly maxBytes?: number | undefined;
  /** Counted but not recorded, unless `recordLater` keeps it. */
  readonly unrecorded?: boolean;
  readonly ticket?: Ticket | undefined;
  readonly ahead?: boolean;
}

export interface Outbox {
  readonly prepareCall: (
    operation: Operation,
    call: Call,
    purpose: string,
    options?: { unrecorded?: boolean; timeoutMs?: number },
  ) => Outgoing;
  readonly prepareRaw: (request: RawRequest, purpose: string, subject: Subject | null) => Outgoing;
}

export function openOutbox(config: Config, run: string | undefined): Outbox {
  const to = createRequestBuilder(config.target.baseUrl, userAgentHeader(run));
  const intents = createIntentReader(config);
  const { timeoutMs: usualMs } = config.connection;
  return {
    prepareCall(operation, call, purpose, { unrecorded = false, timeoutMs = usualMs } = {}) {
      return {
        make: (token) => to.fromCall(operation, call, token),
        subject: operation.id,
        purpose,
        intent: intents.readCall(operation, call),
        correlationId: textAt(call.payload, 'correlationId'),
        timeoutMs: Math.min(timeoutMs, call.withinMs ?? timeoutMs),
        unrecorded,
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
