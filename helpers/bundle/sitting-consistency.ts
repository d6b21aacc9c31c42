import type { Journal } from '../report/journal/journal.ts';
import type { LedgerCall } from '../report/journal/ledger.ts';
import type { Sitting } from '../report/journal/sittings.ts';
import { selectSittingExchanges } from '../report/verdict/totals.ts';
import { countEffect } from '../report/verdict/checks.ts';
import type { Exchange } from '../core/exchange.ts';

/** `calls` are those of the ledger. */
export type ConsistencyRule = (journal: Journal, calls: readonly LedgerCall[]) => readonly string[];

export const problemUnless = (holds: boolean, words: string): readonly string[] => (holds ? [] : [words]);

export const readExchangeNumber = ({ id }: Exchange): number => Number(/^[xc]([1-9]\d*)$/.exec(id)?.[1] ?? Number.NaN);

/** False for a callback. Another clock may have recorded it elsewhere, before the run. */
export const isRequest = ({ id }: Exchange): boolean => !id.startsWith('c');

const isConsecutive = (exchanges: readonly Exchange[], from: number): boolean =>
  exchanges
    .map(readExchangeNumber)
    .sort((one, other) => one - other)
    .every((number, index) => number === from + index + 1);

/** A finished sitting records every request in order; a killed one may lack the last ones. */
function findSittingProblems({ numbered, ending }: Sitting, exchanges: readonly Exchange[]): readonly string[] {
  if (ending?.kind !== 'end') return [];
  const requests = exchanges.filter(isRequest);
  const callbacks = exchanges.filter((exchange) => !isRequest(exchange));
  const { totals, unrecorded } = ending;
  const counted = totals.requests === requests.length + (unrecorded?.requests ?? 0);
  return [
    ...problemUnless(
      isConsecutive(requests, numbered.requests) && isConsecutive(callbacks, numbered.callbacks),
      'the exchanges are not numbered in sequence: some were removed, added or repeated',
    ),
    ...problemUnless(counted, `${totals.requests} requests were counted, but ${requests.length} are recorded`),
    ...findEffectProblems(totals.otps - (unrecorded?.otps ?? 0), totals.transfers - (unrecorded?.transfers ?? 0), exchanges),
  ];
}

const findEffectProblems = (otps: number, transfers: number, exchanges: readonly Exchange[]): readonly string[] =>
  (
    [
      ['sends-otp', otps],
      ['moves-money', transfers],
    ] as const
  ).flatMap(([effect, total]) => {
    const recorded = countEffect(exchanges, effect);
    return problemUnless(recorded >= total, `${total} calls of the kind ${effect} were counted, but ${recorded} are recorded`);
  });

/** Each id occurs once, and each sitting continues the numbers of the one before. */
export const findRecordProblems: ConsistencyRule = (journal) => {
  const { sittings, exchanges } = journal;
  const own = sittings.map((_, nth) => selectSittingExchanges(journal, nth));
  return [
    ...problemUnless(new Set(exchanges.map(({ id }) => id)).size === exchanges.length, 'an exchange is recorded twice'),
    ...problemUnless(own.flat().length === exchanges.length, 'an exchange is recorded that belongs to no sitting'),
    ...sittings.flatMap((sitting, nth) => findSittingProblems(sitting, own[nth] ?? [])),
  ];
};

const listMoments = (sittings: readonly Sitting[]): readonly number[] =>
  sittings.flatMap(({ startedAt, ending }) => [startedAt, ...(ending === null ? [] : [ending.finishedAt])]).map(Date.parse);

const isOrdered = (moments: readonly number[]): boolean => moments.every((moment, at) => at === 0 || moment >= (moments[at - 1] ?? 0));

/** The parts of a split run may run at the same time. */
export const findSittingOrderProblems: ConsistencyRule = ({ run, sittings }) => {
  const byPart = [...Map.groupBy(sittings, ({ part }) => part).values()].map(listMoments);
  const begins = Date.parse(run.startedAt) === Math.min(...byPart.flat());
  return problemUnless(begins && byPart.every(isOrdered), 'the sittings of the run do not follow one another');
};
