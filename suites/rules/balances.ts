import type { AskedCall } from '../../helpers/judge/facts/asked-calls.ts';
import { member } from '../../helpers/core/json.ts';
import { toDecimal } from '../../helpers/judge/exact-decimal.ts';
import type { Dated } from '../../helpers/judge/facts/dated.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import type { PassiveCheck } from '../../helpers/runner/check.ts';
import type { Exercise } from '../support/exercise.ts';
import { judgeByFacts, ruleOverAll, type RuleRow } from '../support/fact-rule.ts';
import { fallOf, isFailedBy, isIdle, isMovedBetween, isRefused } from './balance-moves.ts';
import {
  describe,
  hasBalanceFallen,
  isLower,
  listPairs,
  overlaps,
  pickOwnFacts,
  readNow,
  sumAmounts,
  type BalancePair,
  type SenderFacts,
} from './balance-pairs.ts';
import { judgeRises } from './rises/certain-rises.ts';
import type { InVain } from './rises/rises.ts';

/** What should have moved nothing between two answers. */
interface Idle {
  readonly kind: InVain;
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

/**
 * The fall is what a transfer asked for that was refused between both answers, or leaves nothing. No fee and no other system takes just that
 * from two senders, but another sender's transfer of the same amount may. What a FAILED transfer takes may be held for a while (reading 19).
 */
function isTelling(sender: SenderFacts, pair: BalancePair, { kind, calls }: Idle): boolean {
  if (kind === 'failed') return false;
  const { transfers } = sender;
  const refused = transfers.asked.filter(({ exchange, ended }) => ended === 'refused' && calls.some((each) => each.exchange === exchange));
  const amounts = refused.flatMap(({ amount }) => (amount?.gt(0) === true ? [amount] : []));
  const fall = fallOf(pair);
  const isWhole = pair.is.main.eq(0) && amounts.some((amount) => fall.gte(amount));
  const isAmount = amounts.some((amount) => fall.eq(amount)) || fall.eq(sumAmounts(refused));
  return (
    isWhole || (isAmount && listPaidElsewhere(sender, pair).every(({ call }) => !fall.eq(toDecimal(member(call.payload, 'amount')) ?? 0)))
  );
}

const about = 'what a refused transfer asked for is gone';

/** What an earlier fall took is back. */
function isBack(sender: SenderFacts, { is }: BalancePair, kind: InVain): boolean {
  return listPairs(sender.balances.shown).some((pair) => {
    if (!hasBalanceFallen(pair.was, pair.is) || isLower(pair.was, is)) return false;
    const idle = findIdle(sender, pair);
    return idle?.kind === kind && isTelling(sender, pair, idle);
  });
}

const describeCalls = { refused: 'refused calls', 'wrong-code': 'wrong codes', failed: 'a transfer that is FAILED' } as const;

/**
 * A fall behind such calls alone is a question: others may use the sender, and a fee may come late (readings 17 and 20). One that tells of a
 * refused transfer accuses when another one is seen, whosever the sender.
 */
const judgeWithout = (kind: InVain): PassiveCheck['judge'] =>
  judgeByFacts((seen) => {
    const { reply } = seen;
    const is = readNow(seen);
    if (is === null) return null;
    const sender = pickOwnFacts(seen);
    const was = sender.balances.shown.findLast(({ at }) => at <= is.after);
    if (was === undefined) return null;
    const pair = { was, is };
    if (isLower(is, was) && isBack(sender, pair, kind)) return { held: true, dismisses: [about] };
    const idle = findIdle(sender, pair);
    if (idle?.kind !== kind) return null;
    if (!hasBalanceFallen(was, is)) return { held: true };
    // What others pay is no better explained, and has a clause of its own.
    const elsewhere = listPaidElsewhere(sender, pair);
    return {
      held: false,
      expected: `${describe(was)}, as before ${describeCalls[kind]}${elsewhere.length > 0 ? ' and what other senders paid' : ''}`,
      received: describe(is),
      place: formatPlace(reply, 'result.mainAccount'),
      beside: [was, ...idle.calls, ...elsewhere].map((each) => each.exchange),
      ...(isTelling(sender, pair, idle) ? { suspicion: { about, times: 2, mayLag: true } } : { atMost: 'warn' }),
    };
  });

/** A fall that is only a question hides no rise that accuses. */
const judgeChanges =
  (kind: InVain): PassiveCheck['judge'] =>
  (reply, moment) => {
    const fall = judgeWithout(kind)(reply, moment);
    const rise = judgeRises(kind)(reply, moment);
    if (fall === null || rise === null) return fall ?? rise;
    const [told, other] = fall.held || fall.atMost === 'warn' ? [rise, fall] : [fall, rise];
    return { ...told, dismisses: [...(told.dismisses ?? []), ...(other.dismisses ?? [])] };
  };

const balanceRow = (clause: RuleRow['clause'], title: string, kind: InVain, exercise: Exercise): PassiveCheck =>
  ruleOverAll({ clause, operation: 'OP-14', title, judge: judgeChanges(kind), exercise }, 'balance-later');

/** Over the OP-14 answers that are there anyway, whatever was refused before them. */
export const balanceAfterRefusal: PassiveCheck = balanceRow(
  'REFUSAL-NOTHING-CHANGED',
  'behind refused calls alone the balance is no lower, nor higher by what was refused',
  'refused',
  async ({ use, journey }) => {
    const { shortest, groups } = journey.refusals;
    for (const { closingDetail } of shortest === null ? groups : [shortest]) await use(closingDetail);
  },
);

export const balanceAfterWrongCode: PassiveCheck = balanceRow(
  'CONSENT-WRONG-NO-EFFECT',
  'behind wrong codes alone the balance is no lower, nor higher by what was refused',
  'wrong-code',
  ({ use, journey }) => use(journey.refusals.wrongTransfer('path').balances),
);

/** However often OP-10 is asked of them, and whatever else is refused meanwhile. */
export const balanceAfterFailed: PassiveCheck = balanceRow(
  'OP10-FAILED-NOTHING-MOVED',
  'behind transfers that OP-10 calls FAILED the balance is no lower, nor higher by their amounts',
  'failed',
  ({ use, journey }) => use(journey.customer.transferAboveBalance.after),
);
