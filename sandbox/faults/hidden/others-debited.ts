import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import { rupee } from '../../state/money.ts';
import type { User } from '../../state/store.ts';
import { askedTransfer } from '../../twists/circumstances.ts';
import { afterSuccess, issuedInvoice } from '../../twists/history.ts';
import { changeResponse, on } from '../../twists/twists.ts';
import { faultTable } from '../table.ts';

const listOthers = ({ store }: ServiceRequest, sender: User): readonly User[] =>
  [...store.users.values()].filter((user) => user !== sender && user.userType === 'customer' && user.agent === sender.agent);

/** The sender of a transfer pays as it should, and the newest other sender that has payees pays too. */
const fromAnother = (take: (other: User) => void): Twist =>
  afterSuccess('OP-9', (request, sender, response) => {
    const isPaid = request.store.invoices.get(issuedInvoice(response))?.outcome === 'paid';
    const other = listOthers(request, sender).findLast(({ beneficiaries }) => beneficiaries.size > 0);
    if (isPaid && other !== undefined) take(other);
  });

/** The first answers say PENDING and FAILED. */
const laterLook = 3;

/** What OP-10 calls FAILED costs a rupee when it is asked for later. */
const debitFailedLater: Twist = (right) => {
  const looks = new Map<string, number>();
  return changeResponse(on('OP-10'), (response, request) => {
    const transfer = askedTransfer(request);
    if (transfer?.outcome !== 'rejected') return response;
    const look = (looks.get(transfer.correlationId) ?? 0) + 1;
    looks.set(transfer.correlationId, look);
    if (look === laterLook) transfer.sender.balance -= rupee;
    return response;
  })(right);
};

/** Who pays too depends on the other senders, and when on what is asked: each transfer by itself is right. */
export const othersDebitedFaults = [
  ...faultTable({ prefix: 'others-', breaks: ['OP14-OTHERS-PAY-NOTHING'] }, [
    {
      does: 'Each accepted transfer takes a rupee from another sender too.',
      // As if another system used that sender.
      mayBlock: 'sender-in-use',
      twist: fromAnother((other) => (other.balance -= rupee)),
    },
  ]),
  ...faultTable({ prefix: 'others-' }, [
    {
      warns: ['OP14-OTHERS-PAY-NOTHING'],
      does: 'Each accepted transfer takes a rupee of cashback from another sender.',
      mayBlock: 'sender-in-use',
      policy: { sender: { openingCashback: 150 } },
      twist: fromAnother((other) => (other.cashback -= rupee)),
    },
    {
      warns: ['OP10-FAILED-NOTHING-MOVED'],
      does: 'What OP-10 calls FAILED costs a rupee when it is asked for later.',
      twist: debitFailedLater,
    },
  ]),
];
