import type { Big } from 'big.js';
import type { AskedTransfer, LimitsFact } from '../../helpers/judge/facts/limits.ts';
import type { CheckContext, PassiveCheck } from '../../helpers/runner/check.ts';
import { ruleOverAll, type RuleRow } from '../support/fact-rule.ts';
import {
  coversAll,
  hasLimitFallen,
  isBetween,
  judgePairs,
  periodsOf,
  readBalances,
  type JudgeLimitPair,
  type LimitPair,
} from './limit-pairs.ts';
import { judgeBehind } from './limits-behind-refusals.ts';

const mayBeAccepted = ({ ended }: AskedTransfer): boolean => ended !== 'refused';

/** A period that rolls over shows no more than it has shown before: it rises, or is as full as it ever was. */
function findRollOver({ was, is, facts }: LimitPair): 'rise' | 'full' | null {
  const before = facts.shown.filter(({ at }) => at <= was.at);
  const isHighest = (period: string, value: Big): boolean => before.every(({ left }) => left.get(period)?.gt(value) !== true);
  const hadAsMuch = (period: string, value: Big): boolean => before.some(({ left }) => left.get(period)?.gte(value) === true);
  const periods = periodsOf(was.left, is.left);
  if (periods.some((each) => each.is.gt(each.was) && hadAsMuch(each.period, each.is))) return 'rise';
  return periods.some((each) => each.is.eq(each.was) && isHighest(each.period, each.is)) ? 'full' : null;
}

/** The transfers between both answers that are paid out by then; none where the answers cannot be compared. */
function findPaid(pair: LimitPair): readonly AskedTransfer[] {
  const { was, is, facts } = pair;
  if (facts.isDisturbed(was.after, is.at) || periodsOf(was.left, is.left).length === 0) return [];
  return facts.asked.filter((each) => each.ended === 'accepted' && isBetween(pair)(each) && facts.isPaidOut(each, is.after));
}

/** How much a limit falls by is open (reading 20), and it may show late. */
const judgeCompleted: JudgeLimitPair = (pair) => {
  const { was, is, facts } = pair;
  const paid = findPaid(pair).filter(({ source }) => source === 'wallet');
  if (paid.length === 0) return null;
  if (hasLimitFallen(was.left, is.left)) return 'held';
  const rollOver = findRollOver(pair);
  if (rollOver === 'rise') return null;
  // What is late does not rise.
  const hasRisen = hasLimitFallen(is.left, was.left);
  const isLate = (later: LimitsFact): boolean =>
    coversAll(was.left, later.left, paid) ||
    (hasLimitFallen(was.left, later.left) &&
      !facts.asked.some((each) => mayBeAccepted(each) && each.at > is.after && each.after <= later.at));
  return { isWeak: rollOver === 'full', beside: paid, isTakenBack: (later) => !hasRisen && isLate(later) };
};

/** A period may roll over once (reading 20): a second transfer of that sender has to raise it too. */
const judgeRaised: JudgeLimitPair = (pair) => {
  const { was, is, facts } = pair;
  const paid = findPaid(pair);
  if (paid.length === 0) return null;
  const raised = periodsOf(was.left, is.left).find((each) => each.is.gt(each.was));
  if (raised === undefined) return 'held';
  // Money that comes back fills a limit up to what it was.
  if (findRollOver(pair) === 'rise') return null;
  const first = facts.shown[0] ?? was;
  return { beside: paid, about: `the limit ${raised.period} of the sender that ${first.exchange} shows`, isTakenBack: () => false };
};

const exerciseTransfers = ({ use, journey }: CheckContext): Promise<unknown> => use(journey.customer.detailAfter);

/** The sender is read before and after its refused calls. */
const exerciseRefused = async ({ use, journey }: CheckContext): Promise<void> => {
  const { shortest, groups } = journey.refusals;
  for (const { closingDetail } of shortest === null ? groups : [shortest]) await use(closingDetail);
};

/** A further wrong code of the same sender has its readings anyway: another one would cost a code. */
const exerciseWrongCodes = async ({ use, journey }: CheckContext): Promise<void> => {
  const { balances, control } = journey.refusals.wrongTransfer('path');
  await use(balances);
  if (!journey.refusals.wrongTransfer('query').reply.isRequested()) await use(control);
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
      judgePairs(judgeCompleted, (was) => `at least one limit below ${was}`),
      exerciseTransfers,
    ),
    'usual',
  ),
  ruleOverAll(
    limitRow(
      'LIMIT-NOT-RAISED',
      'completed transfers raise no limit',
      judgePairs(judgeRaised, (was) => `no limit above ${was}`),
      exerciseTransfers,
    ),
    'usual',
  ),
  ruleOverAll(
    limitRow(
      'REFUSAL-NOTHING-CHANGED',
      'behind refused calls alone no limit is lower',
      judgePairs(judgeBehind('refused'), (was) => `no limit below ${was}`),
      exerciseRefused,
    ),
    'limits',
  ),
  ruleOverAll(
    limitRow(
      'CONSENT-WRONG-NO-EFFECT',
      'behind wrong codes alone no limit is lower',
      judgePairs(judgeBehind('wrong-code'), (was) => `no limit below ${was}`),
      exerciseWrongCodes,
    ),
    'limits',
  ),
];

/** OP-6 asks for a code, so hardly anything reads it behind another agent's calls. OP-14 is read there once, which is a question. */
export const limitsBehindAnotherAgent: PassiveCheck = ruleOverAll(
  {
    clause: 'REFUSAL-NOTHING-CHANGED',
    operation: 'OP-14',
    title: 'behind refused calls of another agent alone no limit is lower',
    judge: judgePairs(judgeBehind('another-agent'), (was) => `no limit below ${was}`, readBalances),
    exercise: ({ use, journey }) => use(journey.foreignIds.effects.untouched),
    hardest: 'warn',
  },
  'limits-another-agent',
);
