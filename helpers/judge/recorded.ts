import { operations } from '../../specs/operations.ts';
import { readCallback, type Callback } from './callback.ts';
import type { Received } from '../callback/received.ts';
import { readReply, type Reply } from './reply.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Judged } from '../core/records/journal-lines.ts';
import { byId } from '../core/by-id.ts';

const operationById = new Map<string, (typeof operations)[number]>(operations.map((operation) => [operation.id, operation]));

/** Reads an exchange again; null for one that is no business operation. */
export function readRecordedReply(exchange: Exchange, documented: boolean): Reply | null {
  const operation = exchange.operation === null ? undefined : operationById.get(exchange.operation);
  return operation === undefined ? null : readReply(operation, exchange, documented);
}

export function readRecordedReplies(judged: readonly Judged[], exchanges: readonly Exchange[]): readonly Reply[] {
  const recorded = byId(exchanges);
  return judged.flatMap(({ exchange, documented }) => {
    const found = recorded.get(exchange);
    return (found && readRecordedReply(found, documented)) ?? [];
  });
}

/** Only what the record holds may be judged. */
function toReceived({ startedAt, request, response }: Exchange): Received {
  const elsewhere = response === null;
  const { method, url, headers, body } = request;
  return {
    receivedAt: startedAt,
    method: elsewhere && method === 'UNKNOWN' ? null : method,
    url,
    headers: elsewhere && headers.length === 0 ? null : headers,
    body: body ?? { text: '', encoding: 'utf8' },
    truncated: request.truncated === true,
    answered: response?.status ?? null,
  };
}

/** A longer body may have been cut, which the record does not show. */
const longest = 1_000_000;

/** Reads recorded callbacks again. Only their own sitting knew whom they were about. */
export const readRecordedCallbacks = (exchanges: readonly Exchange[]): readonly Callback[] =>
  exchanges
    .filter(({ operation, request }) => operation === 'CALLBACK' && (request.body?.text.length ?? 0) < longest)
    .map((exchange) => readCallback({ received: toReceived(exchange), exchange: exchange.id, about: null, age: 'late' }));
