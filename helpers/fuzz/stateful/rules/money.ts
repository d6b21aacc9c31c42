import { isDeepStrictEqual } from 'node:util';
import { sameAccounts, type Accounts } from '../../../journey/transfer/balance.ts';
import { isOpen, isPaid, type Entry, type Picture } from '../../model/view.ts';
import { otherOf, type Who } from '../../model/model.ts';
import { ownAfter, ownBefore, say, type Moment, type Rule, type Said } from './rule.ts';
import { coursesOf } from './transfers.ts';

const show = ({ mainAccount, cashbackAccount }: Accounts): string => `mainAccount ${mainAccount}, cashbackAccount ${cashbackAccount}`;

/** No transfer of this sender could move money by itself at the time of this picture. */
const isClear = ({ walk }: Moment, { transfers }: Picture, who: Who): boolean =>
  walk.transfers.every((transfer) => {
    const view = transfers.get(transfer.correlationId);
    return transfer.who !== who || view === undefined || !isOpen(view);
  });

const isTransfer = ({ deed }: Moment): boolean => deed.name === 'pay' || deed.name === 'pay-again';

/** Transfers that this moment shows paid for the first time, where nothing else could have moved the balance up. */
const newlyPaid = (moment: Moment) =>
  coursesOf(moment).filter(
    ({ transfer, was, is }) => transfer.clear && !transfer.repeated && isPaid(is) && (was === undefined || !isPaid(was)),
  );

function debited(moment: Moment): readonly Said[] {
  if (moment.walk.source !== 'wallet') return [];
  return newlyPaid(moment).map(({ transfer }) => {
    const { accounts, balance } = moment.after.senders[transfer.who];
    const was = transfer.before.accounts.mainAccount;
    return say(accounts.mainAccount < was, `mainAccount below ${was}`, String(accounts.mainAccount), balance, 'result.mainAccount');
  });
}

function limitNotRaised(moment: Moment): readonly Said[] {
  return newlyPaid(moment).flatMap(({ transfer }) => {
    const { limits, detail } = moment.after.senders[transfer.who];
    return Object.entries(transfer.before.limits).flatMap(([period, was]) => {
      const is = limits[period];
      return is === undefined ? [] : say(is <= was, `${period} at most ${was}`, `${period} ${is}`, detail.reply, 'result.limitLeft');
    });
  });
}

function refusedMovesNothing(moment: Moment): readonly Said[] {
  const { deed, before } = moment;
  if (!isTransfer(moment) || deed.outcome !== 'refused' || !isClear(moment, before, deed.who)) return [];
  const [was, is] = [ownBefore(moment).accounts, ownAfter(moment)];
  return [say(sameAccounts(was, is.accounts), show(was), show(is.accounts), is.balance)];
}

function failedMovesNothing(moment: Moment): readonly Said[] {
  const { deed, after } = moment;
  const { transfer } = deed;
  if (transfer?.clear !== true || transfer.repeated || deed.name !== 'pay') return [];
  if (after.transfers.get(transfer.correlationId)?.told !== 'FAILED') return [];
  const [was, is] = [transfer.before.accounts, ownAfter(moment)];
  return [say(sameAccounts(was, is.accounts), show(was), show(is.accounts), is.balance)];
}

const sorted = (entries: readonly Entry[]): readonly Entry[] => entries.toSorted((one, other) => one.id.localeCompare(other.id));

const listOf = (entries: readonly Entry[]): string =>
  sorted(entries)
    .map(({ id, active }) => `${id} ${String(active)}`)
    .join(', ') || 'nobody';

/** The list, and of what only a transfer moves what no transfer could have moved. */
function refusedChangesNothing(moment: Moment): readonly Said[] {
  const { deed, before } = moment;
  if (deed.outcome !== 'refused') return [];
  const [was, is] = [ownBefore(moment), ownAfter(moment)];
  const lists = say(
    isDeepStrictEqual(sorted(was.entries), sorted(is.entries)),
    listOf(was.entries),
    listOf(is.entries),
    is.detail.reply,
    'result.beneficiaries',
  );
  if (!isClear(moment, before, deed.who)) return [lists];
  const limits = say(
    isDeepStrictEqual(was.limits, is.limits),
    JSON.stringify(was.limits),
    JSON.stringify(is.limits),
    is.detail.reply,
    'result.limitLeft',
  );
  const accounts = say(sameAccounts(was.accounts, is.accounts), show(was.accounts), show(is.accounts), is.balance);
  return [lists, limits, ...(isTransfer(moment) ? [] : [accounts])];
}

/** The other sender made no call; its limits may be shared by the agent's senders, its money and its list may not. */
function othersUntouched(moment: Moment): readonly Said[] {
  const who = otherOf(moment.deed.who);
  const [was, is] = [moment.before.senders[who], moment.after.senders[who]];
  const lists = say(
    isDeepStrictEqual(sorted(was.entries), sorted(is.entries)),
    listOf(was.entries),
    listOf(is.entries),
    is.detail.reply,
    'result.beneficiaries',
  );
  // Its own transfers may still cost it something later.
  if (moment.walk.transfers.some((transfer) => transfer.who === who)) return [lists];
  return [lists, say(sameAccounts(was.accounts, is.accounts), show(was.accounts), show(is.accounts), is.balance)];
}

/** Money, and everything else that may not change by what was asked (readings 17, 19 and 20). */
export const moneyRules: readonly Rule[] = [
  { clause: 'OP6-UNTOUCHED-BY-OTHERS', by: 'compared', judge: othersUntouched },
  { clause: 'OP10-FAILED-NOTHING-MOVED', by: 'compared', judge: failedMovesNothing },
  { clause: 'OP9-REFUSED-NOTHING-MOVED', by: 'compared', judge: refusedMovesNothing },
  { clause: 'REFUSAL-NOTHING-CHANGED', by: 'compared', judge: refusedChangesNothing },
  { clause: 'OP14-DEBITED', by: 'shown', judge: debited },
  { clause: 'LIMIT-NOT-RAISED', by: 'compared', judge: limitNotRaised },
];
