import { faultTable } from '../table.ts';
import type { Transfer } from '../../state/store.ts';
import { rupee } from '../../state/money.ts';
import type { ServiceResponse, ServiceRequest, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { changeResponse, changeRequest, on, changeResultField, apiResult, succeeded } from '../../twists/twists.ts';
import { asText, withWrongValue } from '../../twists/results.ts';
import {
  activatedBefore,
  activatedTwice,
  addedAgain,
  afterSuccess,
  hasMpin,
  whenHistory,
  otherCustomers,
  paidTwice,
  findCustomer,
} from '../../twists/history.ts';
import { increasedBy } from '../../twists/responses.ts';
import { afterTransfer, showRejectedAsPaid, newInvoiceForRepeat } from '../../twists/transfers.ts';
import { lastSegment, withBody } from '../../twists/requests.ts';

/** The newest transfer is last. */
const senderTransfers = (request: ServiceRequest): Transfer[] => {
  const sender = findCustomer(request);
  return [...request.store.invoices.values()].filter((transfer) => transfer.sender === sender);
};

/** Turns COMPLETED into FAILED once the sender has a newer transfer. */
const failOnceOlder = (operation: string): Twist =>
  changeResponse(on(operation), (response, request) => {
    const newest = senderTransfers(request).at(-1);
    const asked = lastSegment(request);
    const isNewest = newest === undefined || [newest.correlationId, String(newest.invoiceId)].includes(asked);
    return field(apiResult(response), 'status') === 'COMPLETED' && !isNewest ? withWrongValue(response, 'status', 'FAILED') : response;
  });

/** Acts after OP-9 has refused. */
const isRefused =
  (act: (request: ServiceRequest) => void): Twist =>
  (right) =>
  async (request) => {
    const response: ServiceResponse = await right(request);
    if (on('OP-9')(request) && !succeeded(response)) act(request);
    return response;
  };

/** For a correlationId that was sent twice, OP-10 answers the next invoice. */
const answerForNeither: Twist = (right) => {
  const seen = new Map<string, number>();
  return async (request) => {
    const response = await right(request);
    const id = asText(field(request.body, 'correlationId'));
    if (on('OP-9')(request) && succeeded(response)) seen.set(id, (seen.get(id) ?? 0) + 1);
    const twice = on('OP-10')(request) && (seen.get(lastSegment(request)) ?? 0) > 1;
    return twice ? withWrongValue(response, 'invoiceId', Number(field(apiResult(response), 'invoiceId')) + 1) : response;
  };
};

/** Gives the amount of every third transfer back. */
const chargeTwoOfThree: Twist = (right) => {
  const paid = new Map<string, number>();
  const twisted = afterTransfer('paid', (sender, amount) => {
    const count = (paid.get(sender.tagId) ?? 0) + 1;
    paid.set(sender.tagId, count);
    if (count % 3 === 0) sender.balance += amount;
  });
  return twisted(right);
};

export const sequenceMoneyFaults = faultTable({ prefix: 'walk-', way: 'sequences', campaign: true }, [
  {
    breaks: ['OP7-LISTED-AS-SENT'],
    does: 'A beneficiary added by a sender that has paid twice is listed with a masked account.',
    twist: whenHistory(
      paidTwice,
      changeRequest(on('OP-7'), (request) =>
        withBody(request, (payload) => ({ ...payload, accountNo: `XXXXXX${asText(payload['accountNo']).slice(-6)}` })),
      ),
    ),
  },
  {
    breaks: ['OP7-LISTED-UNDER-ID'],
    does: 'A beneficiary added after an account was registered again is listed under another id.',
    twist: whenHistory(addedAgain, changeResultField('OP-7', 'beneficiaryId', increasedBy(50_000))),
  },
  {
    breaks: ['OP13-ACTIVATES-ONLY-THAT'],
    does: 'A second activation takes back the first.',
    twist: whenHistory(
      activatedBefore,
      afterSuccess('OP-13', (request, { beneficiaries }) => {
        for (const one of beneficiaries.values()) one.active &&= String(one.id) === lastSegment(request);
      }),
    ),
  },
  {
    breaks: ['OP13-ACTIVATES'],
    does: 'A transfer of a sender with an MPIN takes back the activation of whom it pays.',
    twist: whenHistory(
      hasMpin,
      afterSuccess('OP-9', ({ body }, { beneficiaries }) => {
        const paid = beneficiaries.get(Number(asText(field(body, 'to'))));
        if (paid !== undefined) paid.active = false;
      }),
    ),
  },
  {
    breaks: ['OP13-FALSE-DOES-NOT-ACTIVATE'],
    does: 'OP-13 with false activates for a sender that has activated two beneficiaries.',
    twist: whenHistory(
      activatedTwice,
      changeRequest(on('OP-13'), (request) => withBody(request, () => ({ object: true }))),
    ),
  },
  {
    breaks: ['OP10-SERVED'],
    does: 'Transfers are forgotten when their sender sets an MPIN.',
    twist: afterSuccess('OP-12', ({ store }, sender) => {
      for (const [key, transfer] of store.transfers) if (transfer.sender === sender) store.transfers.delete(key);
    }),
  },
  {
    breaks: ['OP11-SERVED'],
    does: 'An invoice of a sender with an MPIN is forgotten with the next transfer.',
    twist: whenHistory(
      hasMpin,
      afterSuccess('OP-9', (request) => {
        for (const { invoiceId } of senderTransfers(request).slice(0, -1)) request.store.invoices.delete(String(invoiceId));
      }),
    ),
  },
  {
    breaks: ['OP10-INVOICE-AGREES'],
    does: 'OP-10 finds the newest invoice for the older transfers of a sender that has activated two beneficiaries.',
    twist: whenHistory(
      activatedTwice,
      changeResponse(on('OP-10'), (response, request) =>
        withWrongValue(response, 'invoiceId', senderTransfers(request).at(-1)?.invoiceId ?? 0),
      ),
    ),
  },
  {
    breaks: ['OP10-SAME-CORRELATION-ID'],
    does: 'OP-10 answers for neither of two transfers of a sender with an MPIN.',
    twist: whenHistory((sender, pasts) => sender === undefined || hasMpin(sender, pasts), answerForNeither),
  },
  {
    warns: ['OP9-SAME-CORRELATION-ID'],
    does: 'A transfer of a sender with an MPIN that is asked for again is a second one.',
    twist: whenHistory(hasMpin, newInvoiceForRepeat),
  },
  {
    breaks: ['OP10-FINAL-STATUS-KEPT'],
    does: 'A COMPLETED request of a sender with an MPIN is FAILED after the next transfer.',
    twist: whenHistory(hasMpin, failOnceOlder('OP-10')),
  },
  {
    warns: ['OP11-FINAL-STATUS-KEPT'],
    does: 'A COMPLETED invoice of a sender that has activated two beneficiaries is FAILED after the next transfer.',
    twist: whenHistory(activatedTwice, failOnceOlder('OP-11')),
  },
  {
    breaks: ['OP10-FAILED-IS-REJECTED'],
    does: 'What OP-10 calls FAILED is paid by OP-11 for a sender with an MPIN.',
    twist: whenHistory(hasMpin, showRejectedAsPaid),
  },
  {
    breaks: ['OP11-AMOUNT-EXACT'],
    does: 'The invoice of a sender with an MPIN shows one rupee more than was asked for after two transfers.',
    twist: whenHistory(
      (sender, pasts) => hasMpin(sender, pasts) && paidTwice(sender, pasts),
      changeResultField('OP-11', 'amount', increasedBy(1)),
    ),
  },
  {
    breaks: ['OP6-UNTOUCHED-BY-OTHERS'],
    does: 'A transfer of a sender with an MPIN costs every other sender a rupee.',
    twist: whenHistory(
      hasMpin,
      afterSuccess('OP-9', (request, sender) => {
        for (const other of otherCustomers(request, sender)) other.balance -= rupee;
      }),
    ),
  },
  {
    breaks: ['OP6-UNTOUCHED-BY-OTHERS'],
    does: 'A second activation of one sender activates the beneficiaries of all others.',
    twist: whenHistory(
      activatedBefore,
      afterSuccess('OP-13', (request, sender) => {
        for (const { beneficiaries } of otherCustomers(request, sender)) for (const one of beneficiaries.values()) one.active = true;
      }),
    ),
  },
  {
    breaks: ['OP10-FAILED-NOTHING-MOVED'],
    does: 'A FAILED transfer of a sender with an MPIN costs a rupee.',
    twist: whenHistory(
      hasMpin,
      afterTransfer('rejected', (sender) => (sender.balance -= rupee)),
    ),
  },
  {
    breaks: ['OP9-REFUSED-NOTHING-MOVED'],
    does: 'A refused transfer of a sender with an MPIN costs a rupee.',
    twist: whenHistory(
      hasMpin,
      isRefused((request) => {
        const sender = findCustomer(request);
        if (sender !== undefined) sender.balance -= rupee;
      }),
    ),
  },
  {
    breaks: ['REFUSAL-NOTHING-CHANGED'],
    does: 'A refused transfer of a sender with an MPIN uses up its limit.',
    twist: whenHistory(
      hasMpin,
      isRefused((request) => {
        const sender = findCustomer(request);
        if (sender !== undefined) sender.spent += rupee;
      }),
    ),
  },
  { breaks: ['OP14-DEBITED'], does: 'Every third transfer of a sender leaves its wallet as it was.', twist: chargeTwoOfThree },
  {
    breaks: ['LIMIT-NOT-RAISED'],
    does: 'A transfer of a sender with an MPIN raises what is left.',
    twist: whenHistory(
      hasMpin,
      afterTransfer('paid', (sender, amount) => (sender.spent -= 2 * amount)),
    ),
  },
]);
