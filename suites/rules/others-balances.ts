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
import { fallOf, isMovedBetween, isNoLateFee, isRefused, listPaidAlone, mayDebit, showsInFull, type Reading } from './balance-moves.ts';
import {
  aboutOf,
  describe,
  isExact,
  isHigher,
  isLower,
  isOpenOrAccepted,
  isSame,
  pickOwnFacts,
  pickSenderFacts,
  listPairs,
  overlaps,
  readNow,
  sumAmounts,
  type SenderFacts,
  type BalancePair,
} from './balance-pairs.ts';

/** Two answers between which their sender asked for nothing that may cost or bring money, or for its own completed transfers alone. */
interface Still extends BalancePair {
  readonly sender: SenderFacts;
  readonly own: readonly AskedTransfer[];
  /** What other senders paid meanwhile, or may have paid. */
  readonly elsewhere: readonly AskedCall[];
}

type Sender = Readonly<{ sender: SenderFacts; shown: readonly BalanceFact[] }>;

/** What the run has seen of all senders. */
interface View {
  readonly all: readonly Still[];
  readonly readings: readonly Reading[];
  readonly doubts: readonly Still[];
}

function listStill(sender: SenderFacts, shown: readonly BalanceFact[]): readonly Still[] {
  const elsewhere = sender.balances.listElsewhere();
  return listPairs(shown).flatMap((pair) => {
    const own = isMovedBetween(sender, pair) ? listPaidAlone(sender, pair) : [];
    if (own === null) return [];
    return [{ ...pair, sender, own, elsewhere: elsewhere.filter((each) => !isRefused(each) && overlaps(pair)(each)) }];
  });
}

/** How much more is gone than the sender has paid itself. */
const excessOf = (still: Still): Big => fallOf(still).minus(sumAmounts(still.own));

const hasPaid = ({ own }: Still): boolean => own.length > 0;

/** Another agent may know the same wallet under another tag. */
const listPayers = ({ sender, elsewhere }: Still): readonly AskedCall[] =>
  elsewhere.filter(({ ended, call }) => ended === 'done' && call.agent === sender.agent);

const isSettled = ({ sender, was }: Still): boolean => showsInFull(sender, was, mayDebit(sender, was.after));

/** What came in may be taken back. */
const isCredited = ({ sender, was }: Still): boolean =>
  listPairs(sender.balances.shown.filter(({ at }) => at <= was.at)).some((pair) => isHigher(pair.was, pair.is));

const hasCode = (still: Still): boolean => still.sender.balances.codes.some(overlaps(still));

/** A fall where others paid, that nothing of this sender explains. A code may have a fee, until one was seen that has none (reading 20). */
const isDoubtful = (still: Still, areCodesFree: boolean): boolean =>
  excessOf(still).gt(0) &&
  isExact(still.was) &&
  listPayers(still).length > 0 &&
  isSettled(still) &&
  !isCredited(still) &&
  (areCodesFree || !hasCode(still));

const isFall = (still: Still, amount: Big | null): boolean => amount?.eq(excessOf(still)) === true;

/** What its own transfers cost that were refused, or that failed, has clauses of its own. */
function isWhatItAskedFor(still: Still): boolean {
  const asked = still.sender.transfers.asked.filter(overlaps(still));
  if (!hasPaid(still) && asked.some(isOpenOrAccepted)) return true;
  return isFall(still, sumAmounts(asked)) || asked.some(({ amount }) => isFall(still, amount));
}

/** The fall is what one of the others paid, and so no fee. */
const isWhatOthersPaid = (still: Still): boolean =>
  listPayers(still).some(({ call }) => isFall(still, toDecimal(member(call.payload, 'amount'))));

/** What a sender pays itself may have a fee (reading 20), which is not the amount of another sender's transfer by chance. */
const isDebtOfOthers = (still: Still): boolean => isWhatOthersPaid(still) && !isWhatItAskedFor(still);

/** A fall while no sender pays has another reason: others use the senders, or something comes late. It may be the reason of every fall. */
const isAlone = (still: Still): boolean => still.elsewhere.length === 0 && !hasPaid(still);
const isUnrelated = (still: Still): boolean => isAlone(still) && isLower(still.was, still.is);
const isQuiet = (still: Still): boolean => isAlone(still) && isSame(still.was, still.is);

const sharePayer = (one: Still, other: Still): boolean => listPayers(one).some((each) => listPayers(other).includes(each));

/**
 * Two falls of the main account accuse that no single moment and no late fee explains: of two senders, or of one whose balance stays while
 * no sender pays. Cashback may be taken back at any time.
 */
function isEnough({ all, readings, doubts }: View): boolean {
  const hard = doubts.filter(
    (each) =>
      each.is.main.lt(each.was.main) &&
      !isWhatItAskedFor(each) &&
      (isWhatOthersPaid(each) || (!hasPaid(each) && isNoLateFee(each.sender, each, readings))),
  );
  const isSteady = (id: string): boolean => all.some((each) => each.sender.senderId === id && isQuiet(each));
  return hard.some((one, at) =>
    hard.slice(at + 1).some((other) => {
      const isOfTwo = one.sender.senderId !== other.sender.senderId || isSteady(one.sender.senderId);
      return isOfTwo && !sharePayer(one, other);
    }),
  );
}

function viewOf(senders: readonly Sender[]): View {
  const all = senders.flatMap(({ sender, shown }) => listStill(sender, shown));
  const areCodesFree = all.some((still) => isSame(still.was, still.is) && hasCode(still));
  const areTransfersFree = all.some((still) => hasPaid(still) && excessOf(still).eq(0));
  return {
    all,
    readings: senders.flatMap(({ sender, shown }) => shown.map((is) => ({ sender, is }))),
    doubts: all.filter((still) => isDoubtful(still, areCodesFree) && (!hasPaid(still) || (areTransfersFree && isDebtOfOthers(still)))),
  };
}

const describeExpected = ({ was, own }: Still): string =>
  own.length === 0
    ? `${describe(was)}: only other senders paid meanwhile`
    : `${describe(was)} less ${sumAmounts(own).toFixed()}, which the sender has paid itself`;

function accuse(seen: Seen, doubt: Still, { doubts }: View, isProven: boolean): Judgement {
  const { was, is } = doubt;
  const payers = listPayers(doubt).map(({ exchange }) => exchange);
  const readings = doubts.flatMap((each) => [each.was.exchange, each.is.exchange]);
  return {
    held: false,
    expected: describeExpected(doubt),
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
  const sender = pickOwnFacts(seen);
  const others = seen.listBalanceSenders().map((id) => pickSenderFacts(seen, id));
  const senders = others
    .filter(({ senderId }) => senderId !== sender.senderId)
    .map((each) => ({ sender: each, shown: each.balances.shown }));
  const view = viewOf([...senders, { sender, shown: [...sender.balances.shown, now] }]);
  const newest = view.all.find(({ is }) => is === now);
  if (newest !== undefined && isUnrelated(newest)) return { held: true, dismisses: view.doubts.map(aboutOf) };
  const isSpoiled = view.all.some(isUnrelated);
  if (newest !== undefined && view.doubts.includes(newest) && !isSpoiled)
    return accuse(seen, newest, view, newest.is.main.lt(newest.was.main) && isEnough(view));
  if (view.doubts.length > 1 && !isSpoiled) {
    const earlier = judgeEarlier(seen, view, viewOf([...senders, { sender, shown: sender.balances.shown }]));
    if (earlier !== null) return earlier;
  }
  const isHeld =
    newest !== undefined && !hasPaid(newest) && listPayers(newest).length > 0 && !isLower(newest.was, now) && !isHigher(newest.was, now);
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
