import { Big } from 'big.js';
import { operations } from '../../../specs/operations.ts';
import { groupDigits, pluralize } from '../../core/text.ts';
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
  accepted: 'Accepted, end not looked up',
  'in-doubt': 'In doubt',
  unknown: 'Never arrived: not known to OP-10',
  refused: 'Refused',
  'not-sent': 'Not sent',
};

interface Sum {
  readonly transfers: number;
  /** With two decimals, the digits grouped. */
  readonly amount: string;
}

/** Calls that got the same invoice moved its money once. */
function sumOnce(calls: readonly LedgerCall[]): Sum {
  const once = new Map(calls.map((call) => [call.invoice ?? `${call.run} ${call.exchange}`, call.amount ?? '0']));
  const sum = [...once.values()].reduce((total, amount) => total.plus(amount), new Big(0));
  return { transfers: once.size, amount: groupDigits(sum.toFixed(2)) };
}

function describeSum(calls: readonly LedgerCall[]): string {
  const { transfers, amount } = sumOnce(calls);
  const shared = transfers === calls.length ? '' : ` of ${pluralize(transfers, 'transfer')}`;
  return `${pluralize(calls.length, 'call')}${shared}, ${amount}`;
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

const ownTransfers = ({ run }: VerdictFile, calls: readonly LedgerCall[]): readonly LedgerCall[] =>
  calls.filter((call) => call.run === run.id && call.effect === 'moves-money');

const describeTransfers = (calls: readonly LedgerCall[], moved = ''): string => {
  const { transfers, amount } = sumOnce(calls);
  return `${amount}${moved} in ${pluralize(transfers, 'transfer')}`;
};

/** `152,155.55 moved in 14 transfers, 0 in doubt`: what failed or was refused moved nothing, so its sum is left out. */
export function describeMoved(file: VerdictFile, calls: readonly LedgerCall[]): string {
  const own = ownTransfers(file, calls);
  const inState = (state: LedgerCall['state']): readonly LedgerCall[] => own.filter((call) => call.state === state);
  const open = inState('accepted');
  const unlisted = file.run.transfers - own.filter(leavesRecord).length;
  return [
    describeTransfers(inState('settled'), ' moved'),
    ...(open.length === 0 ? [] : [`${describeTransfers(open)} whose end was not looked up`]),
    ...(unlisted > 0 ? [`${pluralize(unlisted, 'more transfer')} that the ledger does not list`] : []),
    `${collectEffects(file, calls).inDoubt.length} in doubt`,
  ].join(', ');
}

/** What this run cost and left behind, and what is in doubt on its hosts. */
export function collectEffects(file: VerdictFile, calls: readonly LedgerCall[]): Effects {
  const { run } = file;
  const own = calls.filter((call) => call.run === run.id);
  const transfers = ownTransfers(file, calls);
  const found = calls.filter((call) => call.foundBy === run.id && call.run !== run.id);
  const least = run.totals === 'at-least' ? 'at least ' : '';
  const doubts = calls.filter(({ state, url }) => state === 'in-doubt' && run.hosts.includes(parseHost(url)));
  return {
    money: [
      ...groupByState(transfers),
      ...groupByState(found).map(({ name, value }) => ({ name: `Of earlier runs, found by this one: ${name}`, value })),
      {
        name: 'Asked for, whatever became of it',
        value: `${least}${groupDigits(run.amount.toFixed(2))} in ${pluralize(run.transfers, 'transfer')}`,
      },
      { name: 'OTP messages', value: `${least}${run.otps}` },
      { name: 'Requests', value: `${least}${run.requests}` },
    ],
    residue: groupRecordsLeft(own),
    inDoubt: doubts.map((call) => toDoubt(call, run.id)),
    notLookedUp: transfers.filter(({ state }) => state === 'accepted').length,
  };
}

/** The troubles after which a call may still have arrived. */
const troubleWords: ReadonlyMap<string, string> = new Map([
  ['timeout', 'no answer in time'],
  ['reset', 'the connection was reset before an answer'],
  ['cut', 'the answer was cut off'],
  ['protocol', 'the answer was no HTTP'],
]);

export const describeDoubt = ({ at, operation, amount, correlationId, detail, earlier, exchange }: Doubt): string =>
  [
    `${at} ${operation}`,
    amount === null ? null : `amount ${amount}`,
    correlationId === null ? null : `correlationId ${correlationId}`,
    detail === null ? null : (troubleWords.get(detail) ?? detail),
    earlier ? 'left by an earlier run' : `exchange ${exchange}`,
  ]
    .filter((part) => part !== null)
    .join(', ');

export const lookUpFirst = 'the end is unknown: find out how these ended before anything is sent again';
