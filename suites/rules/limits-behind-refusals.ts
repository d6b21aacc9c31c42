import type { AskedCall } from '../../helpers/judge/facts/asked-calls.ts';
import type { Dated } from '../../helpers/judge/facts/dated.ts';
import type { AskedTransfer, LimitFacts, LimitsFact, LimitsLeft } from '../../helpers/judge/facts/limits.ts';
import { isRefused } from './balance-moves.ts';
import { coversAll, hasLimitFallen, isBetween, periodsOf, type JudgeLimitPair, type LimitPair } from './limit-pairs.ts';

export type Behind = 'refused' | 'wrong-code' | 'another-agent';

/** Refused by OP-9, or by then called FAILED by OP-10 (reading 19). */
const isRefusedBy =
  ({ isRejected }: LimitFacts, moment: number) =>
  (each: AskedTransfer): boolean =>
    each.ended === 'refused' || (each.ended === 'accepted' && isRejected(each, moment));

/** What earlier transfers used up shows in full: nothing of it comes late. */
function isSettled({ was, facts }: LimitPair): boolean {
  const [first] = facts.shown;
  const isRefusedThen = isRefusedBy(facts, was.after);
  const earlier = facts.asked.filter((each) => !isRefusedThen(each) && each.after < was.at);
  if (earlier.length === 0) return true;
  return (
    first !== undefined &&
    earlier.every(({ ended, after }) => ended === 'accepted' && after >= first.at) &&
    coversAll(first.left, was.left, earlier)
  );
}

const isSame = (one: LimitsLeft, other: LimitsLeft): boolean => !hasLimitFallen(one, other) && !hasLimitFallen(other, one);

/** Since the last transfer, two readings agree (reading 17): a part of what it used up may come late. */
function isIdle({ was, facts }: LimitPair): boolean {
  const isRefusedThen = isRefusedBy(facts, was.after);
  const paid = facts.asked.filter((each) => !isRefusedThen(each) && each.after < was.at);
  const since = facts.shown.filter(({ at, after }) => at <= was.at && paid.every((each) => each.at <= after));
  return paid.length === 0 || since.slice(1).some(({ left }, at) => isSame(left, since[at]?.left ?? left));
}

const overlaps =
  ({ was, is }: LimitPair) =>
  ({ after, at }: Dated): boolean =>
    at > was.after && after <= is.at;

/** They only show something. The others may change what is left. */
const reads: ReadonlySet<string> = new Set(['OP-5', 'OP-6', 'OP-8', 'OP-10', 'OP-11', 'OP-14']);

const mayUseUp = (each: AskedCall): boolean => each.call.operation !== 'OP-9' && !reads.has(each.call.operation) && !isRefused(each);

/** Null where anything else may have used up a limit. */
function listRefused(pair: LimitPair): readonly Dated[] | null {
  const { is, facts } = pair;
  const isRefusedThen = isRefusedBy(facts, is.after);
  const transfers = facts.asked.filter(overlaps(pair));
  const calls = facts.calls.filter(overlaps(pair));
  if (transfers.some((each) => !isRefusedThen(each)) || calls.some(mayUseUp)) return null;
  return [...calls.filter(isRefused), ...transfers.filter(({ ended }) => ended === 'accepted')];
}

const subjects = {
  refused: 'limits behind refused calls alone',
  'wrong-code': 'limits behind wrong codes alone',
  'another-agent': 'limits behind refused calls of another agent alone',
} as const;

const endedOf = ({ calls }: LimitFacts, { exchange }: Dated): string | undefined => calls.find((each) => each.exchange === exchange)?.ended;

/** The agent was never served with this sender (reading 3). */
function isOfAnother({ calls }: LimitFacts, { exchange }: Dated): boolean {
  const agent = calls.find((each) => each.exchange === exchange)?.call.agent;
  return calls.every(({ ended, call }) => ended !== 'done' || call.agent !== agent);
}

/** Whether these calls are what the rule is about: a call of another agent may be refused with any code. */
function areMeant(kind: Behind, facts: LimitFacts, refused: readonly Dated[]): boolean {
  if (kind === 'another-agent') return refused.every((each) => isOfAnother(facts, each));
  return refused.every((each) => endedOf(facts, each) === 'wrong-code') === (kind === 'wrong-code');
}

/**
 * A limit may change by itself, so a fall behind such calls alone is a question. A second one accuses (reading 17), whosever the sender, unless
 * a limit fell where nothing was asked for: then others use the senders. What a transfer just before used up may come late, in parts.
 */
export const judgeBehind =
  (kind: Behind): JudgeLimitPair =>
  (pair) => {
    const { was, is, facts } = pair;
    const refused = listRefused(pair);
    if (refused === null || facts.isDisturbed(0, is.at) || !isSettled(pair)) return null;
    if (periodsOf(was.left, is.left).length === 0) return null;
    const about = subjects[kind];
    const isFall = hasLimitFallen(was.left, is.left);
    const wasIdle = isIdle(pair);
    if (refused.length === 0) return isFall && wasIdle ? { dismisses: about } : null;
    if (!areMeant(kind, facts, refused) || !refused.some(isBetween(pair))) return null;
    if (kind === 'wrong-code' && !wasIdle) return null;
    if (!isFall) return 'held';
    // What was held for a while comes back.
    const isTakenBack = (later: LimitsFact): boolean => !hasLimitFallen(was.left, later.left);
    // Among other refused calls a wrong code may have used it up, which breaks a clause of its own.
    const isOfOneKind = kind !== 'refused' || refused.every((each) => endedOf(facts, each) !== 'wrong-code');
    return { beside: refused, isTakenBack, ...(wasIdle && isOfOneKind && { about }) };
  };
