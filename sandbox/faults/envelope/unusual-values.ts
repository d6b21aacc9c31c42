import { API_CODES } from '../../http/codes.ts';
import { faultTable } from '../table.ts';
import { afterTransfer } from '../../twists/transfers.ts';
import { wrongResult } from '../../twists/results.ts';

/** Values beyond the examples of the document: they raise questions for the operator and break nothing. */
export const unusualValueFaults = faultTable({}, [
  {
    id: 'what-is-not-found-is-4160',
    warns: ['CODE-4040'],
    does: 'What is not found is refused with code 4160.',
    policy: { refusals: { unknownId: API_CODES.validationFailed } },
  },
  {
    id: 'status-check-type-is-refused',
    warns: ['OP10-STATUS-CHECK-TYPE'],
    does: 'OP-10 refuses a statusCheckType.',
    policy: { transfer: { statusCheckType: 'refused' } },
  },
  { warns: ['OP5-RESULT-SCHEME-VALUES'], does: 'OP-5 asks for another scheme.', twist: wrongResult('OP-5', 'scheme', 'OTP_ONLY') },
  { warns: ['OP8-RESULT-SCHEME-VALUES'], does: 'OP-8 asks for another scheme.', twist: wrongResult('OP-8', 'scheme', 'OTP_ONLY') },
  {
    warns: ['OP6-RESULT-KYC-STATUS-KYC-STATUS-VALUES'],
    does: 'A KYC is under way.',
    twist: wrongResult('OP-6', 'kycStatus.kyc_status', 'PENDING'),
  },
  {
    warns: ['OP6-RESULT-LIMIT-LEFT-KEYS'],
    does: 'A limit per week.',
    policy: { sender: { limits: {} } },
    twist: wrongResult('OP-6', 'limitLeft', { WEEKLY: 1000 }),
  },
  { warns: ['LIMIT-FALLS'], does: 'No limit falls.', twist: afterTransfer('paid', (sender, amount) => (sender.spent -= amount)) },
  {
    warns: ['OP11-BENEFICIARY-NAME-AGREES'],
    does: 'OP-11 names somebody else.',
    twist: wrongResult('OP-11', 'beneficiaryName', 'Somebody Else'),
  },
  {
    warns: ['OP16-URL-PARAMETER-NAMES'],
    does: 'An eKYC address with other names.',
    checks: ['OP-16'],
    twist: wrongResult('OP-16', 'url', 'https://ekyc.example/?authId=1&p=2&s=3'),
  },
  { warns: ['OP9-QUERY-FORM'], does: 'OP-9 knows no query form.', policy: { session: { queryForm: 'refused' } } },
]);
