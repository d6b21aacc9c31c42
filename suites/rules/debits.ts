import { Big } from 'big.js';
import type { Accounts, BalanceFact } from '../../helpers/judge/facts/balances.ts';
import type { AskedTransfer } from '../../helpers/judge/facts/limits.ts';
import type { Judgement } from '../../helpers/core/records/judgement.ts';
import { formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import type { PassiveCheck } from '../../helpers/runner/check.ts';
import { judgeByFacts, ruleOverAll } from '../support/fact-rule.ts';
import { fallOf, isRefused, mayCost, mayDebit, showsInFull } from './balance-moves.ts';
import {
  aboutOf,
  describe,
  isAlone,
  isExact,
  hasBalanceFallen,
  isOpenOrAccepted,
  isSame,
  pickOwnFacts,
  listPaid,
  listPairs,
  overlaps,
  readNow,
  sumAccounts,
  sumAmounts,
  type SenderFacts,
  type BalancePair,
} from './balance-pairs.ts';

/** Completed transfers, and a balance that is as before. */
interface Doubt extends BalancePair {
  readonly paid: readonly AskedTransfer[];
}

/** Whether one account, or both together, fell by so much. */
const fellBy = (was: Accounts, is: Accounts, amount: Big): boolean =>
  [was.main.minus(is.main), was.cashback.minus(is.cashback), sumAccounts(was).minus(sumAccounts(is))].some((fall) => fall.gte(amount));

const fourDigits = new Big(1000);

/** How much a debit is stays open (reading 20), but hardly any fee is more than an amount of four digits. */
function isCostly(pair: BalancePair, paid: readonly AskedTransfer[]): boolean {
  const amount = sumAmounts(paid);
  return amount.gte(fourDigits) && fallOf(pair).gt(amount.times(2));
}

function judgePair(sender: SenderFacts, pair: BalancePair): Doubt | 'held' | null {
  const paid = listPaid(sender, pair);
  if (paid === null) return null;
  if (hasBalanceFallen(pair.was, pair.is)) return 'held';
  // A rise may hide the debit.
  return isSame(pair.was, pair.is) ? { ...pair, paid } : null;
}

/** The debit shows later, or the bank has sent the money back since. */
function isTakenBack({ transfers, facts }: SenderFacts, { was, is, paid }: Doubt, now: BalanceFact): boolean {
  if (paid.some(({ invoiceId }) => facts.finalInvoiceStatus(invoiceId)?.status !== 'COMPLETED')) return true;
  const hasFurther = transfers.asked.some((each) => isOpenOrAccepted(each) && each.at > is.after && each.after <= now.at);
  return fellBy(was, now, sumAmounts(paid)) || (hasBalanceFallen(was, now) && !hasFurther);
}

function questionCost(sender: SenderFacts, pair: BalancePair, reply: Reply): Judgement | null {
  const paid = listPaid(sender, pair);
  if (paid === null || !isCostly(pair, paid)) return null;
  return {
    held: false,
    atMost: 'warn',
    expected: `no more than twice ${sumAmounts(paid).toFixed()} less than ${describe(pair.was)}`,
    received: describe(pair.is),
    place: formatPlace(reply, 'result.mainAccount'),
    beside: [pair.was.exchange, ...paid.map((each) => each.exchange)],
  };
}

/** When a debit shows is open (reading 20): seen once it is a question, and a later answer may show it. */
const judgeDebits: PassiveCheck['judge'] = judgeByFacts((seen) => {
  const now = readNow(seen);
  if (now === null) return null;
  const sender = pickOwnFacts(seen);
  const pairs = listPairs([...sender.balances.shown, now]);
  const doubts = pairs.flatMap((pair) => {
    const judged = judgePair(sender, pair);
    return judged === null || judged === 'held' ? [] : [judged];
  });
  const lasting = doubts.filter((each) => !isTakenBack(sender, each, now));
  const dismisses = doubts.filter((each) => each.is !== now && !lasting.includes(each)).map(aboutOf);
  const newest = pairs.find(({ is }) => is === now);
  const doubt = lasting.find(({ is }) => is === now);
  if (doubt === undefined) {
    const costly = newest === undefined ? null : questionCost(sender, newest, seen.reply);
    if (costly !== null) return costly;
    const isHeld = newest !== undefined && judgePair(sender, newest) === 'held';
    return isHeld || dismisses.length > 0 ? { held: true, dismisses } : null;
  }
  return {
    held: false,
    expected: `less than ${describe(doubt.was)}`,
    received: describe(now),
    place: formatPlace(seen.reply, 'result.mainAccount'),
    beside: [doubt.was.exchange, ...doubt.paid.map((each) => each.exchange)],
    suspicion: { about: aboutOf(doubt), times: lasting.length > 1 ? 1 : 2, mayLag: true },
    dismisses,
  };
});

/** Over all OP-14 answers of the run, of every sender. */
export const debitRule: PassiveCheck = ruleOverAll(
  {
    clause: 'OP14-DEBITED',
    operation: 'OP-14',
    title: 'behind completed wallet transfers alone the balance is lower',
    judge: judgeDebits,
    exercise: async ({ use, journey: { customer } }) => {
      await use(customer.usualTransfer.after);
      await use(customer.queryForm.status);
      await use(customer.transferAboveBalance.before);
    },
  },
  'every-answer',
);

/** The completed transfer from the bank that is all that may have cost its sender something between both answers. */
function findPaidByBank(sender: SenderFacts, pair: BalancePair): AskedTransfer | null {
  const { was, is } = pair;
  const between = sender.transfers.asked.filter((each) => isOpenOrAccepted(each) && overlaps(pair)(each));
  const costs = sender.balances.asked.filter((each) => mayCost.has(each.call.operation) && overlaps(pair)(each));
  const [only] = between;
  const isOnly = only !== undefined && between.length === 1 && costs.every((each) => each.exchange === only.exchange || isRefused(each));
  if (!isOnly || only.source !== 'bank' || !isAlone(sender, only.correlationId)) return null;
  if (!sender.transfers.isPaidOut(only, is.after) || sender.balances.isDisturbed(was.after, is.at)) return null;
  return isExact(was) && isExact(is) && showsInFull(sender, was, mayDebit(sender, was.after)) ? only : null;
}

/** A run pays from the bank once, and a fee is open (reading 20): only a fall by the amount is a question. */
const judgeBank: PassiveCheck['judge'] = judgeByFacts((seen) => {
  const now = readNow(seen);
  const sender = pickOwnFacts(seen);
  const pair = now === null ? undefined : listPairs([...sender.balances.shown, now]).find(({ is }) => is === now);
  const paid = pair === undefined ? null : findPaidByBank(sender, pair);
  if (pair === undefined || paid?.amount == null) return null;
  if (!fallOf(pair).eq(paid.amount)) return { held: true };
  return {
    held: false,
    atMost: 'warn',
    expected: `${describe(pair.was)}, as the bank paid`,
    received: describe(pair.is),
    place: formatPlace(seen.reply, 'result.mainAccount'),
    beside: [pair.was.exchange, paid.exchange],
  };
});

export const bankRule: PassiveCheck = ruleOverAll(
  {
    clause: 'OP8-QUERY-PAYMENT-SOURCE',
    operation: 'OP-14',
    title: 'what is paid from the bank is not taken from the wallet',
    judge: judgeBank,
    exercise: async ({ use, after, journey: { circumstances } }) => {
      await use(circumstances.bankTransfer);
      await after(circumstances.emptiedWallet);
    },
  },
  'bank-spares-the-wallet',
);
