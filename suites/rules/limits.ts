import { Big } from 'big.js';
import { readLimitsLeft, type AskedTransfer, type LimitFacts, type LimitsFact, type LimitsLeft } from '../../helpers/judge/facts/limits.ts';
import { findingIn } from '../../helpers/judge/fields.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import type { CheckContext, PassiveCheck } from '../../helpers/runner/check.ts';
import { judgeByFacts, ruleOverAll, type RuleRow } from '../support/fact-rule.ts';

/** Two answers of OP-6 of one sender, one after the other. */
interface Pair {
  readonly was: LimitsFact;
  readonly is: LimitsFact;
  readonly facts: LimitFacts;
}

interface Doubt {
  /** A second transfer has to show it too: a new period may have begun between both answers (reading 20). */
  readonly isWeak?: boolean;
  /** The calls between both. */
  readonly beside: readonly AskedTransfer[];
  /** A later answer that shows what was missing, or that it is as before. */
  readonly isTakenBack: (later: LimitsFact) => boolean;
}

type JudgePair = (pair: Pair) => Doubt | 'held' | null;

const periodsOf = (was: LimitsLeft, is: LimitsLeft) =>
  [...was].flatMap(([period, left]) => {
    const now = is.get(period);
    return now === undefined ? [] : [{ period, was: left, is: now }];
  });

const hasFallen = (was: LimitsLeft, is: LimitsLeft): boolean => periodsOf(was, is).some((each) => each.is.lt(each.was));

const isBetween =
  ({ was, is }: Pair) =>
  ({ after, at }: AskedTransfer): boolean =>
    after >= was.at && at <= is.after;

const sumAmounts = (asked: readonly AskedTransfer[]): Big | null =>
  asked.reduce<Big | null>((sum, { amount }) => (sum === null || amount === null ? null : sum.plus(amount)), new Big(0));

/** Whether some period fell by all of these amounts. */
const coversAll = (was: LimitsLeft, is: LimitsLeft, asked: readonly AskedTransfer[]): boolean => {
  const sum = sumAmounts(asked);
  return sum !== null && periodsOf(was, is).some((each) => each.was.minus(each.is).gte(sum));
};

const mayBeAccepted = ({ ended }: AskedTransfer): boolean => ended !== 'refused';

/** A period that rolls over shows no more than it has shown before: it rises, or is as full as it ever was. */
function findRollOver({ was, is, facts }: Pair): 'rise' | 'full' | null {
  const before = facts.shown.filter(({ at }) => at <= was.at);
  const isHighest = (period: string, value: Big): boolean => before.every(({ left }) => left.get(period)?.gt(value) !== true);
  const hadAsMuch = (period: string, value: Big): boolean => before.some(({ left }) => left.get(period)?.gte(value) === true);
  const periods = periodsOf(was.left, is.left);
  if (periods.some((each) => each.is.gt(each.was) && hadAsMuch(each.period, each.is))) return 'rise';
  return periods.some((each) => each.is.eq(each.was) && isHighest(each.period, each.is)) ? 'full' : null;
}

/** How much a limit falls by is open (reading 20), and it may show late. */
const judgeCompleted: JudgePair = (pair) => {
  const { was, is, facts } = pair;
  const paid = facts.asked.filter(
    (each) => each.ended === 'accepted' && each.source === 'wallet' && isBetween(pair)(each) && facts.isPaidOut(each, is.after),
  );
  if (paid.length === 0 || facts.isDisturbed(was.after, is.at) || periodsOf(was.left, is.left).length === 0) return null;
  if (hasFallen(was.left, is.left)) return 'held';
  const rollOver = findRollOver(pair);
  if (rollOver === 'rise') return null;
  // What is late does not rise.
  const hasRisen = hasFallen(is.left, was.left);
  const isLate = (later: LimitsFact): boolean =>
    coversAll(was.left, later.left, paid) ||
    (hasFallen(was.left, later.left) && !facts.asked.some((each) => mayBeAccepted(each) && each.at > is.after && each.after <= later.at));
  return { isWeak: rollOver === 'full', beside: paid, isTakenBack: (later) => !hasRisen && isLate(later) };
};

/** Refused by OP-9, or by then called FAILED by OP-10 (reading 19). */
const isRefusedBy =
  ({ isRejected }: LimitFacts, moment: number) =>
  (each: AskedTransfer): boolean =>
    each.ended === 'refused' || (each.ended === 'accepted' && isRejected(each, moment));

/** What earlier transfers used up shows in full: nothing of it comes late. */
const isSettled = ({ was, facts }: Pair): boolean => {
  const [first] = facts.shown;
  const isRefused = isRefusedBy(facts, was.after);
  const earlier = facts.asked.filter((each) => !isRefused(each) && each.after < was.at);
  if (earlier.length === 0) return true;
  return (
    first !== undefined &&
    earlier.every(({ ended, after }) => ended === 'accepted' && after >= first.at) &&
    coversAll(first.left, was.left, earlier)
  );
};

/** A limit may change by itself, and so a fall behind refused transfers alone is a question, no more (reading 17). */
const judgeRefused: JudgePair = (pair) => {
  const { was, is, facts } = pair;
  const isRefused = isRefusedBy(facts, is.after);
  const refused = facts.asked.filter((each) => isRefused(each) && isBetween(pair)(each));
  const others = facts.asked.some((each) => !isRefused(each) && each.at > was.after && each.after <= is.at);
  if (refused.length === 0 || others || facts.isDisturbed(0, is.at) || !isSettled(pair)) return null;
  if (periodsOf(was.left, is.left).length === 0) return null;
  if (!hasFallen(was.left, is.left)) return 'held';
  // What was held for a while comes back.
  return { beside: refused, isTakenBack: (later) => !hasFallen(was.left, later.left) };
};

const describe = (left: LimitsLeft): string => [...left].map(([period, value]) => `${period} ${value.toFixed()}`).join(', ');

const aboutOf = ({ exchange }: LimitsFact): string => `the limits that ${exchange} shows`;

/** Judges the newest pair. Earlier pairs that raised a doubt may be cleared up by this answer. */
const judgePairs = (judgePair: JudgePair, expected: (was: string) => string): PassiveCheck['judge'] =>
  judgeByFacts(({ reply, call, limitsOf }) => {
    if (findingIn(reply, 'result.limitLeft') !== undefined) return null;
    const facts = limitsOf(call.values['senderId'] ?? '');
    const { exchange } = reply;
    const now = { exchange: exchange.id, at: Infinity, after: exchange.after ?? 0, left: readLimitsLeft(reply.result) };
    const answers = [...facts.shown, now];
    const pairs = answers.flatMap((is, at) => {
      const was = answers[at - 1];
      return was === undefined || was.at > is.after ? [] : [{ was, is, facts }];
    });
    const judged = pairs.map((pair) => ({ pair, doubt: judgePair(pair) }));
    const newest = judged.find(({ pair }) => pair.is === now);
    const earlier = judged.flatMap(({ pair, doubt }) =>
      pair.is === now || doubt === null || doubt === 'held' ? [] : [{ ...pair, ...doubt }],
    );
    const [late, lasting] = [earlier.filter((each) => each.isTakenBack(now)), earlier.filter((each) => !each.isTakenBack(now))];
    const dismisses = late.map(({ is }) => aboutOf(is));
    const doubt = newest?.doubt ?? null;
    if (newest === undefined || doubt === null || doubt === 'held' || (doubt.isWeak === true && lasting.length === 0))
      return doubt === 'held' || dismisses.length > 0 ? { held: true, dismisses } : null;
    return {
      held: false,
      expected: expected(describe(newest.pair.was.left)),
      received: describe(now.left),
      place: formatPlace(reply, 'result.limitLeft'),
      beside: [newest.pair.was.exchange, ...doubt.beside.map((each) => each.exchange)],
      suspicion: { about: aboutOf(now), times: 2 },
      dismisses,
    };
  });

const exerciseTransfers = ({ use, journey }: CheckContext): Promise<unknown> => use(journey.customer.detailAfter);

/** The sender is read before and after its refused calls. */
const exerciseRefused = async ({ use, journey }: CheckContext): Promise<void> => {
  const { shortest, groups } = journey.refusals;
  for (const { closing } of shortest === null ? groups : [shortest]) await use(closing);
};

const limitRow = (clause: RuleRow['clause'], title: string, judge: PassiveCheck['judge'], exercise: RuleRow['exercise']): RuleRow => ({
  clause,
  operation: 'OP-6',
  title,
  judge,
  exercise,
});

/** Over the OP-6 answers that are there anyway, whoever paid and whatever the amount. */
export const limitRules: readonly PassiveCheck[] = [
  ruleOverAll(
    limitRow(
      'LIMIT-FALLS',
      'behind a completed transfer some limit is lower',
      judgePairs(judgeCompleted, (was) => `a period with less left than in ${was}`),
      exerciseTransfers,
    ),
    'usual',
  ),
  ruleOverAll(
    {
      ...limitRow(
        'REFUSAL-NOTHING-CHANGED',
        'behind refused transfers alone no limit is lower',
        judgePairs(judgeRefused, (was) => `no period with less left than in ${was}`),
        exerciseRefused,
      ),
      hardest: 'warn',
    },
    'limits',
  ),
];
