import { textAt } from '../core/json.ts';
import type { Subject } from '../../specs/clause.ts';
import type { Operation } from '../../specs/operation.ts';
import type { Config } from '../config/config.ts';
import type { Ticket } from './http/barrier.ts';
import {
  createRequestBuilder,
  toHeaderList,
  type Call,
  type ExtraHeaders,
  type Hold,
  type RawRequest,
  type TokenChoice,
} from './http/call.ts';
import type { AgentName } from '../core/exchange.ts';
import { userAgentHeader } from './http/user-agent.ts';
import type { HttpRequest } from './http/wire.ts';
import { createIntentReader } from './limits/intent.ts';
import type { Intent } from './limits/permit.ts';

export interface Outgoing {
  readonly make: (token: string | null) => HttpRequest;
  readonly subject: Subject | null;
  readonly purpose: string;
  /** Whose token it carries. */
  readonly as: AgentName | null;
  readonly intent: Intent;
  readonly correlationId: string | null;
  readonly timeoutMs: number;
  readonly maxBytes?: number | undefined;
  /** Counted but not recorded, unless `recordLater` keeps it. */
  readonly unrecorded?: boolean;
  readonly ticket?: Ticket | undefined;
  readonly priority?: boolean;
  readonly hold?: Hold | undefined;
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

/** Null where the token is made up, or another Authorization header replaces it. */
function readAgent(token: TokenChoice, headers: ExtraHeaders = {}): AgentName | null {
  if (typeof token === 'object' || token === 'none') return null;
  return toHeaderList(headers).some(([name]) => name.toLowerCase() === 'authorization') ? null : token;
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
        as: readAgent(call.token ?? 'agent', call.headers),
        intent: intents.readCall(operation, call),
        correlationId: textAt(call.payload, 'correlationId'),
        timeoutMs: Math.min(timeoutMs, call.withinMs ?? timeoutMs),
        unrecorded,
        ticket: call.ticket,
        priority: call.priority ?? false,
        hold: call.hold,
      };
    },
    prepareRaw(request, purpose, subject) {
      return {
        make: (token) => to.fromRaw(request, token),
        subject,
        purpose,
        as: readAgent(request.token ?? 'none', request.headers),
        intent: intents.readRaw(request, subject),
        correlationId: null,
        timeoutMs: request.timeoutMs ?? usualMs,
        maxBytes: request.maxBytes,
      };
    },
  };
}
