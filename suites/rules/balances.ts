import type { AskedCall } from '../../helpers/judge/facts/asked-calls.ts';
import type { Dated } from '../../helpers/judge/facts/dated.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import type { PassiveCheck } from '../../helpers/runner/check.ts';
import type { Exercise } from '../support/exercise.ts';
import { judgeByFacts, ruleOverAll, type RuleRow } from '../support/fact-rule.ts';
import { isFailedBy, isIdle, isMovedBetween, isRefused } from './balance-moves.ts';
import { describe, hasBalanceFallen, pickOwnFacts, overlaps, readNow, type SenderFacts, type BalancePair } from './balance-pairs.ts';

type Without = 'refused' | 'wrong-code' | 'failed';

/** What should have moved nothing between two answers. */
interface Idle {
  readonly kind: Without;
  readonly calls: readonly Dated[];
}

/** OP-10 called them FAILED, and they or OP-10 were asked for between both answers. */
function listFailed(sender: SenderFacts, pair: BalancePair): readonly Dated[] {
  const { transfers, facts } = sender;
  return transfers.asked.filter(isFailedBy(sender, pair.is.after)).flatMap((each) => {
    const looks = facts.finalStatuses(each.correlationId).filter(overlaps(pair));
    return looks.length > 0 || overlaps(pair)(each) ? [each, ...looks] : [];
  });
}

/** What else can have moved the balance leaves nothing to judge. */
function findIdle(sender: SenderFacts, pair: BalancePair): Idle | null {
  const { was, is } = pair;
  if (isMovedBetween(sender, pair) || !isIdle(sender, pair)) return null;
  const failed = listFailed(sender, pair);
  if (failed.length > 0) return { kind: 'failed', calls: failed };
  const calls = sender.balances.asked.filter((each) => isRefused(each) && each.after >= was.at && each.at <= is.after);
  if (calls.length === 0) return null;
  return { kind: calls.every(({ ended }) => ended === 'wrong-code') ? 'wrong-code' : 'refused', calls };
}

const listPaidElsewhere = ({ balances }: SenderFacts, pair: BalancePair): readonly AskedCall[] =>
  balances.listElsewhere().filter((each) => each.ended === 'done' && overlaps(pair)(each));

const describeCalls = { refused: 'refused calls', 'wrong-code': 'wrong codes', failed: 'a transfer that is FAILED' } as const;

/** A fall behind such calls alone is a question: others may use the sender, and a fee may come late (readings 17 and 20). */
const judgeWithout = (kind: Without): PassiveCheck['judge'] =>
  judgeByFacts((seen) => {
    const { reply } = seen;
    const is = readNow(seen);
    if (is === null) return null;
    const sender = pickOwnFacts(seen);
    const was = sender.balances.shown.findLast(({ at }) => at <= is.after);
    const idle = was === undefined ? null : findIdle(sender, { was, is });
    if (was === undefined || idle?.kind !== kind) return null;
    if (!hasBalanceFallen(was, is)) return { held: true };
    // What others pay is no better explained, and has a clause of its own.
    const elsewhere = listPaidElsewhere(sender, { was, is });
    return {
      held: false,
      expected: `${describe(was)}, as before ${describeCalls[kind]}${elsewhere.length > 0 ? ' and what other senders paid' : ''}`,
      received: describe(is),
      place: formatPlace(reply, 'result.mainAccount'),
      beside: [was, ...idle.calls, ...elsewhere].map((each) => each.exchange),
    };
  });

const balanceRow = (clause: RuleRow['clause'], title: string, kind: Without, exercise: Exercise): PassiveCheck =>
  ruleOverAll({ clause, operation: 'OP-14', title, judge: judgeWithout(kind), exercise, hardest: 'warn' }, 'balance-later');

/** Over the OP-14 answers that are there anyway, whatever was refused before them. */
export const balanceAfterRefusal: PassiveCheck = balanceRow(
  'REFUSAL-NOTHING-CHANGED',
  'behind refused calls alone the balance is no lower',
  'refused',
  async ({ use, journey }) => {
    const { shortest, groups } = journey.refusals;
    for (const { closingDetail } of shortest === null ? groups : [shortest]) await use(closingDetail);
  },
);

export const balanceAfterWrongCode: PassiveCheck = balanceRow(
  'CONSENT-WRONG-NO-EFFECT',
  'behind wrong codes alone the balance is no lower',
  'wrong-code',
  ({ use, journey }) => use(journey.refusals.wrongTransfer('path').balances),
);

/** However often OP-10 is asked of them, and whatever else is refused meanwhile. */
export const balanceAfterFailed: PassiveCheck = balanceRow(
  'OP10-FAILED-NOTHING-MOVED',
  'behind transfers that OP-10 calls FAILED the balance is no lower',
  'failed',
  ({ use, journey }) => use(journey.customer.transferAboveBalance.after),
);
