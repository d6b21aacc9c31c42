import type { Beneficiary } from '../../../judge/facts/beneficiaries.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  areBalancesEqual,
  describeBalances,
  hasFallen,
  isTakenBack,
  mayHideFall,
  type AccountBalances,
} from '../../../journey/transfer/balance.ts';
import { isPaidTransfer, type SenderView } from '../../model/view.ts';
import { hasOpenTransfer, otherSender } from '../../model/model.ts';
import { findSenderAfter, findSenderBefore, createRuleResult, type Moment, type Rule, type RuleResult } from './rule.ts';
import { listTransferChanges } from './transfers.ts';

const isTransfer = ({ result }: Moment): boolean => result.name === 'pay' || result.name === 'pay-again';

/** Transfers that this moment shows paid for the first time, where no other transfer could have raised the balance. */
const listNewlyPaid = (moment: Moment) =>
  listTransferChanges(moment).filter(
    ({ transfer, was, is }) => transfer.wasClear && !transfer.repeated && isPaidTransfer(is) && (was === undefined || !isPaidTransfer(was)),
  );

function judgeDebit(moment: Moment): readonly RuleResult[] {
  if (moment.sequence.source !== 'wallet') return [];
  return listNewlyPaid(moment).flatMap(({ transfer }) => {
    const { accounts, balance } = moment.after.senders[transfer.who];
    const was = transfer.before.accounts;
    if (mayHideFall(was, accounts, transfer.amount)) return [];
    return createRuleResult(
      hasFallen(was, accounts),
      `less than ${describeBalances(was)}`,
      describeBalances(accounts),
      balance,
      'result.mainAccount',
    );
  });
}

function judgeLimit(moment: Moment): readonly RuleResult[] {
  return listNewlyPaid(moment).flatMap(({ transfer }) => {
    const { limits, detail } = moment.after.senders[transfer.who];
    return Object.entries(transfer.before.limits).flatMap(([period, was]) => {
      const is = limits[period];
      return is === undefined
        ? []
        : createRuleResult(is <= was, `${period} at most ${was}`, `${period} ${is}`, detail.reply, 'result.limitLeft');
    });
  });
}

const compareBalances = (was: AccountBalances, { accounts, balance }: SenderView): RuleResult =>
  createRuleResult(
    areBalancesEqual(was, accounts) || isTakenBack(was, accounts),
    describeBalances(was),
    describeBalances(accounts),
    balance,
  );

function judgeRefusedTransfer(moment: Moment): readonly RuleResult[] {
  const { result, before } = moment;
  if (!isTransfer(moment) || result.outcome !== 'refused' || hasOpenTransfer(moment.sequence, result.who, before.transfers)) return [];
  return [compareBalances(findSenderBefore(moment).accounts, findSenderAfter(moment))];
}

function judgeFailedTransfer(moment: Moment): readonly RuleResult[] {
  const { result, after } = moment;
  if (result.name !== 'pay') return [];
  const { transfer } = result;
  if (transfer?.wasClear !== true || transfer.repeated) return [];
  if (after.transfers.get(transfer.correlationId)?.transferStatus !== 'FAILED') return [];
  return [compareBalances(transfer.before.accounts, findSenderAfter(moment))];
}

const sortById = (entries: readonly Beneficiary[]): readonly Beneficiary[] =>
  entries.toSorted((one, other) => one.id.localeCompare(other.id));

const describeList = (entries: readonly Beneficiary[]): string =>
  sortById(entries)
    .map(({ id, status }) => `${id} ${status}`)
    .join(', ') || 'nobody';

const compareLists = (was: readonly Beneficiary[], { entries, detail }: SenderView): RuleResult =>
  createRuleResult(
    isDeepStrictEqual(sortById(was), sortById(entries)),
    describeList(was),
    describeList(entries),
    detail.reply,
    'result.beneficiaries',
  );

/** Compares the list, and the money and limits where no transfer could have moved them. */
function judgeRefusal(moment: Moment): readonly RuleResult[] {
  const { result, before } = moment;
  if (result.outcome !== 'refused') return [];
  const was = findSenderBefore(moment);
  const is = findSenderAfter(moment);
  const lists = compareLists(was.entries, is);
  if (hasOpenTransfer(moment.sequence, result.who, before.transfers)) return [lists];
  const limits = createRuleResult(
    isDeepStrictEqual(was.limits, is.limits),
    JSON.stringify(was.limits),
    JSON.stringify(is.limits),
    is.detail.reply,
    'result.limitLeft',
  );
  return [lists, limits, ...(isTransfer(moment) ? [] : [compareBalances(was.accounts, is)])];
}

/** The other sender made no call. Its agent's senders may share limits, but not money or a list. */
function judgeOtherSender(moment: Moment): readonly RuleResult[] {
  const who = otherSender(moment.result.who);
  const was = moment.before.senders[who];
  const is = moment.after.senders[who];
  const lists = compareLists(was.entries, is);
  // Its own transfers may still cost it money later.
  if (moment.sequence.transfers.some((transfer) => transfer.who === who)) return [lists];
  return [lists, compareBalances(was.accounts, is)];
}

/** Money, and everything else that the call must not change (readings 17, 19 and 20). */
export const moneyRules: readonly Rule[] = [
  { clause: 'OP6-UNTOUCHED-BY-OTHERS', by: 'compared', late: 'refund', judge: judgeOtherSender },
  { clause: 'OP10-FAILED-NOTHING-MOVED', by: 'compared', late: 'refund', judge: judgeFailedTransfer },
  { clause: 'OP9-REFUSED-NOTHING-MOVED', by: 'compared', late: 'refund', judge: judgeRefusedTransfer },
  { clause: 'REFUSAL-NOTHING-CHANGED', by: 'compared', late: 'refund', judge: judgeRefusal },
  { clause: 'OP14-DEBITED', by: 'shown', judge: judgeDebit },
  { clause: 'LIMIT-NOT-RAISED', by: 'compared', judge: judgeLimit },
];
