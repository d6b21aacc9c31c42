import { Big } from 'big.js';
import type { Exchange } from '../../core/exchange.ts';
import type { Journal } from '../journal/journal.ts';
import { wasInterrupted, parseExchangeNumber, sumSpent, type Sitting } from '../journal/sittings.ts';
import { countEffect } from './checks.ts';
import type { VerdictSitting } from '../model/verdict-file.ts';

function parseSentAmount({ operation, request }: Exchange): Big {
  if (operation !== 'OP-9' || request.method !== 'POST' || request.body === null) return Big(0);
  const stated = /"amount"\s*:\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(request.body.text)?.[1];
  return Big(stated ?? 0);
}

/** A campaign may request more than a JSON number can hold. */
const toFiniteNumber = (amount: Big | string): number => Math.min(Number(amount), Number.MAX_VALUE);

type Totals = Pick<VerdictSitting, 'requests' | 'otps' | 'transfers' | 'amount' | 'totals'>;

/** A killed sitting wrote no totals, so this counts the least it did: from its spending records and its exchanges. */
function countLeast({ spent }: Sitting, exchanges: readonly Exchange[]): Totals {
  const recorded = sumSpent(spent);
  const amountAsked = exchanges.reduce((sum, exchange) => sum.plus(parseSentAmount(exchange)), Big(0));
  const otps = countEffect(exchanges, 'sends-otp');
  const transfers = countEffect(exchanges, 'moves-money');
  return {
    requests: exchanges.filter(({ id }) => !id.startsWith('c')).length,
    ...(spent.length === 0
      ? { otps, transfers, amount: toFiniteNumber(amountAsked) }
      : { otps: recorded.otps, transfers: recorded.transfers, amount: toFiniteNumber(recorded.amount) }),
    totals: 'at-least',
  };
}

function findLastMoment({ startedAt, outcomes }: Sitting, exchanges: readonly Exchange[]): string {
  const ends = [...outcomes, ...exchanges].map((each) => Date.parse(each.startedAt) + each.durationMs);
  return new Date(ends.reduce((latest, end) => Math.max(latest, end), Date.parse(startedAt))).toISOString();
}

/** Selects by the number in each id. */
export function selectSittingExchanges({ sittings, exchanges }: Pick<Journal, 'sittings' | 'exchanges'>, nth: number): readonly Exchange[] {
  const own = sittings[nth]?.numbered;
  const next = sittings[nth + 1]?.numbered;
  const within = (id: string, letter: 'x' | 'c', from = 0, to = Infinity): boolean =>
    parseExchangeNumber(id, letter) > from && parseExchangeNumber(id, letter) <= to;
  if (sittings.length === 1) return exchanges;
  return exchanges.filter(({ id }) => within(id, 'x', own?.requests, next?.requests) || within(id, 'c', own?.callbacks, next?.callbacks));
}

export function countSittings(journal: Journal): readonly VerdictSitting[] {
  return journal.sittings.flatMap((sitting, nth) => {
    const { startedAt, runBy, ending, tries, part } = sitting;
    if (part === null) return [];
    const exchanges = selectSittingExchanges(journal, nth);
    const totals: Totals =
      ending === null
        ? countLeast(sitting, exchanges)
        : { ...ending.totals, amount: toFiniteNumber(ending.totals.amount), totals: 'exact' };
    return {
      startedAt,
      finishedAt: ending?.finishedAt ?? findLastMoment(sitting, exchanges),
      runBy,
      interrupted: wasInterrupted(sitting),
      checks: tries?.length ?? journal.plan.length,
      ...totals,
      ...(part === undefined ? {} : { part }),
    };
  });
}

export function sumSittings(sittings: readonly VerdictSitting[]): Totals {
  const sum = (pick: (sitting: VerdictSitting) => number): number =>
    toFiniteNumber(sittings.reduce((total, sitting) => total.plus(pick(sitting)), Big(0)));
  return {
    requests: sum(({ requests }) => requests),
    otps: sum(({ otps }) => otps),
    transfers: sum(({ transfers }) => transfers),
    amount: sum(({ amount }) => amount),
    totals: sittings.every(({ totals }) => totals === 'exact') ? 'exact' : 'at-least',
  };
}
