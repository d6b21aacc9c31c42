import type { Exchange } from '../core/exchange.ts';
import { foldRecord, type Moment } from '../judge/facts/facts.ts';
import type { Journal } from '../report/journal/journal.ts';
import { selectSittingExchanges } from '../report/verdict/totals.ts';

interface RecordedPart extends Pick<Journal, 'exchanges' | 'offRecord'> {
  /** Undefined for a run that was not split. */
  readonly part: number | undefined;
}

type SittingsOfRun = Pick<Journal, 'sittings' | 'exchanges' | 'offRecord'>;

/** The record by part of a split run. Each part had its own people, and may have had a target of its own: facts of one say nothing of another. */
export function listParts(journal: SittingsOfRun): readonly RecordedPart[] {
  const { sittings, exchanges, offRecord } = journal;
  const parts = [...new Set(sittings.flatMap(({ part }) => part ?? []))];
  if (parts.length === 0) return [{ part: undefined, exchanges, offRecord }];
  return parts.map((part) => {
    const own = new Set(sittings.flatMap((sitting, nth) => (sitting.part === part ? selectSittingExchanges(journal, nth) : [])));
    return { part, exchanges: exchanges.filter((each) => own.has(each)), offRecord: offRecord.filter((each) => each.part === part) };
  });
}

/** The facts that may judge an answer: those of its own part. */
export function foldParts(journal: SittingsOfRun): (exchange: Exchange) => Moment {
  const stores = listParts(journal).map(({ exchanges, offRecord }) => ({ exchanges, store: foldRecord(exchanges, offRecord) }));
  const storeOf = new Map(stores.flatMap(({ exchanges, store }) => exchanges.map(({ id }) => [id, store] as const)));
  return (exchange) => (storeOf.get(exchange.id) ?? foldRecord([])).momentOf(exchange);
}
