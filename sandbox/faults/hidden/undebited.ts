import type { Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import type { User } from '../../state/store.ts';
import { afterSuccess, issuedInvoice } from '../../twists/history.ts';
import { afterTransfer } from '../../twists/transfers.ts';
import { faultTable } from '../table.ts';

const configuredCustomer = '9990000002';

/** Once a sender has switched one off, it pays for nothing. */
const freeOnceSwitchedOff: Twist = (right) => {
  const switched = new Set<User>();
  const free = afterTransfer('paid', (sender, amount) => {
    if (switched.has(sender)) sender.balance += amount;
  })(right);
  return afterSuccess('OP-13', ({ body }, sender) => {
    if (field(body, 'object') === false) switched.add(sender);
  })(free);
};

/** The bank declines the first transfer of the customer, and the customer pays for none of those behind it. */
const freeBehindDeclined: Twist = (right) => {
  const declined = new Set<User>();
  const free = afterTransfer('paid', (sender, amount) => {
    if (declined.has(sender)) sender.balance += amount;
  })(right);
  return afterSuccess('OP-9', ({ store }, sender, response) => {
    const first = store.invoices.get(issuedInvoice(response));
    if (first === undefined || declined.size > 0 || sender.mobile !== configuredCustomer) return;
    first.outcome = 'declined';
    declined.add(sender);
  })(free);
};

/** Which senders pay nothing depends on what they did before. */
export const undebitedFaults = faultTable({ prefix: 'undebited-', breaks: ['OP14-DEBITED'] }, [
  { does: 'A sender that has switched a beneficiary off pays nothing.', twist: freeOnceSwitchedOff },
  {
    does: 'Behind a transfer that the bank declined, the customer pays nothing.',
    breaks: [],
    warns: ['OP14-DEBITED'],
    twist: freeBehindDeclined,
  },
]);
