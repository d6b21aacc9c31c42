import { Big } from 'big.js';
import { sameId } from '../../core/ids.ts';
import { pollLast } from '../../session/poll.ts';
import { pay } from '../stateful/calls.ts';
import type { Sequence } from '../model/model.ts';
import { findPayee } from '../model/own-entries.ts';
import { createRuleResult } from '../stateful/rules/rule.ts';
import { isPaidTransfer, readSenderView, type SenderView, type TransferView } from '../model/view.ts';
import { racePayments, readRaceOutcome, type Bid, type AcceptedBid } from './pay.ts';
import { onlyOneAcceptedReason, range, type RaceShown } from './race.ts';

const createBids = (sequence: Sequence, amounts: readonly string[]) => (): readonly Bid[] =>
  amounts.map((amount) => ({ amount, correlationId: sequence.deps.people.newCorrelationId() }));

const findView = ({ snapshot }: Sequence, { bid }: AcceptedBid): TransferView | undefined => snapshot.transfers.get(bid.correlationId);

const filterPaid = (sequence: Sequence, won: readonly AcceptedBid[]): AcceptedBid[] =>
  won.filter((one) => {
    const view = findView(sequence, one);
    return view !== undefined && isPaidTransfer(view);
  });

const sumBids = (won: readonly AcceptedBid[]): Big => won.reduce((sum, { bid }) => sum.plus(bid.amount), new Big(0));

/** The wallet covers each transfer, but not all of them together. */
export async function overspend(sequence: Sequence, size: number): Promise<RaceShown> {
  if (sequence.source !== 'wallet') return 'transfers are not paid from the wallet';
  const { accounts, limits } = sequence.snapshot.senders[0];
  const has = new Big(accounts.mainAccount).plus(Math.max(accounts.cashbackAccount, 0));
  const share = new Big(accounts.mainAccount).times(1.2).div(size).round(2, Big.roundDown);
  const isLimited = Object.values(limits).some((left) => share.gt(left));
  if (share.lte(0) || isLimited) return 'the limits of the sender are lower than its balance';
  const above = has.plus(sequence.deps.people.amount);
  if (!sequence.deps.fuzz.affords(above.plus(share.times(size))))
    return 'the race would request more than DMT_MAX_SPEND or the bill leaves the campaign';
  const to = findPayee(sequence) ?? null;
  const asked = await pay(sequence, sequence.participants[0], { amount: above.toFixed(), to });
  await readRaceOutcome(sequence);
  const alone = asked.transfer === null ? undefined : sequence.snapshot.transfers.get(asked.transfer.correlationId);
  if (alone !== undefined && alone.transferStatus !== 'FAILED' && alone.invoiceStatus !== 'FAILED')
    return 'the service lets a single transfer overdraw the wallet too';
  const won = await racePayments(
    sequence,
    createBids(
      sequence,
      range(size).map(() => share.toFixed()),
    ),
  );
  const paid = filterPaid(sequence, won);
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

async function raceSameRequest(sequence: Sequence, size: number): Promise<readonly AcceptedBid[]> {
  const { amount } = sequence.deps.people;
  return racePayments(sequence, () => {
    const correlationId = sequence.deps.people.newCorrelationId();
    return range(size).map(() => ({ amount, correlationId }));
  });
}

const listInvoices = (won: readonly AcceptedBid[]): string[] => [...new Set(won.flatMap(({ transfer }) => transfer.invoices))];

export async function oneInvoice(sequence: Sequence, size: number): Promise<RaceShown> {
  const won = await raceSameRequest(sequence, size);
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

export async function oneOfThem(sequence: Sequence, size: number): Promise<RaceShown> {
  const won = await raceSameRequest(sequence, size);
  const [first] = won;
  const view = first === undefined ? undefined : findView(sequence, first);
  if (view?.foundInvoiceId == null) return onlyOneAcceptedReason;
  const { foundInvoiceId } = view;
  const invoices = listInvoices(won);
  const held = invoices.some((id) => sameId(id, foundInvoiceId));
  return [createRuleResult(held, `invoice ${invoices.join(' or ')}`, foundInvoiceId, view.status, 'result.invoiceId')];
}

/** Different amounts, so that one transfer cannot pass for another. */
const raceDifferentAmounts = (sequence: Sequence, size: number): Promise<readonly AcceptedBid[]> =>
  racePayments(
    sequence,
    createBids(
      sequence,
      range(size).map((at) => new Big(sequence.deps.people.amount).plus(at).toFixed()),
    ),
  );

export async function ownAmount(sequence: Sequence, size: number): Promise<RaceShown> {
  const won = await raceDifferentAmounts(sequence, size);
  if (won.length < 2) return onlyOneAcceptedReason;
  return won.flatMap((one) => {
    const view = findView(sequence, one);
    if (view?.amount == null || view.invoice === null || view.transferStatus === 'FAILED') return [];
    return createRuleResult(view.amount.eq(one.bid.amount), one.bid.amount, view.amount.toFixed(), view.invoice, 'result.amount');
  });
}

export async function ownInvoice(sequence: Sequence, size: number): Promise<RaceShown> {
  const won = await raceDifferentAmounts(sequence, size);
  if (won.length < 2) return onlyOneAcceptedReason;
  return won.flatMap((one) => {
    const view = findView(sequence, one);
    const asked = one.transfer.invoices[0] ?? '';
    if (view?.foundInvoiceId == null) return [];
    return createRuleResult(sameId(asked, view.foundInvoiceId), `invoice ${asked}`, view.foundInvoiceId, view.status, 'result.invoiceId');
  });
}

const readMainAccount = (sequence: Sequence): Big => new Big(sequence.snapshot.senders[0].accounts.mainAccount);

/** What one transfer takes from the wallet, if two in turn take the same; else null. */
async function measurePriceAlone(sequence: Sequence): Promise<Big | null> {
  const prices: Big[] = [];
  for (const amounts of [[sequence.deps.people.amount], [sequence.deps.people.amount]]) {
    const was = readMainAccount(sequence);
    const won = await racePayments(sequence, createBids(sequence, amounts));
    if (filterPaid(sequence, won).length !== 1) return null;
    prices.push(was.minus(readMainAccount(sequence)));
  }
  const [one, other] = prices;
  return one !== undefined && other !== undefined && one.eq(other) && one.gt(0) ? one : null;
}

/** Whatever a transfer costs, two at once cost more than one: in any order, the second lowers the balance further. */
export async function bothDebited(sequence: Sequence, size: number): Promise<RaceShown> {
  if (sequence.source !== 'wallet') return 'transfers are not paid from the wallet';
  const alone = await measurePriceAlone(sequence);
  if (alone === null) return 'two transfers in turn do not lower the balance by the same amount';
  const was = readMainAccount(sequence);
  const won = await racePayments(
    sequence,
    createBids(
      sequence,
      range(size).map(() => sequence.deps.people.amount),
    ),
  );
  const paid = filterPaid(sequence, won);
  if (paid.length < 2) return onlyOneAcceptedReason;
  const least = alone.times(paid.length - 1);
  const fallen = ({ accounts }: SenderView): Big => was.minus(accounts.mainAccount);
  const { deps, session, participants, longestWaitMs } = sequence;
  const view = await pollLast(
    () => readSenderView(deps, session, participants[0].sender),
    (seen) => fallen(seen).gt(least),
    deps.waits.upTo('debit', longestWaitMs),
  );
  const expected = `mainAccount lower by more than ${least.toFixed()} after ${paid.length} paid transfers`;
  return [createRuleResult(fallen(view).gt(least), expected, `lower by ${fallen(view).toFixed()}`, view.balance, 'result.mainAccount')];
}
