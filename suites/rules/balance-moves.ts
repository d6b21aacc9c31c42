import type { Big } from 'big.js';
import type { AskedCall } from '../../helpers/judge/facts/asked-calls.ts';
import type { BalanceFact } from '../../helpers/judge/facts/balances.ts';
import type { AskedTransfer } from '../../helpers/judge/facts/limits.ts';
import {
  isAlone,
  isOpenOrAccepted,
  isSame,
  listPaid,
  overlaps,
  sumAccounts,
  sumAmounts,
  type SenderFacts,
  type BalancePair,
} from './balance-pairs.ts';

export const isRefused = ({ ended }: AskedCall): boolean => ended === 'refused' || ended === 'wrong-code';

/** Only these pay or register. */
export const mayCost: ReadonlySet<string> = new Set(['OP-7', 'OP-9', 'OP-13', 'OP-16']);

/** OP-10 had called it FAILED by then, so it never reached the bank (reading 19). */
export const isFailedBy =
  (sender: SenderFacts, moment: number) =>
  (each: AskedTransfer): boolean =>
    each.ended === 'accepted' && sender.transfers.isRejected(each, moment) && isAlone(sender, each.correlationId);

const mayMove =
  (sender: SenderFacts, moment: number) =>
  (each: AskedCall): boolean =>
    !isRefused(each) &&
    mayCost.has(each.call.operation) &&
    !sender.transfers.asked.some((transfer) => transfer.exchange === each.exchange && isFailedBy(sender, moment)(transfer));

/** Refused calls and transfers that are FAILED may not move money. */
export function isMovedBetween(sender: SenderFacts, pair: BalancePair): boolean {
  const { asked, isDisturbed } = sender.balances;
  const { was, is } = pair;
  return asked.filter(overlaps(pair)).some(mayMove(sender, is.after)) || isDisturbed(was.after, is.at);
}

export const fallOf = ({ was, is }: BalancePair): Big => sumAccounts(was).minus(sumAccounts(is));

/** What these transfers cost shows in full since the first reading: nothing of it comes late. */
export function showsInFull({ balances, transfers }: SenderFacts, is: BalanceFact, counts: (transfer: AskedTransfer) => boolean): boolean {
  const [first] = balances.shown;
  const earlier = transfers.asked.filter((each) => isOpenOrAccepted(each) && each.after < is.at && counts(each));
  return first !== undefined && earlier.every(({ after }) => after >= first.at) && fallOf({ was: first, is }).gte(sumAmounts(earlier));
}

/** The completed wallet transfers between both answers; null where anything else may have moved money, or may have cost. */
export function listPaidAlone(sender: SenderFacts, pair: BalancePair): readonly AskedTransfer[] | null {
  const paid = listPaid(sender, pair);
  const isOther = (each: AskedCall): boolean =>
    each.call.operation !== 'OP-9' && overlaps(pair)(each) && mayMove(sender, pair.is.after)(each);
  return paid === null || sender.balances.asked.some(isOther) ? null : paid;
}

/** Of what may cost, transfers alone: the balance fell by exactly what they paid out. */
function isSpentAlone(sender: SenderFacts, pair: BalancePair): boolean {
  const { was, is } = pair;
  const paid = listPaidAlone(sender, pair);
  if (paid === null || is.cashback.gt(was.cashback)) return false;
  return fallOf(pair).eq(sumAmounts(paid)) && showsInFull(sender, is, () => true);
}

/** Between both readings nothing moved. A debit may show late, and equal readings before it prove nothing. */
function isUnmoved(sender: SenderFacts, pair: BalancePair): boolean {
  const { balances, transfers } = sender;
  const { is } = pair;
  const isDue = (each: AskedTransfer): boolean =>
    each.source === 'wallet' && each.after >= (balances.shown[0]?.at ?? 0) && transfers.isPaidOut(each, is.after);
  return isSame(pair.was, is) && !isMovedBetween(sender, pair) && showsInFull(sender, is, isDue);
}

/** Two readings before it agree, or differ by what was paid out between them alone (reading 17). */
export function isIdle(sender: SenderFacts, { was }: BalancePair): boolean {
  const before = sender.balances.shown.findLast(({ at }) => at <= was.after);
  if (before === undefined) return false;
  const pair = { was: before, is: was };
  return isUnmoved(sender, pair) || isSpentAlone(sender, pair);
}

/** What fails moves nothing; each other transfer of this sender may be debited late. */
export const mayDebit =
  (sender: SenderFacts, moment: number) =>
  (each: AskedTransfer): boolean =>
    !isFailedBy(sender, moment)(each) && sender.facts.finalInvoiceStatus(each.invoiceId)?.status !== 'FAILED';

/** Of any sender. */
export type Reading = Readonly<{ sender: SenderFacts; is: BalanceFact }>;

/** All that it ever asked for and that may cost has cost nothing but its amounts so far. */
function isExactlySpent(sender: SenderFacts, is: BalanceFact): boolean {
  const [first] = sender.balances.shown;
  const paid = sender.transfers.asked.filter((each) => isOpenOrAccepted(each) && each.after < is.at && mayDebit(sender, is.after)(each));
  return first !== undefined && showsInFull(sender, is, mayDebit(sender, is.after)) && fallOf({ was: first, is }).eq(sumAmounts(paid));
}

/** When each operation that may cost was first served. */
function listFirst({ balances }: SenderFacts, moment: number): ReadonlyMap<string, number> {
  const served = balances.asked.filter(({ ended, at, call }) => ended === 'done' && at <= moment && mayCost.has(call.operation));
  return new Map(served.toReversed().map(({ call, at }) => [call.operation, at]));
}

/** A fee may come late (reading 20). Another sender asked for the same no later, was read behind it, and nothing was taken from it. */
export function isNoLateFee(sender: SenderFacts, { was, is }: BalancePair, readings: readonly Reading[]): boolean {
  const others = readings.filter((other) => other.sender.senderId !== sender.senderId && other.is.after >= is.at);
  const exact = others.filter((other) => isExactlySpent(other.sender, other.is));
  return [...listFirst(sender, was.after)].every(([operation, at]) =>
    exact.some((other) => (listFirst(other.sender, other.is.after).get(operation) ?? Infinity) <= at),
  );
}
