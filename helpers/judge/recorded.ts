import { operations } from '../../specs/operations.ts';
import { readCallback, type Callback } from './callback.ts';
import type { Received } from '../callback/received.ts';
import { readReply, type Reply } from './reply.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Judged } from '../core/records/journal-lines.ts';

const operationById = new Map<string, (typeof operations)[number]>(operations.map((operation) => [operation.id, operation]));

/** An exchange of a business operation, read again; null for any other. */
export function readRecordedReply(exchange: Exchange, documented: boolean): Reply | null {
  const operation = exchange.operation === null ? undefined : operationById.get(exchange.operation);
  return operation === undefined ? null : readReply(operation, exchange, documented);
}

/** The answers that passive checks judged, read again in the same order. */
export function readRecordedReplies(judged: readonly Judged[], exchanges: readonly Exchange[]): readonly Reply[] {
  const recorded = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return judged.flatMap(({ exchange, documented }) => {
    const found = recorded.get(exchange);
    return (found && readRecordedReply(found, documented)) ?? [];
  });
}

/** What the record of a callback tells of it; what it does not tell may not be judged. */
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

/** Longer ones may have been cut, which their record does not tell. */
const longest = 1_000_000;

/** Recorded callbacks, read again; whom they were about was known to their sitting alone. */
export const readRecordedCallbacks = (exchanges: readonly Exchange[]): readonly Callback[] =>
  exchanges
    .filter(({ operation, request }) => operation === 'CALLBACK' && (request.body?.text.length ?? 0) < longest)
    .map((exchange) => readCallback({ received: toReceived(exchange), exchange: exchange.id, about: null, age: 'late' }));
