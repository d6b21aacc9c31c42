import { carriesNonce } from '../run/nonce.ts';
import { member, parseJson } from '../judge/reply.ts';
import type { Journal } from '../report/journal.ts';
import { replyOf } from '../run/recorded.ts';

/** The correlationIds that the suite chose for documented transfers, by exchange. */
function chosen({ exchanges, judged }: Journal): readonly (readonly [exchange: string, correlationId: string])[] {
  const documented = new Set(judged.filter((one) => one.documented).map(({ exchange }) => exchange));
  return exchanges.flatMap((exchange) => {
    if (replyOf(exchange, true)?.operation.id !== 'OP-9' || !documented.has(exchange.id)) return [];
    const id = member(parseJson(exchange.request.body?.text ?? ''), 'correlationId');
    return typeof id === 'string' ? [[exchange.id, id] as const] : [];
  });
}

/** Transfers that were not asked for by a run that knew the nonce. A run without transfers cannot be corroborated. */
export function nonceProblems(journal: Journal, nonce: string): readonly string[] {
  const ids = chosen(journal);
  if (ids.length === 0) return ['no transfer was asked for, so nothing carries the nonce'];
  return ids
    .filter(([, id]) => !carriesNonce(nonce, id))
    .map(([exchange, id]) => `${exchange}: the correlationId ${id} was not made with the nonce`);
}
