import { API_CODES } from '../../http/codes.ts';
import { faultTable } from '../table.ts';
import { rupee } from '../../state/money.ts';
import { changeResultField, succeeded } from '../../twists/twists.ts';
import { envelopeResponse, replaceMessage, increasedBy, serverError, urlWithout } from '../../twists/responses.ts';
import { showRejectedAsPaid, afterTransfer, flipFinalStatus, payBeyondBalance, rejectAndCharge } from '../../twists/transfers.ts';
import { onlyWhen, onQueryForm } from '../../twists/circumstances.ts';
import { senderKey, whileConcurrent } from '../../twists/concurrency.ts';
import { findPayer } from '../../twists/requests.ts';
import { withWrongValue, wrongResult } from '../../twists/results.ts';
import type { Twist } from '../../http/exchange.ts';

/** It pays, and says that it has failed. */
const payInTrouble: Twist = (right) => {
  const pay = payBeyondBalance(right);
  return async (request) => {
    const response = await pay(request);
    return succeeded(response) ? serverError : response;
  };
};

const someBalance = envelopeResponse(API_CODES.success, 'success', { mainAccount: 1, cashbackAccount: 0, limits: {}, counters: {} });

/** Answers with the invoice that the sender got last. */
const giveNewestInvoice: Twist = (right) => async (request) => {
  const sender = findPayer(request);
  const before = [...request.store.invoices.values()].findLast((one) => one.sender === sender);
  const response = await right(request);
  return before !== undefined && succeeded(response) ? withWrongValue(response, 'invoiceId', String(before.invoiceId)) : response;
};

export const moneyFaults = faultTable({}, [
  {
    breaks: ['OP14-DEBITED'],
    does: 'A paid transfer leaves the wallet as it was.',
    twist: afterTransfer('paid', (sender, amount) => (sender.balance += amount)),
  },
  {
    breaks: ['OP14-DEBITED'],
    does: 'A paid transfer leaves the main account as it was, and brings a little cashback.',
    twist: afterTransfer('paid', (sender, amount) => {
      sender.balance += amount;
      sender.cashback += 20;
    }),
  },
  {
    breaks: ['OP14-DEBITED'],
    does: 'A paid transfer credits the sender.',
    twist: afterTransfer('paid', (sender, amount) => (sender.balance += 2 * amount)),
  },
  {
    breaks: ['OP10-FAILED-NOTHING-MOVED'],
    does: 'A transfer that OP-10 calls FAILED costs money.',
    twist: afterTransfer('rejected', (sender) => (sender.balance -= rupee)),
  },
  { breaks: ['OP10-FAILED-NOTHING-MOVED'], does: 'OP-10 calls every transfer FAILED, and each costs money.', twist: rejectAndCharge },
  {
    warns: ['OP10-FAILED-NOTHING-MOVED'],
    does: 'OP-10 calls a transfer in the query form FAILED, and it costs money.',
    twist: onlyWhen(onQueryForm, rejectAndCharge),
  },
  {
    breaks: ['OP13-UNKNOWN-ID'],
    does: 'OP-13 takes an id that nobody has.',
    twist: replaceMessage('OP-13', 'beneficiary.not.found', () => envelopeResponse(API_CODES.success, 'activate.beneficiary.success')),
  },
  {
    breaks: ['OP14-UNKNOWN-SESSION'],
    does: 'OP-14 takes a session that nobody has.',
    twist: replaceMessage('OP-14', 'session.unknown', () => someBalance),
  },
  {
    breaks: ['OP9-REFUSED-NOTHING-MOVED'],
    does: 'A transfer that OP-9 refuses costs money.',
    policy: { transfer: { overdrawnFailsIn: 'OP-9' } },
    twist: afterTransfer('code 4160', (sender) => (sender.balance -= rupee)),
  },
  { warns: ['OP9-AMOUNT-ABOVE-BALANCE'], does: 'More than the wallet holds is paid.', twist: payBeyondBalance },
  {
    breaks: ['OP9-RACE-OVERSPEND'],
    does: 'Two transfers of the whole balance at once are both paid.',
    way: 'whole-balance',
    twist: whileConcurrent('OP-9', senderKey, payBeyondBalance),
  },
  {
    breaks: ['OP9-RACE-OVERSPEND'],
    does: 'Two transfers of the whole balance at once are both debited, and one is answered with HTTP 500.',
    way: 'whole-balance',
    twist: whileConcurrent('OP-9', senderKey, payInTrouble),
  },
  {
    breaks: ['OP9-INVOICES-DIFFER', 'OP10-INVOICE-AGREES'],
    does: 'Two transfers at once get one invoice.',
    twist: whileConcurrent('OP-9', senderKey, giveNewestInvoice),
  },
  {
    breaks: ['LIMIT-NOT-RAISED'],
    does: 'A transfer raises what is left.',
    twist: afterTransfer('paid', (sender, amount) => (sender.spent -= 2 * amount)),
  },
  {
    breaks: ['OP11-AMOUNT-EXACT'],
    does: 'OP-11 rounds the amount.',
    twist: changeResultField('OP-11', 'amount', (value) => Math.round(Number(value))),
  },
  {
    breaks: ['OP11-AMOUNT-EXACT'],
    does: 'OP-11 shows paise.',
    twist: changeResultField('OP-11', 'amount', (value) => Math.round(Number(value) * 100)),
  },
  {
    breaks: ['OP10-INVOICE-AGREES'],
    does: 'OP-10 finds the invoice after.',
    twist: changeResultField('OP-10', 'invoiceId', increasedBy(1)),
  },
  { breaks: ['OP10-FINAL-STATUS-KEPT'], does: 'OP-10 changes a final status.', twist: flipFinalStatus('OP-10') },
  { breaks: ['OP11-FINAL-STATUS-KEPT'], does: 'OP-11 changes a final status.', twist: flipFinalStatus('OP-11') },
  {
    id: 'what-op10-calls-failed-is-paid-by-op11',
    breaks: ['OP10-FAILED-IS-REJECTED'],
    does: 'What OP-10 calls FAILED is paid by OP-11.',
    twist: showRejectedAsPaid,
  },
  {
    breaks: ['OP16-EXPIRES-IN-FUTURE'],
    does: 'An eKYC address is over at once.',
    twist: wrongResult('OP-16', 'expire_on', '2020-01-31 23:59:59'),
  },
  { breaks: ['OP16-URL-PARAMETERS'], does: 'An eKYC address has no authId.', twist: urlWithout('authId') },
  { breaks: ['OP16-URL-PARAMETERS'], does: 'An eKYC address has one parameter besides authId.', twist: urlWithout('session') },
]);
