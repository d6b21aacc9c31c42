import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import type { Paise } from '../../state/money.ts';
import { rupee } from '../../state/money.ts';
import type { Beneficiary, User } from '../../state/store.ts';
import { askedTransfer } from '../../twists/circumstances.ts';
import { afterSuccess, issuedInvoice } from '../../twists/history.ts';
import { requestedAmount } from '../../twists/requests.ts';
import { changeResponse, on } from '../../twists/twists.ts';
import { faultTable } from '../table.ts';

const listOthers = ({ store }: ServiceRequest, sender: User): readonly User[] =>
  [...store.users.values()].filter((user) => user !== sender && user.userType === 'customer' && user.agent === sender.agent);

type FindOther = (others: readonly User[], payee: Beneficiary) => User | undefined;

const whoeverHasPayees: FindOther = (others) => others.findLast(({ beneficiaries }) => beneficiaries.size > 0);

const whoeverHasTheAccount: FindOther = (others, { accountNumber }) =>
  others.findLast(({ beneficiaries }) => [...beneficiaries.values()].some((each) => each.accountNumber === accountNumber));

/** The sender of a transfer pays as it should, and another sender too. */
const fromAnother = (find: FindOther, take: (other: User, amount: Paise) => void): Twist =>
  afterSuccess('OP-9', (request, sender, response) => {
    const transfer = request.store.invoices.get(issuedInvoice(response));
    const other = transfer?.outcome === 'paid' ? find(listOthers(request, sender), transfer.beneficiary) : undefined;
    if (other !== undefined) take(other, requestedAmount(request));
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
      twist: fromAnother(whoeverHasPayees, (other) => (other.balance -= rupee)),
    },
    {
      // A balance that falls by so much blocks what compares balances around refused calls.
      checks: ['OP14-OTHERS-PAY-NOTHING', 'Money'],
      does: 'Another sender with the same account in its list pays each transfer too.',
      twist: fromAnother(whoeverHasTheAccount, (other, amount) => (other.balance -= amount)),
    },
  ]),
  ...faultTable({ prefix: 'others-' }, [
    {
      warns: ['OP14-OTHERS-PAY-NOTHING'],
      does: 'Each accepted transfer takes a rupee of cashback from another sender.',
      policy: { sender: { openingCashback: 150 } },
      twist: fromAnother(whoeverHasPayees, (other) => (other.cashback -= rupee)),
    },
    {
      warns: ['OP10-FAILED-NOTHING-MOVED'],
      does: 'What OP-10 calls FAILED costs a rupee when it is asked for later.',
      twist: debitFailedLater,
    },
  ]),
];
