import type { Fault } from '../../catalog.ts';
import type { Answer } from '../../http/exchange.ts';
import { resultField } from '../../twists/twists.ts';
import { envelopeOf, inPlaceOfMessage, shifted, urlWithout } from '../../twists/responses.ts';
import { payingRejected, afterTransfer, flipping, paysAnything, rejectingAtACost } from '../../twists/store.ts';
import { badResult } from '../../twists/results.ts';

const rupee = 100;

const someBalance: Answer = {
  ...envelopeOf(2000, 'success'),
  json: { status: { message: 'success', code: 2000 }, result: { mainAccount: 1, cashbackAccount: 0, limits: {}, counters: {} } },
};

/** Money that moves when it must not, or does not when it must, and outcomes that disagree. */
export const moneyFaults: Fault[] = [
  {
    id: 'a-paid-transfer-leaves-the-wallet-as-it-was',
    story: 'A paid transfer leaves the wallet as it was.',
    breaks: ['OP14-DEBITED'],
    twist: afterTransfer('paid', (sender, amount) => (sender.balance += amount)),
  },
  {
    id: 'a-paid-transfer-credits-the-sender',
    story: 'A paid transfer credits the sender.',
    breaks: ['OP14-DEBITED'],
    twist: afterTransfer('paid', (sender, amount) => (sender.balance += 2 * amount)),
  },
  {
    id: 'a-transfer-that-op10-calls-failed-costs-money',
    story: 'A transfer that OP-10 calls FAILED costs money.',
    breaks: ['OP10-FAILED-NOTHING-MOVED'],
    twist: afterTransfer('rejected', (sender) => (sender.balance -= rupee)),
  },
  {
    id: 'op10-calls-every-transfer-failed-and-each-costs-money',
    story: 'OP-10 calls every transfer FAILED, and each costs money.',
    breaks: ['OP10-FAILED-NOTHING-MOVED'],
    twist: rejectingAtACost,
  },
  {
    id: 'op13-takes-an-id-that-nobody-has',
    story: 'OP-13 takes an id that nobody has.',
    breaks: ['OP13-UNKNOWN-ID'],
    twist: inPlaceOfMessage('OP-13', 'beneficiary.not.found', () => envelopeOf(2000, 'activate.beneficiary.success')),
  },
  {
    id: 'op14-takes-a-session-that-nobody-has',
    story: 'OP-14 takes a session that nobody has.',
    breaks: ['OP14-UNKNOWN-SESSION'],
    twist: inPlaceOfMessage('OP-14', 'session.unknown', () => someBalance),
  },
  {
    id: 'a-transfer-that-op9-refuses-costs-money',
    story: 'A transfer that OP-9 refuses costs money.',
    breaks: ['OP9-REFUSED-NOTHING-MOVED'],
    policy: { transfer: { overdrawnFailsIn: 'OP-9' } },
    twist: afterTransfer('code 4160', (sender) => (sender.balance -= rupee)),
  },
  {
    id: 'more-than-the-wallet-holds-is-paid',
    story: 'More than the wallet holds is paid.',
    breaks: [],
    warns: ['OP9-AMOUNT-ABOVE-BALANCE'],
    twist: paysAnything,
  },
  {
    id: 'a-transfer-raises-what-is-left',
    story: 'A transfer raises what is left.',
    breaks: ['LIMIT-NOT-RAISED'],
    twist: afterTransfer('paid', (sender, amount) => (sender.spent -= 2 * amount)),
  },
  {
    id: 'op11-rounds-the-amount',
    story: 'OP-11 rounds the amount.',
    breaks: ['OP11-AMOUNT-EXACT'],
    twist: resultField('OP-11', 'amount', (value) => Math.round(Number(value))),
  },
  {
    id: 'op11-shows-paise',
    story: 'OP-11 shows paise.',
    breaks: ['OP11-AMOUNT-EXACT'],
    twist: resultField('OP-11', 'amount', (value) => Math.round(Number(value) * 100)),
  },
  {
    id: 'op10-finds-the-invoice-after',
    story: 'OP-10 finds the invoice after.',
    breaks: ['OP10-INVOICE-AGREES'],
    twist: resultField('OP-10', 'invoiceId', shifted(1)),
  },
  {
    id: 'op10-changes-a-final-status',
    story: 'OP-10 changes a final status.',
    breaks: ['OP10-FINAL-STATUS-KEPT'],
    twist: flipping('OP-10'),
  },
  {
    id: 'op11-changes-a-final-status',
    story: 'OP-11 changes a final status.',
    breaks: ['OP11-FINAL-STATUS-KEPT'],
    twist: flipping('OP-11'),
  },
  {
    id: 'what-op10-calls-failed-is-paid-by-op11',
    story: 'What OP-10 calls FAILED is paid by OP-11.',
    breaks: ['OP10-FAILED-IS-REJECTED'],
    twist: payingRejected,
  },
  {
    id: 'an-ekyc-address-is-over-at-once',
    story: 'An eKYC address is over at once.',
    breaks: ['OP16-EXPIRES-IN-FUTURE'],
    twist: badResult('OP-16', 'expire_on', '2020-01-31 23:59:59'),
  },
  {
    id: 'an-ekyc-address-has-no-authid',
    story: 'An eKYC address has no authId.',
    breaks: ['OP16-URL-PARAMETERS'],
    twist: urlWithout('authId'),
  },
  {
    id: 'an-ekyc-address-has-one-parameter-besides-authid',
    story: 'An eKYC address has one parameter besides authId.',
    breaks: ['OP16-URL-PARAMETERS'],
    twist: urlWithout('session'),
  },
];
