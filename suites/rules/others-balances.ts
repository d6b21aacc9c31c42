import type { AskedCall } from '../../helpers/judge/facts/asked-calls.ts';
import { readAccounts, type Accounts, type BalanceFact } from '../../helpers/judge/facts/balances.ts';
import type { AskedTransfer } from '../../helpers/judge/facts/limits.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import type { PassiveCheck } from '../../helpers/runner/check.ts';
import { judgeByFacts, ruleOverAll, type Seen } from '../support/fact-rule.ts';
import { isFailedBy, isMovedBetween, isRefused, showsInFull } from './balance-moves.ts';
import {
  describe,
  isExact,
  isSame,
  knownOf,
  knownOfSender,
  listPairs,
  overlaps,
  sumAccounts,
  type Known,
  type Pair,
} from './paid-transfers.ts';

/** Two answers between which their sender asked for nothing that may cost or bring money. */
interface Still extends Pair {
  readonly known: Known;
  /** What other senders paid meanwhile, or may have paid. */
  readonly elsewhere: readonly AskedCall[];
}

const isLower = (was: Accounts, is: Accounts): boolean => sumAccounts(is).lt(sumAccounts(was));
const isHigher = (was: Accounts, is: Accounts): boolean => is.main.gt(was.main) || is.cashback.gt(was.cashback);

function listStill(known: Known, now: BalanceFact | null): readonly Still[] {
  const { shown, elsewhere } = known.balances;
  const pairs = listPairs(now === null ? shown : [...shown, now]).filter((pair) => !isMovedBetween(known, pair));
  return pairs.map((pair) => ({ ...pair, known, elsewhere: elsewhere.filter((each) => !isRefused(each) && overlaps(pair)(each)) }));
}

/** Another agent may know the same wallet under another tag. */
const listPayers = ({ known, elsewhere }: Still): readonly AskedCall[] =>
  elsewhere.filter(({ ended, call }) => ended === 'done' && call.agent === known.agent);

/** What fails moves nothing; each other transfer of this sender may be debited late. */
function isSettled({ known, was }: Still): boolean {
  const isFailed = (each: AskedTransfer): boolean => known.facts.finalInvoiceStatus(each.invoiceId)?.status === 'FAILED';
  return showsInFull(known, was, (each) => !isFailedBy(known, was.after)(each) && !isFailed(each));
}

/** What came in may be taken back. */
const isCredited = ({ known, was }: Still): boolean =>
  listPairs(known.balances.shown.filter(({ at }) => at <= was.at)).some((pair) => isHigher(pair.was, pair.is));

const hasCode = (still: Still): boolean => still.known.balances.codes.some(overlaps(still));

/** A fall where others paid, that nothing of this sender explains. A code may have a fee, until one was seen that has none (reading 20). */
const isDoubtful = (still: Still, areCodesFree: boolean): boolean =>
  isLower(still.was, still.is) &&
  isExact(still.was) &&
  listPayers(still).length > 0 &&
  isSettled(still) &&
  !isCredited(still) &&
  (areCodesFree || !hasCode(still));

/** The first reading is the one behind a transfer of the sender: a fee that comes late would show. */
function isBehindTransfer({ known, was }: Still): boolean {
  const before = known.balances.shown.findLast(({ at }) => at <= was.after);
  return known.transfers.asked.some(({ ended, at }) => ended === 'accepted' && at <= was.after && at > (before?.after ?? 0));
}

const hasPaid = ({ known, was }: Still): boolean => known.transfers.asked.some(({ ended, at }) => ended === 'accepted' && at <= was.after);

/** A fall where nobody paid has another reason, which may be the reason of every fall: others use the senders, or something comes late. */
const isUnrelated = ({ was, is, elsewhere }: Still): boolean => elsewhere.length === 0 && isLower(was, is);
const isQuiet = ({ was, is, elsewhere }: Still): boolean => elsewhere.length === 0 && isSame(was, is);

/**
 * Two falls of the main account accuse: of two senders, or of one whose balance stays where nobody pays. Cashback may be taken back
 * (reading 17). Where a sender had paid itself, no fee may have been seen to come late (reading 20).
 */
function isEnough(doubts: readonly Still[], all: readonly Still[]): boolean {
  const hard = doubts.filter(({ was, is }) => is.main.lt(was.main));
  const senders = new Set(hard.map(({ known }) => known.senderId));
  const quiet = all.filter(isQuiet);
  const isOfTwo = senders.size > 1 || quiet.some(({ known }) => senders.has(known.senderId));
  return hard.length > 1 && isOfTwo && (!hard.some(hasPaid) || quiet.some(isBehindTransfer));
}

const aboutOf = ({ is }: Pair): string => `the balance that ${is.exchange} shows`;

function listAllStill(seen: Seen, own: readonly Still[], { senderId }: Known): readonly Still[] {
  const others = seen.listBalanceSenders().filter((each) => each !== senderId);
  return [...own, ...others.flatMap((each) => listStill(knownOfSender(seen, each), null))];
}

const judgeOthers: PassiveCheck['judge'] = judgeByFacts((seen) => {
  const accounts = readAccounts(seen.reply.result);
  if (accounts === null) return null;
  const known = knownOf(seen);
  const { exchange } = seen.reply;
  const now = { exchange: exchange.id, at: Infinity, after: exchange.after ?? 0, ...accounts };
  const own = listStill(known, now);
  const newest = own.find(({ is }) => is === now);
  if (newest === undefined || isHigher(newest.was, accounts)) return null;
  const payers = listPayers(newest);
  if (!isLower(newest.was, accounts)) return payers.length > 0 ? { held: true } : null;
  const all = listAllStill(seen, own, known);
  const areCodesFree = all.some((still) => isSame(still.was, still.is) && hasCode(still));
  const doubts = all.filter((still) => isDoubtful(still, areCodesFree));
  if (all.some(isUnrelated)) return isUnrelated(newest) ? { held: true, dismisses: doubts.map(aboutOf) } : null;
  if (!doubts.includes(newest)) return null;
  return {
    held: false,
    expected: `${describe(newest.was)}: only other senders paid meanwhile`,
    received: describe(accounts),
    place: formatPlace(seen.reply, accounts.main.lt(newest.was.main) ? 'result.mainAccount' : 'result.cashbackAccount'),
    beside: [...doubts.flatMap(({ was, is }) => [was.exchange, is.exchange]), ...payers.map((each) => each.exchange)].filter(
      (each) => each !== exchange.id,
    ),
    suspicion: { about: aboutOf(newest), times: isEnough(doubts, all) && accounts.main.lt(newest.was.main) ? 1 : 2, mayLag: true },
  };
});

/** Over all OP-14 answers of the run, of every sender. */
export const othersBalancesRule: PassiveCheck = ruleOverAll({
  clause: 'OP14-OTHERS-PAY-NOTHING',
  operation: 'OP-14',
  title: 'where other senders alone paid, the balance is no lower',
  judge: judgeOthers,
  exercise: async ({ use, journey: { customer, circumstances } }) => {
    await use(customer.usualTransfer.after);
    await use(circumstances.anotherSender);
    await use(customer.transferAboveBalance.before);
  },
});
