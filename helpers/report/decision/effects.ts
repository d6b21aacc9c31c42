import { Big } from 'big.js';
import { operations } from '../../../specs/operations.ts';
import { pluralize } from '../../core/text.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import type { Effects, Doubt, NamedFact } from './rows.ts';
import type { LedgerCall } from '../journal/ledger.ts';

const titleByOperation: ReadonlyMap<string, string> = new Map(operations.map(({ id, title }) => [id, `${id} ${title}`]));

/** A refused call, or one that was never sent, leaves no record. */
const leavesRecord = ({ state }: LedgerCall): boolean => state !== 'refused' && state !== 'not-sent';

/** In the order of the page. */
const stateTitles: Readonly<Record<LedgerCall['state'], string>> = {
  settled: 'Settled',
  refunded: "Settled in the customer's wallet (isDelayed)",
  failed: 'Failed',
  accepted: 'Accepted, end unknown',
  'in-doubt': 'In doubt',
  unknown: 'Never arrived: not known to OP-10',
  refused: 'Refused',
  'not-sent': 'Not sent',
};

/** Calls that got the same invoice moved its money once. */
function describeSum(calls: readonly LedgerCall[]): string {
  const once = new Map(calls.map((call) => [call.invoice ?? `${call.run} ${call.exchange}`, call.amount ?? '0']));
  const sum = [...once.values()].reduce((total, amount) => total.plus(amount), new Big(0));
  const shared = once.size === calls.length ? '' : ` of ${pluralize(once.size, 'transfer')}`;
  return `${pluralize(calls.length, 'call')}${shared}, ${sum.toFixed(2)}`;
}

function groupByState(calls: readonly LedgerCall[]): readonly NamedFact[] {
  const states = Object.entries(stateTitles).map(([state, name]) => ({ name, taken: calls.filter((call) => call.state === state) }));
  return states.filter(({ taken }) => taken.length > 0).map(({ name, taken }) => ({ name, value: describeSum(taken) }));
}

const selectLeaving = (calls: readonly LedgerCall[]): readonly LedgerCall[] =>
  calls.filter((call) => call.effect !== 'moves-money' && leavesRecord(call));

function groupRecordsLeft(calls: readonly LedgerCall[]): readonly NamedFact[] {
  return [
    ...Map.groupBy(selectLeaving(calls), ({ operation, method }) => titleByOperation.get(operation ?? '') ?? `${method} elsewhere`),
  ].map(([name, taken]) => ({
    name,
    value: pluralize(taken.length, 'call'),
  }));
}

const parseHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

const toDoubt = ({ at, run, exchange, operation, amount, correlationId, detail }: LedgerCall, thisRun: string): Doubt => ({
  at,
  operation: titleByOperation.get(operation ?? '') ?? operation ?? 'unknown',
  amount,
  correlationId,
  detail,
  exchange,
  earlier: run !== thisRun,
});

/** The run's own calls, calls whose end it found, and calls that any run left in doubt on its hosts. */
export const selectRunCalls = ({ run }: VerdictFile, calls: readonly LedgerCall[]): readonly LedgerCall[] =>
  calls.filter(
    (call) => call.run === run.id || call.foundBy === run.id || (call.state === 'in-doubt' && run.hosts.includes(parseHost(call.url))),
  );

/** A copied folder may lack the ledger of its run: what the folder recorded of it then stands. */
export function chooseRunCalls(
  file: VerdictFile,
  ledger: readonly LedgerCall[],
  recorded: readonly LedgerCall[],
): { readonly calls: readonly LedgerCall[]; readonly kept: boolean } {
  const isOwn = ({ run }: LedgerCall): boolean => run === file.run.id;
  const kept = recorded.some(isOwn) && !ledger.some(isOwn);
  return { calls: kept ? recorded : selectRunCalls(file, ledger), kept };
}

export const countRecords = ({ run }: VerdictFile, calls: readonly LedgerCall[]): number =>
  selectLeaving(calls.filter((call) => call.run === run.id)).length;

/** What this run cost and left behind, and what is in doubt on its hosts. */
export function collectEffects({ run }: VerdictFile, calls: readonly LedgerCall[]): Effects {
  const own = calls.filter((call) => call.run === run.id);
  const transfers = own.filter(({ effect }) => effect === 'moves-money');
  const found = calls.filter((call) => call.foundBy === run.id && call.run !== run.id);
  const least = run.totals === 'at-least' ? 'at least ' : '';
  const doubts = calls.filter(({ state, url }) => state === 'in-doubt' && run.hosts.includes(parseHost(url)));
  return {
    money: [
      { name: 'Asked to move', value: `${least}${run.amount.toFixed(2)} in ${pluralize(run.transfers, 'transfer')}` },
      ...groupByState(transfers),
      ...groupByState(found).map(({ name, value }) => ({ name: `Of earlier runs, found by this one: ${name}`, value })),
      { name: 'OTP messages', value: `${least}${run.otps}` },
      { name: 'Requests', value: `${least}${run.requests}` },
    ],
    residue: groupRecordsLeft(own),
    inDoubt: doubts.map((call) => toDoubt(call, run.id)),
  };
}

export const describeDoubt = ({ at, operation, amount, correlationId, detail, earlier, exchange }: Doubt): string =>
  [
    `${at} ${operation}`,
    amount === null ? null : `amount ${amount}`,
    correlationId === null ? null : `correlationId ${correlationId}`,
    detail,
    earlier ? 'left by an earlier run' : exchange,
  ]
    .filter((part) => part !== null)
    .join(', ');

export const lookUpFirst = 'the end is unknown: find out how these ended before anything is sent again';
