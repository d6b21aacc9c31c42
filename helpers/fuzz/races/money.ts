import { Big } from 'big.js';
import { sameId } from '../../core/same-id.ts';
import { pollLast } from '../../session/poll.ts';
import { pay } from '../stateful/calls.ts';
import type { Sequence } from '../model/model.ts';
import { findPayee } from '../model/own-entries.ts';
import { createRuleResult } from '../stateful/rules/rule.ts';
import { everything, readSnapshot } from '../stateful/step.ts';
import { isPaidTransfer, readSenderView, type SenderView, type TransferView } from '../model/view.ts';
import { racePayments, type Bid, type AcceptedBid } from './pay.ts';
import { onlyOneAcceptedReason, range, type RaceShown } from './race.ts';

const createBids = (walk: Sequence, amounts: readonly string[]) => (): readonly Bid[] =>
  amounts.map((amount) => ({ amount, correlationId: walk.deps.people.newCorrelationId() }));

const findView = ({ snapshot }: Sequence, { bid }: AcceptedBid): TransferView | undefined => snapshot.transfers.get(bid.correlationId);

const filterPaid = (walk: Sequence, won: readonly AcceptedBid[]): AcceptedBid[] =>
  won.filter((one) => {
    const view = findView(walk, one);
    return view !== undefined && isPaidTransfer(view);
  });

const sumBids = (won: readonly AcceptedBid[]): Big => won.reduce((sum, { bid }) => sum.plus(bid.amount), new Big(0));

/** The wallet covers each transfer, but not all of them together. */
export async function overspend(walk: Sequence, size: number): Promise<RaceShown> {
  if (walk.source !== 'wallet') return 'transfers are not paid from the wallet';
  const { accounts, limits } = walk.snapshot.senders[0];
  const has = new Big(accounts.mainAccount).plus(Math.max(accounts.cashbackAccount, 0));
  const share = new Big(accounts.mainAccount).times(1.2).div(size).round(2, Big.roundDown);
  const isLimited = Object.values(limits).some((left) => share.gt(left));
  if (share.lte(0) || isLimited) return 'the limits of the sender are lower than its balance';
  const above = has.plus(walk.deps.people.amount);
  if (!walk.deps.fuzz.affords(above.plus(share.times(size))))
    return 'the race would request more than DMT_MAX_SPEND or the bill leaves the campaign';
  const to = findPayee(walk) ?? null;
  const asked = await pay(walk, walk.participants[0], { amount: above.toFixed(), to });
  walk.snapshot = await readSnapshot(walk, walk.snapshot, everything);
  const alone = asked.transfer === undefined ? undefined : walk.snapshot.transfers.get(asked.transfer.correlationId);
  if (alone !== undefined && alone.transferStatus !== 'FAILED' && alone.invoiceStatus !== 'FAILED')
    return 'the service lets a single transfer overdraw the wallet too';
  const won = await racePayments(
    walk,
    createBids(
      walk,
      range(size).map(() => share.toFixed()),
    ),
  );
  const paid = filterPaid(walk, won);
  const [last] = paid.slice(-1);
  const reply = last?.reply ?? won[0]?.reply;
  if (reply === undefined) return onlyOneAcceptedReason;
  return [
    createRuleResult(
      sumBids(paid).lte(has),
      `no more than ${has.toFixed()} paid`,
      `${paid.length} transfers of ${share.toFixed()} paid`,
      reply,
    ),
  ];
}

async function raceSameRequest(walk: Sequence, size: number): Promise<readonly AcceptedBid[]> {
  const { amount } = walk.deps.people;
  return racePayments(walk, () => {
    const correlationId = walk.deps.people.newCorrelationId();
    return range(size).map(() => ({ amount, correlationId }));
  });
}

const listInvoices = (won: readonly AcceptedBid[]): string[] => [...new Set(won.flatMap(({ transfer }) => transfer.invoices))];

export async function oneInvoice(walk: Sequence, size: number): Promise<RaceShown> {
  const won = await raceSameRequest(walk, size);
  const [last] = won.slice(-1);
  if (last === undefined) return onlyOneAcceptedReason;
  const invoices = listInvoices(won);
  return [
    createRuleResult(
      invoices.length === 1,
      'one invoice for one correlationId',
      `invoices ${invoices.join(', ')}`,
      last.reply,
      'result.invoiceId',
    ),
  ];
}

export async function oneOfThem(walk: Sequence, size: number): Promise<RaceShown> {
  const won = await raceSameRequest(walk, size);
  const [first] = won;
  const view = first === undefined ? undefined : findView(walk, first);
  if (view === undefined || view.foundInvoiceId === null) return onlyOneAcceptedReason;
  const { foundInvoiceId } = view;
  const invoices = listInvoices(won);
  const held = invoices.some((id) => sameId(id, foundInvoiceId));
  return [createRuleResult(held, `invoice ${invoices.join(' or ')}`, foundInvoiceId, view.status, 'result.invoiceId')];
}

/** Different amounts, so that one transfer cannot pass for another. */
const raceDifferentAmounts = (walk: Sequence, size: number): Promise<readonly AcceptedBid[]> =>
  racePayments(
    walk,
    createBids(
      walk,
      range(size).map((at) => new Big(walk.deps.people.amount).plus(at).toFixed()),
    ),
  );

export async function ownAmount(walk: Sequence, size: number): Promise<RaceShown> {
  const won = await raceDifferentAmounts(walk, size);
  if (won.length < 2) return onlyOneAcceptedReason;
  return won.flatMap((one) => {
    const view = findView(walk, one);
    if (view === undefined || view.amount === null || view.invoice === null || view.transferStatus === 'FAILED') return [];
    return createRuleResult(view.amount.eq(one.bid.amount), one.bid.amount, view.amount.toFixed(), view.invoice, 'result.amount');
  });
}

export async function ownInvoice(walk: Sequence, size: number): Promise<RaceShown> {
  const won = await raceDifferentAmounts(walk, size);
  if (won.length < 2) return onlyOneAcceptedReason;
  return won.flatMap((one) => {
    const view = findView(walk, one);
    const asked = one.transfer.invoices[0] ?? '';
    if (view === undefined || view.foundInvoiceId === null) return [];
    return createRuleResult(sameId(asked, view.foundInvoiceId), `invoice ${asked}`, view.foundInvoiceId, view.status, 'result.invoiceId');
  });
}

const readMainAccount = (walk: Sequence): Big => new Big(walk.snapshot.senders[0].accounts.mainAccount);

/** What one transfer takes from the wallet, if two in turn take the same; else null. */
async function measurePriceAlone(walk: Sequence): Promise<Big | null> {
  const prices: Big[] = [];
  for (const amounts of [[walk.deps.people.amount], [walk.deps.people.amount]]) {
    const was = readMainAccount(walk);
    const won = await racePayments(walk, createBids(walk, amounts));
    if (filterPaid(walk, won).length !== 1) return null;
    prices.push(was.minus(readMainAccount(walk)));
  }
  const [one, other] = prices;
  return one !== undefined && other !== undefined && one.eq(other) && one.gt(0) ? one : null;
}

/** Whatever a transfer costs, two at once cost more than one: in any order, the second lowers the balance further. */
export async function bothDebited(walk: Sequence, size: number): Promise<RaceShown> {
  if (walk.source !== 'wallet') return 'transfers are not paid from the wallet';
  const alone = await measurePriceAlone(walk);
  if (alone === null) return 'two transfers in turn do not lower the balance by the same amount';
  const was = readMainAccount(walk);
  const won = await racePayments(
    walk,
    createBids(
      walk,
      range(size).map(() => walk.deps.people.amount),
    ),
  );
  const paid = filterPaid(walk, won);
  if (paid.length < 2) return onlyOneAcceptedReason;
  const least = alone.times(paid.length - 1);
  const fallen = ({ accounts }: SenderView): Big => was.minus(accounts.mainAccount);
  const { deps, session, participants, patienceMs } = walk;
  const view = await pollLast(
    () => readSenderView(deps, session, participants[0].sender),
    (seen) => fallen(seen).gt(least),
    deps.waits.upTo('debit', patienceMs),
  );
  const expected = `mainAccount lower by more than ${least.toFixed()} after ${paid.length} paid transfers`;
  return [createRuleResult(fallen(view).gt(least), expected, `lower by ${fallen(view).toFixed()}`, view.balance, 'result.mainAccount')];
}
