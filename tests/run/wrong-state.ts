import type { Answer } from '../../sandbox/exchange.ts';
import { answering, asking, both, codeOf, on, resultField, withStatus } from '../../sandbox/twists.ts';
import { envelopeOf, inPlaceOfMessage, listedField, ofSecondCustomer, shifted, urlWithout } from './twists.ts';
import {
  activatingAll,
  addingInSpite,
  payingRejected,
  activatingNothing,
  afterTransfer,
  anyCodeWill,
  everybodysBeneficiaries,
  flipping,
  newTagEachTime,
  oneSession,
  oneState,
  paysAnything,
  rejectingAtACost,
  withOldBeneficiary,
} from './twists-of-state.ts';
import { badResult, textOf, withBad, withPayload, type Wrong } from './wrong.ts';

const rupee = 100;

const someBalance: Answer = {
  ...envelopeOf(2000, 'success'),
  json: { status: { message: 'success', code: 2000 }, result: { mainAccount: 1, cashbackAccount: 0, limits: {}, counters: {} } },
};

const people: readonly Wrong[] = [
  { story: 'OP-1 calls nobody an old user', clauses: ['OP1-TAGGED-IS-OLD'], twist: badResult('OP-1', 'isOldUser', 'false') },
  { story: 'OP-4 gives a new tag each time', clauses: ['OP4-TAG-KEPT'], twist: newTagEachTime },
  { story: 'OP-4 calls everybody a customer', clauses: ['OP4-USER-TYPE-AGREES'], twist: badResult('OP-4', 'userType', 'customer') },
  {
    story: 'OP-3 succeeds under another key',
    clauses: ['OP3-MESSAGE-KEY'],
    twist: answering(on('OP-3'), (answer) => withStatus(answer, { message: 'otp.sent' })),
  },
  {
    story: 'OP-3 succeeds without a message',
    clauses: ['OP3-MESSAGE-KEY'],
    twist: answering(on('OP-3'), (answer) => withStatus(answer, { message: null })),
  },
  { story: 'OP-3 gives all challenges one state', clauses: ['OP3-STATES-DIFFER'], twist: oneState },
  { story: 'OP-9 takes any code', clauses: ['CODE-4170'], twist: anyCodeWill('OP-9') },
  { story: 'OP-7 takes any code', clauses: ['CODE-4170'], twist: anyCodeWill('OP-7') },
  { story: 'a beneficiary refused for its code is added all the same', clauses: ['CONSENT-WRONG-NO-EFFECT'], twist: addingInSpite },
  {
    story: 'all customers have one tag',
    clauses: ['OP6-OWN-DATA'],
    selection: ['OP6-OWN-DATA~two-tags'],
    twist: badResult('OP-4', 'tagId', '5f0c7a52-3333-4abc-8def-0123456789ab'),
  },
  { story: 'OP-4 takes any code', clauses: ['CODE-4170'], twist: anyCodeWill('OP-4') },
  {
    story: 'a transfer refused for its code costs money',
    clauses: ['CONSENT-WRONG-NO-EFFECT'],
    twist: afterTransfer('code 4170', (sender) => (sender.balance -= rupee)),
  },
  {
    story: 'OP-12 answers the mobile of somebody else',
    clauses: ['OP12-MOBILE-AGREES'],
    twist: badResult('OP-12', 'mobile', 9_990_009_999),
  },
  {
    story: 'OP-6 answers the mobile of somebody else',
    clauses: ['OP6-SENDER-MOBILE-AGREES'],
    twist: badResult('OP-6', 'senderMobile', 9_990_009_999),
  },
  { story: 'OP-6 gives all senders one session', clauses: ['OP6-OWN-DATA'], twist: oneSession() },
  { story: "OP-6 lists everybody's beneficiaries", clauses: ['OP6-OWN-DATA'], twist: everybodysBeneficiaries },
  {
    story: 'the second customer has a KYC that is text',
    clauses: ['OP6-RESULT-KYC-STATUS'],
    twist: answering(ofSecondCustomer('OP-6'), (answer) => withBad(answer, 'kycStatus', 'COMPLETED')),
  },
];

const beneficiaries: readonly Wrong[] = [
  { story: 'OP-6 lists no beneficiary', clauses: ['OP7-LISTED-AS-SENT'], twist: badResult('OP-6', 'beneficiaries', []) },
  {
    story: 'OP-6 cuts the holder name',
    clauses: ['OP7-LISTED-AS-SENT'],
    twist: listedField('accountHolderName', (name) => textOf(name).slice(0, 5)),
  },
  {
    story: 'OP-6 masks the account',
    clauses: ['OP7-LISTED-AS-SENT'],
    twist: listedField('accountNumber', (account) => `XXXXXX${textOf(account).slice(-4)}`),
  },
  { story: 'OP-6 lists another IFSC code', clauses: ['OP7-LISTED-AS-SENT'], twist: listedField('ifscCode', () => 'ZZZZ0000009') },
  {
    story: 'OP-6 lists beneficiaries under other ids',
    clauses: ['OP7-LISTED-UNDER-ID'],
    twist: listedField('beneficiaryId', shifted(50_000)),
  },
  { story: 'OP-13 activates nothing', clauses: ['OP13-ACTIVATES'], twist: asking(on('OP-13'), activatingNothing) },
  {
    story: 'OP-13 activates nothing for the second customer',
    clauses: ['OP13-ACTIVATES'],
    twist: asking(ofSecondCustomer('OP-13'), activatingNothing),
  },
  {
    story: 'OP-13 activates all beneficiaries, those of long ago too',
    clauses: ['OP13-ACTIVATES-ONLY-THAT'],
    twist: both(activatingAll, withOldBeneficiary),
  },
  { story: 'OP-13 activates all beneficiaries', clauses: ['OP13-ACTIVATES-ONLY-THAT'], twist: activatingAll },
  {
    story: 'OP-13 activates with false',
    clauses: ['OP13-FALSE-DOES-NOT-ACTIVATE'],
    twist: asking(on('OP-13'), (ask) => withPayload(ask, () => ({ object: true }))),
  },
  {
    story: 'OP-13 succeeds under another key',
    clauses: ['OP13-MESSAGE-KEY'],
    twist: answering(on('OP-13'), (answer) => (codeOf(answer) === 2000 ? withStatus(answer, { message: 'success' }) : answer)),
  },
];

const money: readonly Wrong[] = [
  {
    story: 'a paid transfer leaves the wallet as it was',
    clauses: ['OP14-DEBITED'],
    twist: afterTransfer('paid', (sender, amount) => (sender.balance += amount)),
  },
  {
    story: 'a paid transfer credits the sender',
    clauses: ['OP14-DEBITED'],
    twist: afterTransfer('paid', (sender, amount) => (sender.balance += 2 * amount)),
  },
  {
    story: 'a transfer that OP-10 calls FAILED costs money',
    clauses: ['OP10-FAILED-NOTHING-MOVED'],
    twist: afterTransfer('rejected', (sender) => (sender.balance -= rupee)),
  },
  { story: 'OP-10 calls every transfer FAILED, and each costs money', clauses: ['OP10-FAILED-NOTHING-MOVED'], twist: rejectingAtACost },
  {
    story: 'OP-13 takes an id that nobody has',
    clauses: ['OP13-UNKNOWN-ID'],
    twist: inPlaceOfMessage('OP-13', 'beneficiary.not.found', () => envelopeOf(2000, 'activate.beneficiary.success')),
  },
  {
    story: 'OP-14 takes a session that nobody has',
    clauses: ['OP14-UNKNOWN-SESSION'],
    twist: inPlaceOfMessage('OP-14', 'session.unknown', () => someBalance),
  },
  {
    story: 'a transfer that OP-9 refuses costs money',
    clauses: ['OP9-REFUSED-NOTHING-MOVED'],
    policy: { transfer: { overdrawnFailsIn: 'OP-9' } },
    twist: afterTransfer('code 4160', (sender) => (sender.balance -= rupee)),
  },
  { story: 'more than the wallet holds is paid', clauses: [], warns: ['OP9-AMOUNT-ABOVE-BALANCE'], twist: paysAnything },
  {
    story: 'a transfer raises what is left',
    clauses: ['LIMIT-NOT-RAISED'],
    twist: afterTransfer('paid', (sender, amount) => (sender.spent -= 2 * amount)),
  },
  {
    story: 'OP-11 rounds the amount',
    clauses: ['OP11-AMOUNT-EXACT'],
    twist: resultField('OP-11', 'amount', (value) => Math.round(Number(value))),
  },
  {
    story: 'OP-11 shows paise',
    clauses: ['OP11-AMOUNT-EXACT'],
    twist: resultField('OP-11', 'amount', (value) => Math.round(Number(value) * 100)),
  },
  { story: 'OP-10 finds the invoice after', clauses: ['OP10-INVOICE-AGREES'], twist: resultField('OP-10', 'invoiceId', shifted(1)) },
  { story: 'OP-10 changes a final status', clauses: ['OP10-FINAL-STATUS-KEPT'], twist: flipping('OP-10') },
  { story: 'OP-11 changes a final status', clauses: ['OP11-FINAL-STATUS-KEPT'], twist: flipping('OP-11') },
  { story: 'what OP-10 calls FAILED is paid by OP-11', clauses: ['OP10-FAILED-IS-REJECTED'], twist: payingRejected },
  {
    story: 'an eKYC address is over at once',
    clauses: ['OP16-EXPIRES-IN-FUTURE'],
    twist: badResult('OP-16', 'expire_on', '2020-01-31 23:59:59'),
  },
  { story: 'an eKYC address has no authId', clauses: ['OP16-URL-PARAMETERS'], twist: urlWithout('authId') },
  { story: 'an eKYC address has one parameter besides authId', clauses: ['OP16-URL-PARAMETERS'], twist: urlWithout('session') },
];

/** Beyond the examples of the document: on the list of questions for the operator, and nobody is accused. */
const unusual: readonly Wrong[] = [
  {
    story: 'OP-5 asks for another scheme',
    clauses: [],
    warns: ['OP5-RESULT-SCHEME-VALUES'],
    twist: badResult('OP-5', 'scheme', 'OTP_ONLY'),
  },
  {
    story: 'OP-8 asks for another scheme',
    clauses: [],
    warns: ['OP8-RESULT-SCHEME-VALUES'],
    twist: badResult('OP-8', 'scheme', 'OTP_ONLY'),
  },
  {
    story: 'a KYC is under way',
    clauses: [],
    warns: ['OP6-RESULT-KYC-STATUS-KYC-STATUS-VALUES'],
    twist: badResult('OP-6', 'kycStatus.kyc_status', 'PENDING'),
  },
  {
    story: 'a limit per week',
    clauses: [],
    warns: ['OP6-RESULT-LIMIT-LEFT-KEYS'],
    twist: badResult('OP-6', 'limitLeft', { WEEKLY: 1000 }),
    policy: { sender: { limits: {} } },
  },
  {
    story: 'no limit falls',
    clauses: [],
    warns: ['LIMIT-FALLS'],
    twist: afterTransfer('paid', (sender, amount) => (sender.spent -= amount)),
  },
  {
    story: 'OP-11 names somebody else',
    clauses: [],
    warns: ['OP11-BENEFICIARY-NAME-AGREES'],
    twist: badResult('OP-11', 'beneficiaryName', 'Somebody Else'),
  },
  {
    story: 'an eKYC address with other names',
    clauses: [],
    warns: ['OP16-URL-PARAMETER-NAMES'],
    twist: badResult('OP-16', 'url', 'https://ekyc.example/?authId=1&p=2&s=3'),
  },
  { story: 'OP-9 knows no query form', clauses: [], warns: ['OP9-QUERY-FORM'], policy: { session: { queryForm: 'refused' } } },
];

export const wrongState: readonly Wrong[] = [...people, ...beneficiaries, ...money, ...unusual];
