import type { Big } from 'big.js';
import { readAccounts, type BalanceFact, type BalanceFacts } from '../../helpers/judge/facts/balances.ts';
import type { AskedCall } from '../../helpers/judge/facts/asked-calls.ts';
import type { AskedTransfer } from '../../helpers/judge/facts/limits.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import type { PassiveCheck } from '../../helpers/runner/check.ts';
import type { Exercise } from '../support/exercise.ts';
import { judgeByFacts, ruleOverAll, type RuleRow } from '../support/fact-rule.ts';
import {
  describe,
  hasFallen,
  isOpenOrAccepted,
  isSame,
  knownOf,
  listPaid,
  overlaps,
  sumAccounts,
  sumAmounts,
  type Known,
  type Pair,
} from './paid-transfers.ts';

const isRefused = ({ ended }: AskedCall): boolean => ended === 'refused' || ended === 'wrong-code';

/** The others neither pay nor register anybody. */
const mayCost: ReadonlySet<string> = new Set(['OP-7', 'OP-9', 'OP-13', 'OP-16']);

const mayMove = (each: AskedCall): boolean => !isRefused(each) && mayCost.has(each.call.operation);

const isMovedBetween = ({ asked, isDisturbed }: BalanceFacts, { was, is }: Pair): boolean =>
  asked.some((each) => mayMove(each) && each.at > was.after && each.after <= is.at) || isDisturbed(was.after, is.at);

const fallOf = ({ was, is }: Pair): Big => sumAccounts(was).minus(sumAccounts(is));

/** What these transfers cost shows in full since the first reading: nothing of it comes late. */
function showsInFull({ balances, transfers }: Known, is: BalanceFact, counts: (transfer: AskedTransfer) => boolean): boolean {
  const [first] = balances.shown;
  const earlier = transfers.asked.filter((each) => isOpenOrAccepted(each) && each.after < is.at && counts(each));
  return first !== undefined && earlier.every(({ after }) => after >= first.at) && fallOf({ was: first, is }).gte(sumAmounts(earlier));
}

/** Of what may cost, transfers alone: the balance fell by exactly what they paid out. */
function isSpentAlone(known: Known, pair: Pair): boolean {
  const { was, is } = pair;
  const paid = listPaid(known, pair);
  const others = known.balances.asked.some((each) => mayMove(each) && each.call.operation !== 'OP-9' && overlaps(pair)(each));
  if (paid === null || others || is.cashback.gt(was.cashback)) return false;
  return fallOf(pair).eq(sumAmounts(paid)) && showsInFull(known, is, () => true);
}

/** Between both readings nothing moved. A debit may show late, and equal readings before it prove nothing. */
function isUnmoved(known: Known, pair: Pair): boolean {
  const { balances, transfers } = known;
  const { is } = pair;
  const isDue = (each: AskedTransfer): boolean =>
    each.source === 'wallet' && each.after >= (balances.shown[0]?.at ?? 0) && transfers.isPaidOut(each, is.after);
  return isSame(pair.was, is) && !isMovedBetween(balances, pair) && showsInFull(known, is, isDue);
}

/** Two readings before it agree, or differ by what was paid out between them alone (reading 17). */
function isIdle(known: Known, { was }: Pair): boolean {
  const before = known.balances.shown.findLast(({ at }) => at <= was.after);
  if (before === undefined) return false;
  const pair = { was: before, is: was };
  return isUnmoved(known, pair) || isSpentAlone(known, pair);
}

/** The refused calls between both answers, where nothing else can have moved the balance; null elsewhere. */
function listRefused(known: Known, pair: Pair): readonly AskedCall[] | null {
  const { was, is } = pair;
  if (isMovedBetween(known.balances, pair) || !isIdle(known, pair)) return null;
  const refused = known.balances.asked.filter((each) => isRefused(each) && each.after >= was.at && each.at <= is.after);
  return refused.length === 0 ? null : refused;
}

/** Which of the two clauses a window belongs to: a wrong code alone has its own. */
const isOfClause = (refused: readonly AskedCall[], ended: AskedCall['ended']): boolean =>
  refused.every((each) => each.ended === 'wrong-code') === (ended === 'wrong-code');

/** A fall behind refused calls alone is a question: others may use the sender, and a fee may come late (readings 17 and 20). */
const judgeRefused = (ended: 'refused' | 'wrong-code'): PassiveCheck['judge'] =>
  judgeByFacts((seen) => {
    const { reply } = seen;
    const accounts = readAccounts(reply.result);
    if (accounts === null) return null;
    const known = knownOf(seen);
    const { exchange } = reply;
    const is = { exchange: exchange.id, at: Infinity, after: exchange.after ?? 0, ...accounts };
    const was = known.balances.shown.findLast(({ at }) => at <= is.after);
    const refused = was === undefined ? null : listRefused(known, { was, is });
    if (was === undefined || refused === null || !isOfClause(refused, ended)) return null;
    if (!hasFallen(was, accounts)) return { held: true };
    return {
      held: false,
      expected: `${describe(was)}, as before refused calls`,
      received: describe(accounts),
      place: formatPlace(reply, 'result.mainAccount'),
      beside: [was.exchange, ...refused.map((each) => each.exchange)],
    };
  });

const balanceRow = (clause: RuleRow['clause'], title: string, ended: 'refused' | 'wrong-code', exercise: Exercise): PassiveCheck =>
  ruleOverAll({ clause, operation: 'OP-14', title, judge: judgeRefused(ended), exercise, hardest: 'warn' }, 'balance-later');

/** Over the OP-14 answers that are there anyway, whatever was refused before them. */
export const balanceAfterRefusal: PassiveCheck = balanceRow(
  'REFUSAL-NOTHING-CHANGED',
  'behind refused calls alone the balance is no lower',
  'refused',
  async ({ use, journey }) => {
    const { shortest, groups } = journey.refusals;
    for (const { closing } of shortest === null ? groups : [shortest]) await use(closing);
  },
);

export const balanceAfterWrongCode: PassiveCheck = balanceRow(
  'CONSENT-WRONG-NO-EFFECT',
  'behind wrong codes alone the balance is no lower',
  'wrong-code',
  ({ use, journey }) => use(journey.refusals.wrongTransfer('path').balances),
);
