import { carriesNonce } from '../core/nonce.ts';
import { member } from '../core/json.ts';
import type { Journal } from '../report/journal/journal.ts';
import { selectSittingExchanges } from '../report/verdict/totals.ts';
import { readRecordedReply } from '../judge/recorded.ts';
import { parseRequestBody, type Exchange } from '../core/exchange.ts';

type ChosenId = readonly [exchange: string, correlationId: string];

function collectChosenIds(exchanges: readonly Exchange[], { judged }: Journal): readonly ChosenId[] {
  const documented = new Set(judged.filter((one) => one.documented).map(({ exchange }) => exchange));
  return exchanges.flatMap((exchange) => {
    if (readRecordedReply(exchange, true)?.operation.id !== 'OP-9' || !documented.has(exchange.id)) return [];
    const id = member(parseRequestBody(exchange), 'correlationId');
    return typeof id === 'string' ? [[exchange.id, id] as const] : [];
  });
}

/** `another`: the run has another nonce or none. `nothing`: the run asked for no transfer, and only a transfer carries a nonce. */
export type NonceResult = 'this' | 'another' | 'nothing';

interface NonceCheck {
  readonly result: NonceResult;
  /** Contradictions that no run writes: a sitting makes all of its ids with one nonce. */
  readonly tampered: readonly string[];
}

const describeForeignId = ([exchange, id]: ChosenId): string =>
  `${exchange}: the correlationId ${id} was not made with the nonce, but others of its sitting were`;

/** Checks each sitting separately, because a later sitting may use another nonce. */
export function checkNonce(journal: Journal, nonce: string): NonceCheck {
  const sittings = journal.sittings
    .map((_, nth) => collectChosenIds(selectSittingExchanges(journal, nth), journal))
    .filter((ids) => ids.length > 0);
  const judged = sittings.map((ids) => ({ ids, others: ids.filter(([, id]) => !carriesNonce(nonce, id)) }));
  const tampered = judged.flatMap(({ ids, others }) => (others.length < ids.length ? others.map(describeForeignId) : []));
  if (judged.length === 0) return { result: 'nothing', tampered };
  return { result: judged.every(({ others }) => others.length === 0) ? 'this' : 'another', tampered };
}
