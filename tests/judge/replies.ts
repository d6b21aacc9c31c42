import type { Operation } from '../../specs/operation.ts';
import { readReply, type Reply } from '../../helpers/judge/reply.ts';
import type { Exchange, WireResponse } from '../../helpers/core/exchange.ts';

export interface Answered {
  readonly status?: number;
  readonly mediaType?: string;
  /** Text is sent as it is, other values as JSON. */
  readonly body?: unknown;
}

function buildResponse({ status = 200, mediaType = 'application/json', body = '' }: Answered): WireResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: [['Content-Type', mediaType]], body: { text, encoding: 'utf8' }, truncated: false };
}

const exchange: Omit<Exchange, 'response' | 'trouble'> = {
  id: 'x1',
  operation: null,
  purpose: 'a test',
  startedAt: '2026-01-31T12:00:00.000Z',
  durationMs: 1,
  request: { method: 'GET', url: 'http://127.0.0.1/', headers: [], body: null },
};

export const reply = (operation: Operation, answered: Answered): Reply =>
  readReply(operation, { ...exchange, operation: operation.id, response: buildResponse(answered), trouble: null }, true);

/** No complete answer came. */
export const noExchange: Exchange = { ...exchange, response: null, trouble: { kind: 'reset', message: 'reset' } };

export const noReply = (operation: Operation): Reply => readReply(operation, { ...noExchange, operation: operation.id }, true);

export const envelope = (code: unknown, result: unknown = null, message: unknown = 'success'): unknown => ({
  status: { message, code },
  result,
});
