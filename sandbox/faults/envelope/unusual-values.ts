import type { Fault } from '../../catalog.ts';
import { afterTransfer } from '../../twists/store.ts';
import { badResult } from '../../twists/results.ts';

/** Beyond the examples of the document: on the list of questions for the operator, and nobody is accused. */
export const unusualFaults: Fault[] = [
  {
    id: 'what-is-not-found-is-4160',
    story: 'What is not found is refused with code 4160.',
    breaks: [],
    warns: ['CODE-4040'],
    policy: { refusals: { unknownId: 4160 } },
  },
  {
    id: 'status-check-type-is-refused',
    story: 'OP-10 refuses a statusCheckType.',
    breaks: [],
    warns: ['OP10-STATUS-CHECK-TYPE'],
    policy: { transfer: { statusCheckType: 'refused' } },
  },
  {
    id: 'op5-asks-for-another-scheme',
    story: 'OP-5 asks for another scheme.',
    breaks: [],
    warns: ['OP5-RESULT-SCHEME-VALUES'],
    twist: badResult('OP-5', 'scheme', 'OTP_ONLY'),
  },
  {
    id: 'op8-asks-for-another-scheme',
    story: 'OP-8 asks for another scheme.',
    breaks: [],
    warns: ['OP8-RESULT-SCHEME-VALUES'],
    twist: badResult('OP-8', 'scheme', 'OTP_ONLY'),
  },
  {
    id: 'a-kyc-is-under-way',
    story: 'A KYC is under way.',
    breaks: [],
    warns: ['OP6-RESULT-KYC-STATUS-KYC-STATUS-VALUES'],
    twist: badResult('OP-6', 'kycStatus.kyc_status', 'PENDING'),
  },
  {
    id: 'a-limit-per-week',
    story: 'A limit per week.',
    breaks: [],
    warns: ['OP6-RESULT-LIMIT-LEFT-KEYS'],
    twist: badResult('OP-6', 'limitLeft', { WEEKLY: 1000 }),
    policy: { sender: { limits: {} } },
  },
  {
    id: 'no-limit-falls',
    story: 'No limit falls.',
    breaks: [],
    warns: ['LIMIT-FALLS'],
    twist: afterTransfer('paid', (sender, amount) => (sender.spent -= amount)),
  },
  {
    id: 'op11-names-somebody-else',
    story: 'OP-11 names somebody else.',
    breaks: [],
    warns: ['OP11-BENEFICIARY-NAME-AGREES'],
    twist: badResult('OP-11', 'beneficiaryName', 'Somebody Else'),
  },
  {
    id: 'an-ekyc-address-with-other-names',
    story: 'An eKYC address with other names.',
    breaks: [],
    warns: ['OP16-URL-PARAMETER-NAMES'],
    checks: ['OP-16'],
    twist: badResult('OP-16', 'url', 'https://ekyc.example/?authId=1&p=2&s=3'),
  },
  {
    id: 'op9-knows-no-query-form',
    story: 'OP-9 knows no query form.',
    breaks: [],
    warns: ['OP9-QUERY-FORM'],
    policy: { session: { queryForm: 'refused' } },
  },
];
