import { Big } from 'big.js';
import { sameId } from '../../core/same-id.ts';
import { pollLast } from '../../session/poll.ts';
import { pay } from '../stateful/calls.ts';
import type { Walk } from '../model/model.ts';
import { oursOf } from '../model/ours.ts';
import { say } from '../stateful/rules/rule.ts';
import { everything, lookAround } from '../stateful/step.ts';
import { isPaid, lookAtSender, type SenderView, type TransferView } from '../model/view.ts';
import { racePayments, type Bid, type Won } from './pay.ts';
import { oneAtMost, range, type Shown } from './race.ts';

const bidsOf = (walk: Walk, amounts: readonly string[]) => (): readonly Bid[] =>
  amounts.map((amount) => ({ amount, correlationId: walk.deps.people.newCorrelationId() }));

const viewOf = ({ picture }: Walk, { bid }: Won): TransferView | undefined => picture.transfers.get(bid.correlationId);

const paidOf = (walk: Walk, won: readonly Won[]): Won[] =>
  won.filter((one) => {
    const view = viewOf(walk, one);
    return view !== undefined && isPaid(view);
  });

const sumOf = (won: readonly Won[]): Big => won.reduce((sum, { bid }) => sum.plus(bid.amount), new Big(0));

/** Each fits into the wallet, and all of them together do not. */
export async function overspend(walk: Walk, size: number): Promise<Shown> {
  if (walk.source !== 'wallet') return 'transfers are not paid from the wallet';
  const { accounts, limits } = walk.picture.senders[0];
  const has = new Big(accounts.mainAccount).plus(Math.max(accounts.cashbackAccount, 0));
  const share = new Big(accounts.mainAccount).times(1.2).div(size).round(2, Big.roundDown);
  const isLimited = Object.values(limits).some((left) => share.gt(left));
  if (share.lte(0) || isLimited) return 'the limits of the sender are lower than its balance';
  const above = has.plus(walk.deps.people.amount);
  if (!walk.deps.fuzz.affords(above.plus(share.times(size))))
    return 'it would ask for more than DMT_MAX_SPEND, or the bill, leaves a campaign';
  const to = oursOf(walk, 0).findLast(({ active }) => active) ?? null;
  const asked = await pay(walk, walk.actors[0], { amount: above.toFixed(), to });
  walk.picture = await lookAround(walk, walk.picture, everything);
  const alone = asked.transfer === undefined ? undefined : walk.picture.transfers.get(asked.transfer.correlationId);
  if (alone !== undefined && alone.told !== 'FAILED' && alone.paid !== 'FAILED') return 'a single transfer may overdraw the wallet as well';
  const won = await racePayments(
    walk,
    bidsOf(
      walk,
      range(size).map(() => share.toFixed()),
    ),
  );
  const paid = paidOf(walk, won);
  const [last] = paid.slice(-1);
  const reply = last?.reply ?? won[0]?.reply;
  if (reply === undefined) return oneAtMost;
  return [say(sumOf(paid).lte(has), `no more than ${has.toFixed()} paid`, `${paid.length} transfers of ${share.toFixed()} paid`, reply)];
}

/** The same transfer under one correlationId. */
async function sameRequest(walk: Walk, size: number): Promise<readonly Won[]> {
  const { amount } = walk.deps.people;
  return racePayments(walk, () => {
    const correlationId = walk.deps.people.newCorrelationId();
    return range(size).map(() => ({ amount, correlationId }));
  });
}

const invoicesOf = (won: readonly Won[]): string[] => [...new Set(won.flatMap(({ transfer }) => transfer.invoices))];

export async function oneInvoice(walk: Walk, size: number): Promise<Shown> {
  const won = await sameRequest(walk, size);
  const [last] = won.slice(-1);
  if (last === undefined) return oneAtMost;
  const invoices = invoicesOf(won);
  return [
    say(invoices.length === 1, 'one invoice for one correlationId', `invoices ${invoices.join(', ')}`, last.reply, 'result.invoiceId'),
  ];
}

export async function oneOfThem(walk: Walk, size: number): Promise<Shown> {
  const won = await sameRequest(walk, size);
  const [first] = won;
  const view = first === undefined ? undefined : viewOf(walk, first);
  if (view === undefined || view.found === null) return oneAtMost;
  const { found } = view;
  const invoices = invoicesOf(won);
  const held = invoices.some((id) => sameId(id, found));
  return [say(held, `invoice ${invoices.join(' or ')}`, found, view.status, 'result.invoiceId')];
}

/** Different amounts, so that one cannot stand for another. */
const differing = (walk: Walk, size: number): Promise<readonly Won[]> =>
  racePayments(
    walk,
    bidsOf(
      walk,
      range(size).map((at) => new Big(walk.deps.people.amount).plus(at).toFixed()),
    ),
  );

export async function ownAmount(walk: Walk, size: number): Promise<Shown> {
  const won = await differing(walk, size);
  if (won.length < 2) return oneAtMost;
  return won.flatMap((one) => {
    const view = viewOf(walk, one);
    if (view === undefined || view.amount === null || view.invoice === null || view.told === 'FAILED') return [];
    return say(view.amount.eq(one.bid.amount), one.bid.amount, view.amount.toFixed(), view.invoice, 'result.amount');
  });
}

export async function ownInvoice(walk: Walk, size: number): Promise<Shown> {
  const won = await differing(walk, size);
  if (won.length < 2) return oneAtMost;
  return won.flatMap((one) => {
    const view = viewOf(walk, one);
    const asked = one.transfer.invoices[0] ?? '';
    if (view === undefined || view.found === null) return [];
    return say(sameId(asked, view.found), `invoice ${asked}`, view.found, view.status, 'result.invoiceId');
  });
}

const mainOf = (walk: Walk): Big => new Big(walk.picture.senders[0].accounts.mainAccount);

/** What one transfer alone takes from the wallet, when two in turn take the same; null when that cannot be told. */
async function priceAlone(walk: Walk): Promise<Big | null> {
  const prices: Big[] = [];
  for (const amounts of [[walk.deps.people.amount], [walk.deps.people.amount]]) {
    const was = mainOf(walk);
    const won = await racePayments(walk, bidsOf(walk, amounts));
    if (paidOf(walk, won).length !== 1) return null;
    prices.push(was.minus(mainOf(walk)));
  }
  const [one, other] = prices;
  return one !== undefined && other !== undefined && one.eq(other) && one.gt(0) ? one : null;
}

/** Whatever a transfer costs, two at once cost more than one: in any order the second lowers the balance further. */
export async function bothDebited(walk: Walk, size: number): Promise<Shown> {
  if (walk.source !== 'wallet') return 'transfers are not paid from the wallet';
  const alone = await priceAlone(walk);
  if (alone === null) return 'two transfers in turn do not lower the balance by the same';
  const was = mainOf(walk);
  const won = await racePayments(
    walk,
    bidsOf(
      walk,
      range(size).map(() => walk.deps.people.amount),
    ),
  );
  const paid = paidOf(walk, won);
  if (paid.length < 2) return oneAtMost;
  const least = alone.times(paid.length - 1);
  const fallen = ({ accounts }: SenderView): Big => was.minus(accounts.mainAccount);
  const { deps, session, actors, patienceMs } = walk;
  const view = await pollLast(
    () => lookAtSender(deps, session, actors[0].sender),
    (seen) => fallen(seen).gt(least),
    deps.waits.upTo('debit', patienceMs),
  );
  const expected = `mainAccount lower by more than ${least.toFixed()} after ${paid.length} paid transfers`;
  return [say(fallen(view).gt(least), expected, `lower by ${fallen(view).toFixed()}`, view.balance, 'result.mainAccount')];
}
