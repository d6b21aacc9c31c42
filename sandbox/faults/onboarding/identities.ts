import type { Fault } from '../../catalog.ts';
import { answering, on, withStatus } from '../../twists/twists.ts';
import { ofSecondCustomer } from '../../twists/responses.ts';
import {
  addingInSpite,
  afterTransfer,
  anyCodeWill,
  everybodysBeneficiaries,
  newTagEachTime,
  oneSession,
  oneState,
  oneStateEach,
} from '../../twists/store.ts';
import { badResult, withBad } from '../../twists/results.ts';

const rupee = 100;

/** Users, tags, codes and senders that are mixed up. */
export const peopleFaults: Fault[] = [
  {
    id: 'op1-calls-nobody-an-old-user',
    story: 'OP-1 calls nobody an old user.',
    breaks: ['OP1-TAGGED-IS-OLD'],
    twist: badResult('OP-1', 'isOldUser', 'false'),
  },
  { id: 'op4-gives-a-new-tag-each-time', story: 'OP-4 gives a new tag each time.', breaks: ['OP4-TAG-KEPT'], twist: newTagEachTime },
  {
    id: 'op4-calls-everybody-a-customer',
    story: 'OP-4 calls everybody a customer.',
    breaks: ['OP4-USER-TYPE-AGREES'],
    twist: badResult('OP-4', 'userType', 'customer'),
  },
  {
    id: 'op3-succeeds-under-another-key',
    story: 'OP-3 succeeds under another key.',
    breaks: ['OP3-MESSAGE-KEY'],
    twist: answering(on('OP-3'), (answer) => withStatus(answer, { message: 'otp.sent' })),
  },
  {
    id: 'op3-succeeds-without-a-message',
    story: 'OP-3 succeeds without a message.',
    breaks: ['OP3-MESSAGE-KEY'],
    twist: answering(on('OP-3'), (answer) => withStatus(answer, { message: null })),
  },
  {
    id: 'op3-gives-all-challenges-one-state',
    story: 'OP-3 gives all challenges one state.',
    breaks: ['OP3-STATES-DIFFER'],
    twist: oneState,
  },
  {
    id: 'op3-gives-a-mobile-one-state',
    story: 'OP-3 gives a mobile the same state each time.',
    breaks: ['OP3-STATES-DIFFER'],
    twist: oneStateEach,
  },
  { id: 'op9-takes-any-code', story: 'OP-9 takes any code.', breaks: ['CODE-4170'], twist: anyCodeWill('OP-9') },
  { id: 'op7-takes-any-code', story: 'OP-7 takes any code.', breaks: ['CODE-4170'], twist: anyCodeWill('OP-7') },
  {
    id: 'a-beneficiary-refused-for-its-code-is-added-all-the-same',
    story: 'A beneficiary refused for its code is added all the same.',
    breaks: ['CONSENT-WRONG-NO-EFFECT'],
    twist: addingInSpite,
  },
  {
    id: 'all-customers-have-one-tag',
    story: 'All customers have one tag.',
    breaks: ['OP6-OWN-DATA'],
    checks: ['OP6-OWN-DATA~two-tags'],
    twist: badResult('OP-4', 'tagId', '5f0c7a52-3333-4abc-8def-0123456789ab'),
  },
  { id: 'op4-takes-any-code', story: 'OP-4 takes any code.', breaks: ['CODE-4170'], twist: anyCodeWill('OP-4') },
  {
    id: 'a-transfer-refused-for-its-code-costs-money',
    story: 'A transfer refused for its code costs money.',
    breaks: ['CONSENT-WRONG-NO-EFFECT'],
    twist: afterTransfer('code 4170', (sender) => (sender.balance -= rupee)),
  },
  {
    id: 'op12-answers-the-mobile-of-somebody-else',
    story: 'OP-12 answers the mobile of somebody else.',
    breaks: ['OP12-MOBILE-AGREES'],
    twist: badResult('OP-12', 'mobile', 9_990_009_999),
  },
  {
    id: 'op6-answers-the-mobile-of-somebody-else',
    story: 'OP-6 answers the mobile of somebody else.',
    breaks: ['OP6-SENDER-MOBILE-AGREES'],
    twist: badResult('OP-6', 'senderMobile', 9_990_009_999),
  },
  { id: 'op6-gives-all-senders-one-session', story: 'OP-6 gives all senders one session.', breaks: ['OP6-OWN-DATA'], twist: oneSession() },
  {
    id: 'op6-lists-everybodys-beneficiaries',
    story: "OP-6 lists everybody's beneficiaries.",
    breaks: ['OP6-OWN-DATA'],
    twist: everybodysBeneficiaries,
  },
  {
    id: 'the-second-customer-has-a-kyc-that-is-text',
    story: 'The second customer has a KYC that is text.',
    breaks: ['OP6-RESULT-KYC-STATUS'],
    twist: answering(ofSecondCustomer('OP-6'), (answer) => withBad(answer, 'kycStatus', 'COMPLETED')),
  },
];
