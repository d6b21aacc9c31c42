import type { Twist } from '../http/exchange.ts';
import type { Transfer, User } from '../state/store.ts';
import { issuedInvoice } from './history.ts';
import { findSender } from './requests.ts';
import { on, succeeded } from './twists.ts';

/** OP-10 shows every second transfer of a sender as FAILED. The fee of another one is taken when OP-14 has been asked three times. */
export const lateFeesAndRejections: Twist = (right) => {
  const counts = new Map<User, number>();
  const looks = new Map<User, number>();
  const settle = (transfer: Transfer): void => {
    const { sender, amount } = transfer;
    const count = (counts.get(sender) ?? 0) + 1;
    counts.set(sender, count);
    if (count % 2 === 1) {
      looks.set(sender, 0);
      return;
    }
    transfer.outcome = 'rejected';
    sender.balance += amount;
    sender.spent -= amount;
  };
  const look = (sender: User): void => {
    const before = looks.get(sender);
    if (before === undefined) return;
    looks.set(sender, before + 1);
    if (before + 1 === 3) sender.balance -= 500;
  };
  return async (request) => {
    const response = await right(request);
    if (!succeeded(response)) return response;
    const transfer = on('OP-9')(request) ? request.store.invoices.get(issuedInvoice(response)) : undefined;
    if (transfer?.outcome === 'paid' && transfer.source === 'wallet') settle(transfer);
    const asked = on('OP-14')(request) ? findSender(request) : undefined;
    if (asked !== undefined) look(asked);
    return response;
  };
};
