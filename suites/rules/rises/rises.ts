import { Big } from 'big.js';
import { apiCodes } from '../../../specs/codes.ts';
import type { AskedTransfer } from '../../../helpers/judge/facts/limits.ts';
import { isFailedBy, isMovedBetween } from '../balance-moves.ts';
import { isExact, isHigher, isOpenOrAccepted, overlaps, sumAmounts, type BalancePair, type SenderFacts } from '../balance-pairs.ts';
import { isBetween, periodsOf } from '../limit-pairs.ts';

export type InVain = 'refused' | 'wrong-code' | 'failed';

/** Money, or what is left of a limit, that OP-14 shows to be more than before. */
export interface Rise extends BalancePair {
  readonly sender: SenderFacts;
  readonly of: 'money' | 'limits';
  /** The field of the result. */
  readonly field: string;
  /** Null where several numbers changed, and not by one sum. */
  readonly size: Big | null;
}

interface Change {
  readonly field: string;
  readonly by: Big;
}

const difference = (field: string, was: Big, is: Big): readonly Change[] => (was.eq(is) ? [] : [{ field, by: is.minus(was) }]);

const listMoney = ({ was, is }: BalancePair): readonly Change[] => [
  ...difference('mainAccount', was.main, is.main),
  ...difference('cashbackAccount', was.cashback, is.cashback),
];

const limitField = (period: string): string => `limits.${period}`;

const listLimits = ({ was, is }: BalancePair): readonly Change[] =>
  periodsOf(was.limits, is.limits).flatMap((each) => difference(limitField(each.period), each.was, each.is));

/** A period that rolls over shows no more than was shown before (reading 20). */
const isRollOver = ({ balances }: SenderFacts, { was, is }: BalancePair, changes: readonly Change[]): boolean =>
  balances.shown
    .filter(({ at }) => at <= was.at)
    .flatMap(({ limits }) => periodsOf(limits, is.limits))
    .some((each) => each.was.gte(each.is) && changes.some(({ field, by }) => by.gt(0) && field === limitField(each.period)));

export const hasRisen = ({ was, is }: BalancePair): boolean =>
  isHigher(was, is) || periodsOf(was.limits, is.limits).some((each) => each.is.gt(each.was));

/** Both accounts share what is in the wallet, so one alone rises. All periods rise by what is given back to them. */
export function listRises(sender: SenderFacts, pair: BalancePair): readonly Rise[] {
  const [money, limits] = [listMoney(pair), listLimits(pair)];
  const isOne = { money: money.length === 1, limits: limits.every(({ by }) => by.eq(limits[0]?.by ?? 0)) };
  const toRise = (of: Rise['of'], changes: readonly Change[]): readonly Rise[] => {
    const risen = changes.find(({ by }) => by.gt(0));
    return risen === undefined ? [] : [{ ...pair, sender, of, field: risen.field, size: isOne[of] ? risen.by : null }];
  };
  return [...toRise('money', money), ...(isRollOver(sender, pair, limits) ? [] : toRise('limits', limits))];
}

/** Null for a transfer that may have been paid. */
function kindOf(sender: SenderFacts, { is }: BalancePair, transfer: AskedTransfer): InVain | null {
  if (transfer.ended === 'refused') return transfer.code === apiCodes.wrongOtpOrMpin ? 'wrong-code' : 'refused';
  return isFailedBy(sender, is.after)(transfer) ? 'failed' : null;
}

/** The transfers between both answers that took nothing, by the reason. */
export const groupInVain = (sender: SenderFacts, pair: BalancePair): ReadonlyMap<InVain | null, readonly AskedTransfer[]> =>
  Map.groupBy(sender.transfers.asked.filter(isBetween(pair)), (each) => kindOf(sender, pair, each));

/** Of a negative amount it is the same without its sign. */
const sizeOf = ({ amount }: AskedTransfer): Big => (amount ?? new Big(0)).abs();

export const sumSizes = (transfers: readonly AskedTransfer[]): Big => transfers.reduce((sum, each) => sum.plus(sizeOf(each)), new Big(0));

const isJust = (size: Big, transfers: readonly AskedTransfer[]): boolean =>
  transfers.some((each) => sizeOf(each).eq(size)) || sumSizes(transfers).eq(size);

/** With more sums than this, any amount may be one of them. */
const mostSums = 2000;

/** What some of these transfers come to together. */
function listSums(transfers: readonly AskedTransfer[]): ReadonlySet<string> {
  let sums: ReadonlySet<string> = new Set(['0']);
  for (const each of transfers) {
    if (sums.size > mostSums) return sums;
    sums = new Set([...sums].flatMap((sum) => [sum, new Big(sum).plus(sizeOf(each)).toFixed()]));
  }
  return sums;
}

/** Nothing that was served or lost, of this sender and in between, may have moved anything. */
export const isCalm = (sender: SenderFacts, pair: BalancePair): boolean =>
  !isMovedBetween(sender, pair) && !sender.balances.isDisturbed(0, pair.is.at) && isExact(pair.was) && isExact(pair.is);

/** The kinds of transfers that asked for just what came in. */
export function listTellingKinds({ sender, size, ...pair }: Rise): readonly InVain[] {
  if (size === null || !isCalm(sender, pair)) return [];
  return [...groupInVain(sender, pair)].flatMap(([kind, transfers]) => (kind !== null && isJust(size, transfers) ? [kind] : []));
}

/**
 * Money may come back late, and a bank may reverse a transfer that was COMPLETED (readings 19 and 20): whatever transfers of this sender come to.
 * Cashback may be paid late, and is no more than what was paid.
 */
export function isBack({ sender, field, size, ...pair }: Rise): boolean {
  if (size === null) return false;
  const isInVain = (each: AskedTransfer): boolean => isBetween(pair)(each) && kindOf(sender, pair, each) === 'failed';
  const earlier = sender.transfers.asked.filter((each) => isOpenOrAccepted(each) && each.after < pair.is.at && !isInVain(each));
  if (earlier.some(({ amount }) => amount === null)) return true;
  const sums = listSums(earlier);
  if (sums.size > mostSums || sums.has(size.toFixed())) return true;
  const paid = earlier.filter((each) => !isFailedBy(sender, pair.is.after)(each));
  return field === 'cashbackAccount' && size.lte(sumAmounts(paid));
}

/** Some of the transfers between both answers that took nothing come to it, which tells nothing by itself. */
export function mayBeRefused({ sender, size, ...pair }: Rise): boolean {
  const groups = groupInVain(sender, pair);
  return size !== null && [...groups].some(([kind, transfers]) => kind !== null && listSums(transfers).has(size.toFixed()));
}

/** It lies behind transfers of this sender that may move money: what it is made of is not known. */
export const isMixed = ({ sender, ...pair }: Rise): boolean => isMovedBetween(sender, pair) && sender.transfers.asked.some(overlaps(pair));
