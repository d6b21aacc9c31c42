import type { Subject } from '../../specs/clause.ts';
import type { Exchange, HeaderList } from '../../helpers/core/exchange.ts';
import { openRedactor, type Redactor } from '../../helpers/redaction/redactor.ts';

export const STATE = '5f0c7a52-1111-4abc-8def-0123456789ab';
export const KEY = Buffer.alloc(32, 7);

export interface Parts {
  readonly url?: string;
  readonly sent?: HeaderList;
  readonly request?: string | null;
  readonly received?: HeaderList;
  readonly response?: string;
}

export function exchange(
  operation: Subject | null,
  { url = 'https://uat.example/x', sent = [], request = null, received = [], response = '' }: Parts,
): Exchange {
  return {
    id: 'x1',
    operation,
    purpose: 'a test',
    startedAt: '2026-11-20T12:00:00.000Z',
    durationMs: 1.5,
    request: { method: 'POST', url, headers: sent, body: request === null ? null : { text: request, encoding: 'utf8' } },
    response: { status: 200, headers: received, body: { text: response, encoding: 'utf8' }, truncated: false },
    trouble: null,
  };
}

/** The redacted line, parsed: it must still be JSON. */
export const redactExchange = (redactor: Redactor, operation: Subject | null, parts: Parts): Exchange =>
  JSON.parse(redactor.line(exchange(operation, parts))) as Exchange;

export const redactAnswer = (redactor: Redactor, operation: Subject, response: string): string =>
  redactExchange(redactor, operation, { response }).response?.body.text ?? '';

export function createLearnedRedactor(...values: readonly string[]): Redactor {
  const redactor = openRedactor(KEY);
  redactor.learn(...values);
  return redactor;
}
