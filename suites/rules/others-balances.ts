import type { Big } from 'big.js';
import { member } from '../../helpers/core/json.ts';
import { toDecimal } from '../../helpers/judge/exact-decimal.ts';
import type { Judgement } from '../../helpers/core/records/judgement.ts';
import type { AskedCall } from '../../helpers/judge/facts/asked-calls.ts';
import type { BalanceFact } from '../../helpers/judge/facts/balances.ts';
import type { AskedTransfer } from '../../helpers/judge/facts/limits.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import type { PassiveCheck } from '../../helpers/runner/check.ts';
import { judgeByFacts, ruleOverAll, type Seen } from '../support/fact-rule.ts';
import { fallOf, isFailedBy, isMovedBetween, isRefused, mayCost, showsInFull } from './balance-moves.ts';
import {
  aboutOf,
  describe,
  isExact,
  isHigher,
  isLower,
  isOpenOrAccepted,
  isSame,
  knownOf,
  knownOfSender,
  listPairs,
  overlaps,
  readNow,
  sumAmounts,
  type Known,
  type Pair,
} from './paid-transfers.ts';

/** Two answers between which their sender asked for nothing that may cost or bring money. */
interface Still extends Pair {
  readonly known: Known;
  /** What other senders paid meanwhile, or may have paid. */
  readonly elsewhere: readonly AskedCall[];
}

type Sender = Readonly<{ known: Known; shown: readonly BalanceFact[] }>;
type Reading = Readonly<{ known: Known; is: BalanceFact }>;

/** What the run has seen of all senders. */
interface View {
  readonly all: readonly Still[];
  readonly readings: readonly Reading[];
  readonly doubts: readonly Still[];
}

function listStill(known: Known, shown: readonly BalanceFact[]): readonly Still[] {
  const elsewhere = known.balances.listElsewhere();
  const pairs = listPairs(shown).filter((pair) => !isMovedBetween(known, pair));
  return pairs.map((pair) => ({ ...pair, known, elsewhere: elsewhere.filter((each) => !isRefused(each) && overlaps(pair)(each)) }));
}

/** Another agent may know the same wallet under another tag. */
const listPayers = ({ known, elsewhere }: Still): readonly AskedCall[] =>
  elsewhere.filter(({ ended, call }) => ended === 'done' && call.agent === known.agent);

/** What fails moves nothing; each other transfer of this sender may be debited late. */
const mayDebit =
  (known: Known, moment: number) =>
  (each: AskedTransfer): boolean =>
    !isFailedBy(known, moment)(each) && known.facts.finalInvoiceStatus(each.invoiceId)?.status !== 'FAILED';

const isSettled = ({ known, was }: Still): boolean => showsInFull(known, was, mayDebit(known, was.after));

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

/** All that it ever asked for and that may cost has cost nothing but its amounts so far. */
function isExactlySpent(known: Known, is: BalanceFact): boolean {
  const [first] = known.balances.shown;
  const paid = known.transfers.asked.filter((each) => isOpenOrAccepted(each) && each.after < is.at && mayDebit(known, is.after)(each));
  return first !== undefined && showsInFull(known, is, mayDebit(known, is.after)) && fallOf({ was: first, is }).eq(sumAmounts(paid));
}

/** When each operation that may cost was first served. */
function listFirst({ balances }: Known, moment: number): ReadonlyMap<string, number> {
  const served = balances.asked.filter(({ ended, at, call }) => ended === 'done' && at <= moment && mayCost.has(call.operation));
  return new Map(served.toReversed().map(({ call, at }) => [call.operation, at]));
}

/** A fee may come late (reading 20). Another sender asked for the same no later, was read behind it, and nothing was taken from it. */
function isNoLateFee({ known, was, is }: Still, readings: readonly Reading[]): boolean {
  const others = readings.filter((other) => other.known.senderId !== known.senderId && other.is.after >= is.at);
  const exact = others.filter((other) => isExactlySpent(other.known, other.is));
  return [...listFirst(known, was.after)].every(([operation, at]) =>
    exact.some((other) => (listFirst(other.known, other.is.after).get(operation) ?? Infinity) <= at),
  );
}

const isFall = (still: Still, amount: Big | null): boolean => amount?.eq(fallOf(still)) === true;

/** What refused transfers of its own asked for has clauses of its own. */
function isWhatItAskedFor(still: Still): boolean {
  const asked = still.known.transfers.asked.filter(overlaps(still));
  return isFall(still, sumAmounts(asked)) || asked.some(({ amount }) => isFall(still, amount));
}

/** The fall is what one of the others paid, and so no fee. */
const isWhatOthersPaid = (still: Still): boolean =>
  listPayers(still).some(({ call }) => isFall(still, toDecimal(member(call.payload, 'amount'))));

/** A fall while no sender pays has another reason: others use the senders, or something comes late. It may be the reason of every fall. */
const isUnrelated = ({ was, is, elsewhere }: Still): boolean => elsewhere.length === 0 && isLower(was, is);
const isQuiet = ({ was, is, elsewhere }: Still): boolean => elsewhere.length === 0 && isSame(was, is);

const sharePayer = (one: Still, other: Still): boolean => listPayers(one).some((each) => listPayers(other).includes(each));

/**
 * Two falls of the main account accuse that no single moment and no late fee explains: of two senders, or of one whose balance stays while
 * no sender pays. Cashback may be taken back at any time.
 */
function isEnough({ all, readings, doubts }: View): boolean {
  const hard = doubts.filter(
    (each) => each.is.main.lt(each.was.main) && !isWhatItAskedFor(each) && (isWhatOthersPaid(each) || isNoLateFee(each, readings)),
  );
  const isSteady = (id: string): boolean => all.some((each) => each.known.senderId === id && isQuiet(each));
  return hard.some((one, at) =>
    hard.slice(at + 1).some((other) => {
      const isOfTwo = one.known.senderId !== other.known.senderId || isSteady(one.known.senderId);
      return isOfTwo && !sharePayer(one, other);
    }),
  );
}

function viewOf(senders: readonly Sender[]): View {
  const all = senders.flatMap(({ known, shown }) => listStill(known, shown));
  const areCodesFree = all.some((still) => isSame(still.was, still.is) && hasCode(still));
  return {
    all,
    readings: senders.flatMap(({ known, shown }) => shown.map((is) => ({ known, is }))),
    doubts: all.filter((still) => isDoubtful(still, areCodesFree)),
  };
}

function accuse(seen: Seen, doubt: Still, { doubts }: View, isProven: boolean): Judgement {
  const { was, is } = doubt;
  const payers = listPayers(doubt).map(({ exchange }) => exchange);
  const readings = doubts.flatMap((each) => [each.was.exchange, each.is.exchange]);
  return {
    held: false,
    expected: `${describe(was)}: only other senders paid meanwhile`,
    received: describe(is),
    place: formatPlace(seen.reply, is.main.lt(was.main) ? 'result.mainAccount' : 'result.cashbackAccount'),
    beside: [...new Set([was.exchange, is.exchange, ...readings, ...payers])].filter((id) => id !== seen.reply.exchange.id),
    suspicion: { about: aboutOf(doubt), times: isProven ? 1 : 2, mayLag: true },
  };
}

/** Without a doubt of its own, an answer may still show that earlier falls were no late fees. */
function judgeEarlier(seen: Seen, view: View, before: View): Judgement | null {
  const [doubt] = view.doubts.slice(-1);
  return doubt === undefined || !isEnough(view) || isEnough(before) ? null : accuse(seen, doubt, view, true);
}

const judgeOthers: PassiveCheck['judge'] = judgeByFacts((seen) => {
  const now = readNow(seen);
  if (now === null) return null;
  const known = knownOf(seen);
  const others = seen.listBalanceSenders().map((id) => knownOfSender(seen, id));
  const senders = others.filter(({ senderId }) => senderId !== known.senderId).map((each) => ({ known: each, shown: each.balances.shown }));
  const view = viewOf([...senders, { known, shown: [...known.balances.shown, now] }]);
  const newest = view.all.find(({ is }) => is === now);
  if (newest !== undefined && isUnrelated(newest)) return { held: true, dismisses: view.doubts.map(aboutOf) };
  const isSpoiled = view.all.some(isUnrelated);
  if (newest !== undefined && view.doubts.includes(newest) && !isSpoiled)
    return accuse(seen, newest, view, newest.is.main.lt(newest.was.main) && isEnough(view));
  if (view.doubts.length > 1 && !isSpoiled) {
    const earlier = judgeEarlier(seen, view, viewOf([...senders, { known, shown: known.balances.shown }]));
    if (earlier !== null) return earlier;
  }
  const isHeld = newest !== undefined && listPayers(newest).length > 0 && !isLower(newest.was, now) && !isHigher(newest.was, now);
  return isHeld ? { held: true } : null;
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
