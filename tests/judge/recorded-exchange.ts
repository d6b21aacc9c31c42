import type { Operation } from '../../specs/operation.ts';
import { documentedCall } from '../../specs/documented-call.ts';
import type { AgentName, Exchange } from '../../helpers/core/exchange.ts';
import { fillPath } from '../../helpers/client/http/call.ts';
import { envelope } from './replies.ts';

interface Recorded {
  readonly id: string;
  readonly form?: string;
  readonly values?: object;
  /** Null for a lost answer. */
  readonly answer?: unknown;
  readonly status?: number;
  readonly after: number;
  readonly as?: AgentName | null;
  readonly startedAt?: string;
}

/** An exchange as the record holds it: a documented call and the answer to it. */
export function recordedExchange(
  operation: Operation,
  { id, form, values = {}, answer = null, status = 200, after, as = 'agent', startedAt = '2026-01-31T12:00:00.000Z' }: Recorded,
): Exchange {
  const call = documentedCall(operation, form ?? Object.keys(operation.forms)[0] ?? '', values);
  const query = new URLSearchParams(call.query).toString();
  const path = fillPath(call.template ?? operation.path, call.path, operation.id);
  const base = {
    id,
    operation: operation.id,
    purpose: 'a test',
    startedAt,
    durationMs: 1,
    after,
    as,
    request: {
      method: operation.method,
      url: `http://127.0.0.1${path}${query === '' ? '' : `?${query}`}`,
      headers: [],
      body: call.payload === undefined ? null : { text: JSON.stringify(call.payload), encoding: 'utf8' as const },
    },
  };
  if (answer === null) return { ...base, response: null, trouble: { kind: 'reset', message: 'reset' } };
  const body = { text: JSON.stringify(answer), encoding: 'utf8' as const };
  return { ...base, response: { status, headers: [['Content-Type', 'application/json']], body, truncated: false }, trouble: null };
}

export const served = (result: unknown): unknown => envelope(2000, result);
export const refused = (code = 4040): unknown => envelope(code);
