import { Big } from 'big.js';
import { readBalance, type Accounts, type BalanceFact, type BalanceFacts } from '../../helpers/judge/facts/balances.ts';
import { member } from '../../helpers/core/json.ts';
import type { AskedCall } from '../../helpers/judge/facts/asked-calls.ts';
import type { Facts } from '../../helpers/judge/facts/facts.ts';
import type { AskedTransfer, LimitFacts } from '../../helpers/judge/facts/limits.ts';
import { toTag } from '../../helpers/judge/facts/people.ts';
import type { Seen } from '../support/fact-rule.ts';

export interface SenderFacts {
  readonly senderId: string;
  /** Who asked for the answer that is judged. */
  readonly agent: string;
  readonly balances: BalanceFacts;
  readonly transfers: LimitFacts;
  readonly facts: Facts;
}

/** Two answers of OP-14 of one sender, one after the other. */
export interface BalancePair {
  readonly was: BalanceFact;
  readonly is: BalanceFact;
}

export const pickSenderFacts = ({ call, before, balanceOf, limitsOf }: Seen, senderId: string): SenderFacts => ({
  senderId: toTag(senderId),
  agent: call.agent,
  facts: before,
  balances: balanceOf(senderId),
  transfers: limitsOf(senderId),
});

/** What is known of the sender that the call names. */
export const pickOwnFacts = (seen: Seen): SenderFacts => pickSenderFacts(seen, seen.call.values['senderId'] ?? '');

/** The answer that is judged; null where it shows no balance. */
export const readNow = ({ reply: { exchange, result } }: Seen): BalanceFact | null =>
  readBalance(result, { exchange: exchange.id, at: Infinity, after: exchange.after ?? 0 });

/** What a suspicion is about. */
export const aboutOf = ({ is }: BalancePair): string => `the balance that ${is.exchange} shows`;

export const listPairs = (answers: readonly BalanceFact[]): readonly BalancePair[] =>
  answers.flatMap((is, at) => {
    const was = answers[at - 1];
    return was === undefined || was.at > is.after ? [] : [{ was, is }];
  });

export const hasBalanceFallen = (was: Accounts, is: Accounts): boolean => is.main.lt(was.main) || is.cashback.lt(was.cashback);

export const isLower = (was: Accounts, is: Accounts): boolean => sumAccounts(is).lt(sumAccounts(was));
export const isHigher = (was: Accounts, is: Accounts): boolean => is.main.gt(was.main) || is.cashback.gt(was.cashback);

export const isSame = (one: Accounts, other: Accounts): boolean => one.main.eq(other.main) && one.cashback.eq(other.cashback);

export const describe = ({ main, cashback }: Accounts): string => `mainAccount ${main.toFixed()}, cashbackAccount ${cashback.toFixed()}`;

/** Beyond this, two amounts that differ by a paisa are the same double. */
const largestExact = new Big(Number.MAX_SAFE_INTEGER).div(100);
const smallestDebit = new Big('0.01');

export const isExact = ({ main, cashback }: Accounts): boolean => main.abs().lt(largestExact) && cashback.abs().lt(largestExact);

export const isOpenOrAccepted = ({ ended }: AskedTransfer): boolean => ended !== 'refused';

const isWithin =
  ({ was, is }: BalancePair) =>
  ({ after, at }: AskedTransfer): boolean =>
    after >= was.at && at <= is.after;

export const overlaps =
  ({ was, is }: BalancePair) =>
  ({ after, at }: Pick<AskedCall, 'after' | 'at'>): boolean =>
    at > was.after && after < is.at;

export const sumAmounts = (transfers: readonly AskedTransfer[]): Big =>
  transfers.reduce((sum, { amount }) => sum.plus(amount ?? 0), new Big(0));

export const sumAccounts = ({ main, cashback }: Accounts): Big => main.plus(cashback);

/** One request, one invoice: a second one under its correlationId may be the same transfer (reading 20). */
export const isAlone = ({ facts }: SenderFacts, correlationId: string): boolean => facts.ofCorrelationId(correlationId).length === 1;

/** It names this sender and a session of this sender, so no other sender pays. */
function isOwn({ balances, facts, senderId }: SenderFacts, { exchange }: AskedTransfer): boolean {
  const call = balances.asked.find((each) => each.exchange === exchange)?.call;
  const owners = facts.sessionsOf(call?.values['sessionId'] ?? '');
  const isSender = (id: unknown): boolean => toTag(id) === toTag(senderId);
  return isSender(member(call?.payload, 'from')) && owners.length > 0 && owners.every((owner) => isSender(owner.senderId));
}

/** OP-10 and OP-11 called it COMPLETED, and not delayed. */
const isPaidOut = (sender: SenderFacts, transfer: AskedTransfer, moment: number): boolean =>
  transfer.ended === 'accepted' &&
  sender.transfers.isPaidOut(transfer, moment) &&
  sender.facts.finalStatus(transfer.correlationId)?.status === 'COMPLETED';

const mustDebit = (sender: SenderFacts, transfer: AskedTransfer): boolean =>
  transfer.source === 'wallet' &&
  transfer.amount !== null &&
  transfer.amount.gte(smallestDebit) &&
  isOwn(sender, transfer) &&
  isAlone(sender, transfer.correlationId);

/** The balance shows that nothing of it may still come back. */
function isRestored(sender: SenderFacts, { was }: BalancePair, transfer: AskedTransfer): boolean {
  const before = sender.balances.shown.findLast(({ at }) => at <= transfer.after);
  if (before === undefined || transfer.at > was.after) return false;
  const between = sender.transfers.asked.filter(
    (each) => each.after >= before.at && each.at <= was.after && isPaidOut(sender, each, was.after),
  );
  return sumAccounts(was).gte(sumAccounts(before).minus(sumAmounts(between)));
}

/** A source other than the wallet may have been named, or may be meant by an OP-8 without a clear answer. */
const mayPayElse = (sender: SenderFacts, pair: BalancePair): boolean =>
  sender.balances.asked.some(
    ({ call, ended, ...dated }) =>
      call.operation === 'OP-8' &&
      call.values['paymentSource'] !== 'wallet' &&
      ended !== 'refused' &&
      ended !== 'wrong-code' &&
      (ended !== 'done' || overlaps(pair)(dated)),
  );

/** The completed wallet transfers between both answers; null where anything else may have moved money. */
export function listPaid(sender: SenderFacts, pair: BalancePair): readonly AskedTransfer[] | null {
  const { was, is } = pair;
  const { shown, isDisturbed } = sender.balances;
  if (!isExact(was) || !isExact(is) || mayPayElse(sender, pair) || isDisturbed(shown[0]?.at ?? 0, is.at)) return null;
  const begun = sender.transfers.asked.filter((each) => isOpenOrAccepted(each) && each.after < is.at);
  const paid = begun.filter((each) => isWithin(pair)(each) && isPaidOut(sender, each, is.after) && mustDebit(sender, each));
  const others = begun.filter((each) => !paid.includes(each));
  if (paid.length === 0 || others.some(overlaps(pair))) return null;
  return others.every((each) => isPaidOut(sender, each, was.after) || isRestored(sender, pair, each)) ? paid : null;
}
