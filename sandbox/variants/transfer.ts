import type { Transfer, User } from '../state/store.ts';
import { issuedInvoice } from '../twists/history.ts';
import { askedTransfer, onQueryForm } from '../twists/circumstances.ts';
import { API_CODES } from '../http/codes.ts';
import { refusalResponse } from '../http/responses.ts';
import { isWellFormed, lastSegment, findPayer, findSender, requestedAmount, bodyText } from '../twists/requests.ts';
import type { Variant } from '../catalog.ts';
import type { Twist } from '../http/exchange.ts';
import { changeRequest, respondWith, on, succeeded } from '../twists/twists.ts';
import { envelopeResponse, htmlPage, replaceMessage } from '../twists/responses.ts';
import { Retyped, withWrongValue, wrongResult } from '../twists/results.ts';
import { refusedIds } from '../twists/refused-ids.ts';
import { longIds } from '../twists/long-ids.ts';
import { refusedBySecondCopy } from '../twists/lags.ts';
import { lateFeesAndRejections } from '../twists/late-fees.ts';
import { staleBalance } from '../twists/stale-balance.ts';

const noInvoiceOfRejected = respondWith(
  (request) => on('OP-11')(request) && isWellFormed(request) && request.store.invoices.get(lastSegment(request))?.outcome === 'rejected',
  () => envelopeResponse(API_CODES.notFound, 'invoice.not.found'),
);

/** The bank takes days for its own transfers. Until then there is no invoice. */
const bankTakesDays: Twist = (right) => async (request) => {
  const response = await right(request);
  if (!succeeded(response) || askedTransfer(request)?.source !== 'bank') return response;
  if (on('OP-10')(request)) return withWrongValue(response, 'status', 'PENDING');
  return on('OP-11')(request) ? envelopeResponse(API_CODES.notFound, 'invoice.not.found') : response;
};

/** With the next transfer of a sender, the one before turns out to be delayed, and its amount comes back. */
const delayedByTheNext: Twist = (right) => {
  const newest = new Map<User, Transfer>();
  const delayed = new Set<string>();
  return async (request) => {
    const response = await right(request);
    const transfer = on('OP-9')(request) ? request.store.invoices.get(issuedInvoice(response)) : undefined;
    if (transfer?.outcome === 'paid' && transfer.source === 'wallet') {
      const before = newest.get(transfer.sender);
      newest.set(transfer.sender, transfer);
      if (before !== undefined && before !== transfer) {
        before.sender.balance += before.amount;
        delayed.add(String(before.invoiceId));
      }
    }
    return on('OP-11')(request) && succeeded(response) && delayed.has(lastSegment(request))
      ? withWrongValue(response, 'isDelayed', 'true')
      : response;
  };
};

export const transferVariants: Variant[] = [
  { id: 'never-pending', does: 'Every transfer is final at its first look.', policy: { transfer: { pendingLooks: 0 } } },
  { id: 'long-pending', does: 'Transfers are PENDING for four looks.', policy: { transfer: { pendingLooks: 4 } } },
  { id: 'overdrawn-op9', does: 'A transfer beyond the balance is refused by OP-9.', policy: { transfer: { overdrawnFailsIn: 'OP-9' } } },
  {
    id: 'overdrawn-400',
    does: 'A transfer beyond the balance is HTTP 400.',
    policy: { transfer: { overdrawnFailsIn: 'OP-9' } },
    twist: replaceMessage('OP-9', 'funds.insufficient', () => htmlPage(400)),
    checks: ['OP10-FINAL-STATUS-KEPT', 'OP9-REFUSED-NOTHING-MOVED', 'OP9-AMOUNT-ABOVE-LIMIT', 'OP9-SERVED'],
  },
  { id: 'overdrawn-op11', does: 'A transfer beyond the balance fails at the bank.', policy: { transfer: { overdrawnFailsIn: 'OP-11' } } },
  { id: 'rejected-without-invoice', does: 'What OP-10 calls FAILED has no invoice.', twist: noInvoiceOfRejected },
  {
    id: 'bank-takes-days',
    does: 'A transfer from the bank stays PENDING, and has no invoice until it is final.',
    everywhere: true,
    ends: 'blocked',
    cause: { name: 'pending', owner: 'environment' },
    twist: bankTakesDays,
  },
  {
    id: 'declined-account',
    does: 'The bank declines one account and the money comes back.',
    policy: { transfer: { declinedAccounts: ['000111000115'] } },
  },
  { id: 'fee', does: 'A wallet transfer costs a fee.', policy: { transfer: { fee: 2.5 } } },
  {
    id: 'fees-late-and-transfers-failed',
    does: 'A fee is taken when OP-14 has been asked three times, and OP-10 shows every second transfer of a sender as FAILED.',
    twist: lateFeesAndRejections,
  },
  { id: 'debited-late', does: 'Money leaves the wallet when the invoice is final.', policy: { transfer: { debited: 'when-settled' } } },
  { id: 'status-of-another-copy', does: 'OP-10 finds nothing at the second look.', twist: refusedBySecondCopy('OP-10') },
  { id: 'invoice-of-another-copy', does: 'OP-11 finds nothing at the second look.', twist: refusedBySecondCopy('OP-11') },
  { id: 'balance-lags', does: 'OP-14 shows what a wallet held a little while ago.', twist: staleBalance },
  { id: 'repeat-refused', does: 'A correlationId serves once.', policy: { transfer: { repeatedCorrelationId: 'refused' } } },
  {
    id: 'refused-ids-used',
    does: 'A correlationId that OP-9 refused is refused for good, and an OTP ends on a wrong try.',
    policy: { consent: { diesOnWrongTry: true } },
    twist: refusedIds,
    checks: ['OP-9', 'OP14-DEBITED', 'CODE-4170'],
  },
  {
    id: 'ids-per-sender',
    does: 'The beneficiaries of each sender are counted from 1.',
    twist: changeRequest(on('OP-7'), (request) => {
      const sender = findSender(request);
      if (sender !== undefined) request.store.nextBeneficiary = sender.beneficiaries.size + 1;
      return { ...request };
    }),
  },
  {
    id: 'four-digits-refused',
    does: 'OP-9 pays no amount of four digits.',
    twist: respondWith(
      (request) => on('OP-9')(request) && isWellFormed(request) && requestedAmount(request) >= 100_000,
      (request) => refusalResponse(request, API_CODES.validationFailed, 'amount.too.high'),
    ),
  },
  {
    id: 'one-rupee-at-least',
    does: 'OP-9 pays no amount below one.',
    twist: respondWith(
      (request) => on('OP-9')(request) && isWellFormed(request) && requestedAmount(request) < 100,
      (request) => refusalResponse(request, API_CODES.validationFailed, 'amount.too.low'),
    ),
  },
  {
    id: 'tens-only',
    does: 'OP-9 pays no amount that is no multiple of 10.',
    twist: respondWith(
      (request) => on('OP-9')(request) && isWellFormed(request) && requestedAmount(request) % 1000 !== 0,
      (request) => refusalResponse(request, API_CODES.validationFailed, 'amount.multiple'),
    ),
  },
  {
    id: 'usual-amount-only',
    does: 'OP-9 with its session in the query pays nothing but 100 rupees.',
    twist: respondWith(
      (request) => onQueryForm(request) && on('OP-9')(request) && isWellFormed(request) && requestedAmount(request) !== 10_000,
      (request) => refusalResponse(request, API_CODES.validationFailed, 'amount.not.allowed'),
    ),
  },
  { id: 'long-ids', does: 'Ids of beneficiaries and invoices have more digits than a double.', twist: longIds },
  { id: 'rrn-number', does: 'The bank reference number is a number.', policy: { transfer: { bankRRN: 'number' } } },
  { id: 'delayed', does: "Amounts settle in the customer's wallet.", policy: { transfer: { isDelayed: true } } },
  {
    id: 'delayed-by-the-next',
    does: "A transfer settles in the customer's wallet once another one follows.",
    everywhere: true,
    twist: delayedByTheNext,
  },
  {
    id: 'delayed-less-fee',
    does: "Amounts settle in the customer's wallet, and the fee is kept.",
    policy: { transfer: { isDelayed: true, fee: 2.5 } },
  },
  { id: 'wallet-only', does: 'The only payment source is the wallet.', policy: { transfer: { paymentSources: ['wallet'] } } },
  { id: 'daily-limit', does: 'Limits are per day and per month.', policy: { sender: { limits: { DAILY: 50_000, MONTHLY: 200_000 } } } },
  { id: 'no-limits', does: 'limitLeft is empty.', policy: { sender: { limits: {} } } },
  {
    id: 'vast-balance',
    does: 'OP-14 shows a balance whose paise no double holds.',
    twist: wrongResult('OP-14', 'mainAccount', new Retyped(9e16, (balance) => Number(balance) + 9e16)),
  },
  { id: 'filled-balance', does: 'OP-14 fills limits and counters.', policy: { sender: { balanceDetail: 'filled' } } },
  { id: 'kyc-pending', does: 'KYC is still to be done.', policy: { sender: { kycStatus: 'PENDING', kycRequired: true } } },
  { id: 'active-at-once', does: 'A beneficiary is active from the start.', policy: { beneficiary: { activeAtOnce: true } } },
  {
    id: 'active-at-once-and-for-good',
    does: 'A beneficiary is active from the start, and OP-13 refuses to activate it before it is switched off.',
    policy: { beneficiary: { activeAtOnce: true, trueForActive: 'refused' } },
    checks: ['OP-13', 'OP-9', 'OP14-DEBITED'],
  },
  { id: 'listed-refused', does: 'An account that is listed already is refused.', policy: { beneficiary: { listedAccount: 'refused' } } },
  {
    id: 'inactive-4001',
    does: 'An inactive beneficiary is code 4001.',
    policy: { refusals: { inactiveBeneficiary: API_CODES.notAuthorized } },
  },
  { id: 'inactive-4040', does: 'An inactive beneficiary is code 4040.', policy: { refusals: { inactiveBeneficiary: API_CODES.notFound } } },
  { id: 'inactive-403', does: 'An inactive beneficiary is HTTP 403.', policy: { refusals: { inactiveBeneficiary: 'http-403' } } },
  {
    id: 'beneficiary-first',
    does: 'OP-9 looks for the beneficiary before session and consent.',
    twist: respondWith(
      (request) =>
        on('OP-9')(request) && isWellFormed(request) && findPayer(request)?.beneficiaries.has(Number(bodyText(request, 'to'))) === false,
      (request) => refusalResponse(request, API_CODES.notFound, 'beneficiary.not.found'),
    ),
  },
];
