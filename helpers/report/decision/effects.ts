import { Big } from 'big.js';
import { operations } from '../../../specs/operations.ts';
import { plural } from '../../core/text.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import type { Effects, Doubt, NamedFact } from './rows.ts';
import type { LedgerCall } from '../journal/ledger.ts';

const titles: ReadonlyMap<string, string> = new Map(operations.map(({ id, title }) => [id, `${id} ${title}`]));

/** What may be left behind; a refused call, and one never sent, left nothing. */
const stays = ({ state }: LedgerCall): boolean => state !== 'refused' && state !== 'not-sent';

/** How a transfer ended, in the order it is told. */
const stateWords: Readonly<Record<LedgerCall['state'], string>> = {
  settled: 'Settled',
  refunded: "Settled in the customer's wallet (isDelayed)",
  failed: 'Failed',
  accepted: 'Accepted, end not known',
  'in-doubt': 'In doubt',
  unknown: 'Never arrived: not known to OP-10',
  refused: 'Refused',
  'not-sent': 'Not sent',
};

/** Calls that were answered with one invoice moved its money once. */
function sumOf(calls: readonly LedgerCall[]): string {
  const once = new Map(calls.map((call) => [call.invoice ?? `${call.run} ${call.exchange}`, call.amount ?? '0']));
  const sum = [...once.values()].reduce((total, amount) => total.plus(amount), new Big(0));
  const shared = once.size === calls.length ? '' : ` of ${plural(once.size, 'transfer')}`;
  return `${plural(calls.length, 'call')}${shared}, ${sum.toFixed(2)}`;
}

function endings(calls: readonly LedgerCall[]): readonly NamedFact[] {
  const states = Object.entries(stateWords).map(([state, name]) => ({ name, taken: calls.filter((call) => call.state === state) }));
  return states.filter(({ taken }) => taken.length > 0).map(({ name, taken }) => ({ name, value: sumOf(taken) }));
}

function residue(calls: readonly LedgerCall[]): readonly NamedFact[] {
  const left = calls.filter((call) => call.effect !== 'moves-money' && stays(call));
  return [...Map.groupBy(left, ({ operation, method }) => titles.get(operation ?? '') ?? `${method} elsewhere`)].map(([name, taken]) => ({
    name,
    value: plural(taken.length, 'call'),
  }));
}

const hostIn = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

const doubtOf = ({ at, run, exchange, operation, amount, correlationId, detail }: LedgerCall, thisRun: string): Doubt => ({
  at,
  operation: titles.get(operation ?? '') ?? operation ?? 'unknown',
  amount,
  correlationId,
  detail,
  exchange,
  earlier: run !== thisRun,
});

/** The calls of a ledger that the pages of a run tell of: its own, those it found the end of, and what anybody left in doubt on its hosts. */
export const callsAbout = ({ run }: VerdictFile, calls: readonly LedgerCall[]): readonly LedgerCall[] =>
  calls.filter(
    (call) => call.run === run.id || call.foundBy === run.id || (call.state === 'in-doubt' && run.hosts.includes(hostIn(call.url))),
  );

/** Money, OTPs and records: what this run cost and left, and what of it, or of earlier runs on these hosts, nobody knows the end of. */
export function effectsOf({ run }: VerdictFile, calls: readonly LedgerCall[]): Effects {
  const own = calls.filter((call) => call.run === run.id);
  const transfers = own.filter(({ effect }) => effect === 'moves-money');
  const found = calls.filter((call) => call.foundBy === run.id && call.run !== run.id);
  const least = run.totals === 'at-least' ? 'at least ' : '';
  const doubts = calls.filter(({ state, url }) => state === 'in-doubt' && run.hosts.includes(hostIn(url)));
  return {
    money: [
      { name: 'Asked to move', value: `${least}${run.amount.toFixed(2)} in ${plural(run.transfers, 'transfer')}` },
      ...endings(transfers),
      ...endings(found).map(({ name, value }) => ({ name: `Of earlier runs, found out by this one: ${name}`, value })),
      { name: 'OTP messages', value: `${least}${run.otps}` },
      { name: 'Requests', value: `${least}${run.requests}` },
    ],
    residue: residue(own),
    inDoubt: doubts.map((call) => doubtOf(call, run.id)),
  };
}
