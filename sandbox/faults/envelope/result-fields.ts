import { faultTable } from '../table.ts';
import { wrongResult, missingField, Retyped, type WrongValue } from '../../twists/results.ts';

const uuid = '5f0c7a52-1111-4abc-8def-0123456789ab';

const asText = (example: string): Retyped => new Retyped(example, String);
const asNumber = (example: number): Retyped => new Retyped(example, Number);

/** A field of a result, its clause, and values that break the clause. */
type WrongFieldRow = readonly [operation: string, place: string, clause: string, ...bad: WrongValue[]];

const wrongFieldRows: readonly WrongFieldRow[] = [
  ['OP-1', '', 'OP1-RESULT', ['true']],
  ['OP-1', 'isOldUser', 'OP1-RESULT-IS-OLD-USER', true, 'yes', missingField],
  ['OP-2', '', 'OP2-RESULT', { sources: ['bank'] }, [1]],
  ['OP-2', '', 'OP2-RESULT-VALUES', ['BANK', 'wallet'], []],
  ['OP-3', '', 'OP3-RESULT', null],
  ['OP-3', 'state', 'OP3-RESULT-STATE', 17, missingField],
  ['OP-4', '', 'OP4-RESULT', null],
  ['OP-4', 'tagId', 'OP4-RESULT-TAG-ID', 17, missingField],
  ['OP-4', 'remark', 'OP4-RESULT-REMARK', null, missingField],
  ['OP-4', 'userType', 'OP4-RESULT-USER-TYPE', 1, missingField],
  ['OP-4', 'userType', 'OP4-RESULT-USER-TYPE-VALUES', 'merchant'],
  ['OP-4', 'status', 'OP4-RESULT-STATUS', 'true', missingField],
  ['OP-5', '', 'OP5-RESULT', []],
  ['OP-5', 'scheme', 'OP5-RESULT-SCHEME', 1, missingField],
  ['OP-6', '', 'OP6-RESULT', null],
  ['OP-6', 'senderName', 'OP6-RESULT-SENDER-NAME', 17, missingField],
  ['OP-6', 'kycStatus', 'OP6-RESULT-KYC-STATUS', 'COMPLETED', missingField],
  ['OP-6', 'kycStatus.kyc_status', 'OP6-RESULT-KYC-STATUS-KYC-STATUS', 1, missingField],
  [
    'OP-6',
    'kycStatus.kyc_expired_on',
    'OP6-RESULT-KYC-STATUS-KYC-EXPIRED-ON',
    '2026-02-30 00:00:00',
    '2030-01-31T00:00:00Z',
    1893456000,
    missingField,
  ],
  ['OP-6', 'kycStatus.kyc_required', 'OP6-RESULT-KYC-STATUS-KYC-REQUIRED', 'false', missingField],
  ['OP-6', 'kycStatus.taxation_required', 'OP6-RESULT-KYC-STATUS-TAXATION-REQUIRED', 'false', missingField],
  ['OP-6', 'limitLeft', 'OP6-RESULT-LIMIT-LEFT', missingField, 1000, { MONTHLY: '1000' }],
  ['OP-6', 'senderMobile', 'OP6-RESULT-SENDER-MOBILE', asText('9990000002'), missingField],
  ['OP-6', 'sessionId', 'OP6-RESULT-SESSION-ID', uuid, missingField],
  ['OP-6', 'sessionId.fundtransferSessionId', 'OP6-RESULT-SESSION-ID-FUNDTRANSFER-SESSION-ID', 17, missingField],
  ['OP-6', 'sessionId.getBalanceSessionId', 'OP6-RESULT-SESSION-ID-GET-BALANCE-SESSION-ID', 'none', missingField],
  ['OP-6', 'beneficiaries', 'OP6-RESULT-BENEFICIARIES', {}, [null], missingField],
  ['OP-6', 'beneficiaries[].accountNumber', 'OP6-RESULT-BENEFICIARIES-ACCOUNT-NUMBER', 111000110, missingField],
  ['OP-6', 'beneficiaries[].ifscCode', 'OP6-RESULT-BENEFICIARIES-IFSC-CODE', 1, missingField],
  ['OP-6', 'beneficiaries[].accountHolderName', 'OP6-RESULT-BENEFICIARIES-ACCOUNT-HOLDER-NAME', null, missingField],
  ['OP-6', 'beneficiaries[].beneficiaryId', 'OP6-RESULT-BENEFICIARIES-BENEFICIARY-ID', asNumber(1017), 'B-17', missingField],
  ['OP-6', 'beneficiaries[].status', 'OP6-RESULT-BENEFICIARIES-STATUS', true, 'ACTIVE', missingField],
  ['OP-7', '', 'OP7-RESULT', []],
  ['OP-7', 'beneficiaryId', 'OP7-RESULT-BENEFICIARY-ID', asText('17'), missingField],
  ['OP-8', '', 'OP8-RESULT', []],
  ['OP-8', 'scheme', 'OP8-RESULT-SCHEME', null, missingField],
  ['OP-9', '', 'OP9-RESULT', null],
  ['OP-9', 'invoiceId', 'OP9-RESULT-INVOICE-ID', asNumber(50123), 'INV-1', missingField],
  ['OP-10', '', 'OP10-RESULT', []],
  ['OP-10', 'invoiceId', 'OP10-RESULT-INVOICE-ID', asText('50123'), 50123.5, missingField],
  ['OP-10', 'message', 'OP10-RESULT-MESSAGE', null, missingField],
  ['OP-10', 'status', 'OP10-RESULT-STATUS', 1, missingField],
  ['OP-10', 'status', 'OP10-RESULT-STATUS-VALUES', 'completed'],
  ['OP-11', '', 'OP11-RESULT', []],
  ['OP-11', 'amount', 'OP11-RESULT-AMOUNT', asText('100'), missingField],
  ['OP-11', 'beneficiaryName', 'OP11-RESULT-BENEFICIARY-NAME', 17, missingField],
  ['OP-11', 'transactionId', 'OP11-RESULT-TRANSACTION-ID', 17, missingField],
  ['OP-11', 'status', 'OP11-RESULT-STATUS', null, missingField],
  ['OP-11', 'status', 'OP11-RESULT-STATUS-VALUES', 'SUCCESS'],
  ['OP-11', 'bankRRN', 'OP11-RESULT-BANK-RRN', missingField],
  ['OP-11', 'isDelayed', 'OP11-RESULT-IS-DELAYED', false, 'no', missingField],
  ['OP-12', '', 'OP12-RESULT', []],
  ['OP-12', 'mobile', 'OP12-RESULT-MOBILE', asText('9990000102'), missingField],
  ['OP-13', '', 'OP13-RESULT', {}],
  ['OP-14', '', 'OP14-RESULT', []],
  ['OP-14', 'mainAccount', 'OP14-RESULT-MAIN-ACCOUNT', asText('250000.00'), missingField],
  ['OP-14', 'cashbackAccount', 'OP14-RESULT-CASHBACK-ACCOUNT', asText('0'), missingField],
  ['OP-14', 'limits', 'OP14-RESULT-LIMITS', [], missingField],
  ['OP-14', 'counters', 'OP14-RESULT-COUNTERS', 0, missingField],
  ['OP-15', '', 'OP15-RESULT', [1]],
  ['OP-15', '[].walletType', 'OP15-RESULT-WALLET-TYPE', 1, missingField],
  ['OP-15', '[].walletType', 'OP15-RESULT-WALLET-TYPE-VALUES', 'main_wallet'],
  ['OP-15', '[].walletBalance', 'OP15-RESULT-WALLET-BALANCE', '1000000', missingField],
  ['OP-16', '', 'OP16-RESULT', []],
  ['OP-16', 'expire_on', 'OP16-RESULT-EXPIRE-ON', '2030-13-01 00:00:00', 1893456000, missingField],
  ['OP-16', 'url', 'OP16-RESULT-URL', '/ekyc?authId=1&session=2&payload=3', missingField],
];

function describeWrongValue(bad: WrongValue): string {
  if (bad === missingField) return 'is missing';
  const written = JSON.stringify(bad instanceof Retyped ? bad.example : bad);
  return `is ${{ '[]': 'an empty array', '{}': 'an empty object' }[written] ?? written}`;
}

/** The received value in the accusation; empty where only a part or the type of the value is wrong. */
const describeShown = (bad: WrongValue): string => (bad === missingField ? 'nothing' : typeof bad === 'object' ? '' : JSON.stringify(bad));

export const resultFieldFaults = faultTable(
  {},
  wrongFieldRows.flatMap(([operation, place, clause, ...values]) =>
    values.map((bad) => ({
      breaks: [clause],
      does: `${operation} ${['result', place].filter((part) => part !== '').join('.')} ${describeWrongValue(bad)}.`,
      shows: describeShown(bad),
      twist: wrongResult(operation, place, bad),
    })),
  ),
);
