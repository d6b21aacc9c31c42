import { operations } from '../../../specs/operations.ts';
import { plural } from '../decide.ts';
import type { VerdictFile } from '../verdict-file.ts';
import type { Doubt, Effects, Fact } from './content.ts';
import type { LedgerCall } from './ledger.ts';

const titles: ReadonlyMap<string, string> = new Map(operations.map(({ id, title }) => [id, `${id} ${title}`]));

/** What may be left behind; a refused call, and one never sent, left nothing. */
const stays = ({ state }: LedgerCall): boolean => state !== 'refused' && state !== 'not-sent';

const stateWords: Readonly<Record<LedgerCall['state'], string>> = {
  accepted: 'accepted',
  settled: 'paid out',
  refunded: 'refunded',
  failed: 'failed at the bank',
  refused: 'refused',
  'in-doubt': 'in doubt',
  'not-sent': 'not sent',
};

function counted(calls: readonly LedgerCall[]): string {
  const states = [...Map.groupBy(calls, ({ state }) => state)].map(([state, taken]) => `${taken.length} ${stateWords[state]}`);
  return states.join(', ') || 'none';
}

function residue(calls: readonly LedgerCall[]): readonly Fact[] {
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

/** The calls of a ledger that the pages of a run tell of: its own, and what anybody left in doubt on its hosts. */
export const callsAbout = ({ run }: VerdictFile, calls: readonly LedgerCall[]): readonly LedgerCall[] =>
  calls.filter((call) => call.run === run.id || (call.state === 'in-doubt' && run.hosts.includes(hostIn(call.url))));

/** Money, OTPs and records: what this run cost and left, and what of it, or of earlier runs on these hosts, nobody knows the end of. */
export function effectsOf({ run }: VerdictFile, calls: readonly LedgerCall[]): Effects {
  const own = calls.filter((call) => call.run === run.id);
  const transfers = own.filter(({ effect }) => effect === 'moves-money');
  const least = run.totals === 'at-least' ? 'at least ' : '';
  const doubts = calls.filter(({ state, url }) => state === 'in-doubt' && run.hosts.includes(hostIn(url)));
  return {
    money: [
      { name: 'Asked to move', value: `${least}${run.amount.toFixed(2)} in ${plural(run.transfers, 'transfer')}` },
      { name: 'Transfer calls', value: counted(transfers) },
      { name: 'OTP messages', value: `${least}${run.otps}` },
      { name: 'Requests', value: `${least}${run.requests}` },
    ],
    residue: residue(own),
    inDoubt: doubts.map((call) => doubtOf(call, run.id)),
  };
}
