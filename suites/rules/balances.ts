import { readAccounts, type Accounts, type BalanceFact, type BalanceFacts } from '../../helpers/judge/facts/balances.ts';
import type { AskedCall } from '../../helpers/judge/facts/asked-calls.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import type { PassiveCheck } from '../../helpers/runner/check.ts';
import type { Exercise } from '../support/exercise.ts';
import { judgeByFacts, ruleOverAll, type RuleRow } from '../support/fact-rule.ts';

/** Two answers of OP-14 of one sender, one after the other. */
interface Pair {
  readonly was: BalanceFact;
  readonly is: BalanceFact;
}

const hasFallen = (was: Accounts, is: Accounts): boolean => is.main.lt(was.main) || is.cashback.lt(was.cashback);

const isSame = (one: Accounts, other: Accounts): boolean => one.main.eq(other.main) && one.cashback.eq(other.cashback);

const describe = ({ main, cashback }: Accounts): string => `mainAccount ${main.toFixed()}, cashbackAccount ${cashback.toFixed()}`;

const isRefused = ({ ended }: AskedCall): boolean => ended === 'refused' || ended === 'wrong-code';

/** The others neither pay nor register anybody. */
const mayCost: ReadonlySet<string> = new Set(['OP-7', 'OP-9', 'OP-13', 'OP-16']);

const mayMove = (each: AskedCall): boolean => !isRefused(each) && mayCost.has(each.call.operation);

const isMovedBetween = ({ asked, isDisturbed }: BalanceFacts, { was, is }: Pair): boolean =>
  asked.some((each) => mayMove(each) && each.at > was.after && each.after <= is.at) || isDisturbed(was.after, is.at);

/** Two readings agree before it, with nothing between them that moves money (reading 17). */
function isIdle(facts: BalanceFacts, { was }: Pair): boolean {
  const before = facts.shown.findLast(({ at }) => at <= was.after);
  return before !== undefined && isSame(before, was) && !isMovedBetween(facts, { was: before, is: was });
}

/** The refused calls between both answers, where nothing else can have moved the balance; null elsewhere. */
function listRefused(facts: BalanceFacts, pair: Pair): readonly AskedCall[] | null {
  const { was, is } = pair;
  if (isMovedBetween(facts, pair) || !isIdle(facts, pair)) return null;
  const refused = facts.asked.filter((each) => isRefused(each) && each.after >= was.at && each.at <= is.after);
  return refused.length === 0 ? null : refused;
}

/** Which of the two clauses a window belongs to: a wrong code alone has its own. */
const isOfClause = (refused: readonly AskedCall[], ended: AskedCall['ended']): boolean =>
  refused.every((each) => each.ended === 'wrong-code') === (ended === 'wrong-code');

/** A fall behind refused calls alone is a question: others may use the sender, and a fee may come late (readings 17 and 20). */
const judgeRefused = (ended: 'refused' | 'wrong-code'): PassiveCheck['judge'] =>
  judgeByFacts(({ reply, call, balanceOf }) => {
    const accounts = readAccounts(reply.result);
    if (accounts === null) return null;
    const facts = balanceOf(call.values['senderId'] ?? '');
    const { exchange } = reply;
    const is = { exchange: exchange.id, at: Infinity, after: exchange.after ?? 0, ...accounts };
    const was = facts.shown.findLast(({ at }) => at <= is.after);
    const refused = was === undefined ? null : listRefused(facts, { was, is });
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
