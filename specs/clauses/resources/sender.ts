import type { ClauseSection } from '../../clause.ts';

export const senderResultSections = [
  {
    section: 'Sender detail (OP-6 result)',
    operation: 'OP-6',
    clauses: {
      'OP6-RESULT-SENDER-NAME': { certainty: 'stated', text: '`senderName` is text.' },
      'OP6-RESULT-KYC-STATUS': { certainty: 'stated', text: '`kycStatus` is an object.' },
      'OP6-RESULT-KYC-STATUS-KYC-STATUS': { certainty: 'stated', text: '`kycStatus.kyc_status` is text.' },
      'OP6-RESULT-KYC-STATUS-KYC-STATUS-VALUES': { certainty: 'exemplified', text: '`kycStatus.kyc_status` is `COMPLETED`.' },
      'OP6-RESULT-KYC-STATUS-KYC-EXPIRED-ON': {
        certainty: 'stated',
        text: '`kycStatus.kyc_expired_on` is a real date and time written `YYYY-MM-DD HH:mm:ss`.',
      },
      'OP6-RESULT-KYC-STATUS-KYC-REQUIRED': { certainty: 'stated', text: '`kycStatus.kyc_required` is a real boolean.' },
      'OP6-RESULT-KYC-STATUS-TAXATION-REQUIRED': { certainty: 'stated', text: '`kycStatus.taxation_required` is a real boolean.' },
      'OP6-RESULT-LIMIT-LEFT': { certainty: 'stated', text: '`limitLeft` is an object whose values are numbers.' },
      'OP6-RESULT-LIMIT-LEFT-KEYS': { certainty: 'exemplified', text: 'The only key of `limitLeft` is `MONTHLY`.' },
      'OP6-RESULT-SENDER-MOBILE': { certainty: 'stated', text: '`senderMobile` is a number.' },
      'OP6-SENDER-MOBILE-AGREES': { certainty: 'implied', text: '`senderMobile` is the mobile the sender was tagged with.' },
      'OP6-RESULT-SESSION-ID': { certainty: 'stated', text: '`sessionId` is an object.' },
      'OP6-RESULT-SESSION-ID-FUNDTRANSFER-SESSION-ID': {
        certainty: 'stated',
        text: '`sessionId.fundtransferSessionId` is text holding a UUID.',
      },
      'OP6-RESULT-SESSION-ID-GET-BALANCE-SESSION-ID': {
        certainty: 'stated',
        text: '`sessionId.getBalanceSessionId` is text holding a UUID.',
      },
      'OP6-SESSIONS-USABLE': {
        certainty: 'stated',
        text: '`fundtransferSessionId` is the session OP-9 accepts, `getBalanceSessionId` the one OP-14 accepts.',
      },
      'OP6-SESSION-REUSE': {
        certainty: 'silent',
        text: 'Whether a session serves more than one call, or outlives a newer one, is left open.',
      },
      'OP6-RESULT-BENEFICIARIES': { certainty: 'stated', text: '`beneficiaries` is an array of objects.' },
      'OP6-RESULT-BENEFICIARIES-ACCOUNT-NUMBER': { certainty: 'stated', text: '`accountNumber` of a beneficiary is text.' },
      'OP6-RESULT-BENEFICIARIES-IFSC-CODE': { certainty: 'stated', text: '`ifscCode` of a beneficiary is text.' },
      'OP6-RESULT-BENEFICIARIES-ACCOUNT-HOLDER-NAME': { certainty: 'stated', text: '`accountHolderName` of a beneficiary is text.' },
      'OP6-RESULT-BENEFICIARIES-BENEFICIARY-ID': { certainty: 'stated', text: '`beneficiaryId` of a beneficiary is text of digits.' },
      'OP6-RESULT-BENEFICIARIES-STATUS': { certainty: 'stated', text: '`status` of a beneficiary is the text `true` or `false`.' },
      'OP6-SENDER-NAME-FILLED': { certainty: 'exemplified', text: '`senderName` is not empty.' },
      'OP6-SENDER-NAME-KEPT': { certainty: 'exemplified', text: 'A sender keeps its name, unless an eKYC sets another one.' },
      'OP6-LISTED-ONCE': { certainty: 'implied', text: 'A beneficiary is listed once.' },
      'OP6-OWN-DATA': {
        certainty: 'implied',
        guards: 'leak',
        text: 'A sender sees nothing of another sender: no mobile, session or beneficiary.',
      },
      'OP6-UNTOUCHED-BY-OTHERS': {
        certainty: 'implied',
        byCampaigns: true,
        guards: 'money',
        text: 'What is asked for one sender changes neither the beneficiaries nor the balance of another.',
      },
      'OP6-KYC-STATUS-NOT-SHOWN': { certainty: 'silent', text: 'Other values of `kyc_status` than `COMPLETED` are left open.' },
      'OP6-LIMIT-LEFT-KEYS-NOT-SHOWN': { certainty: 'silent', text: 'Other keys of `limitLeft` than `MONTHLY` are left open.' },
    },
  },
  {
    section: 'Beneficiary creation (OP-7 result)',
    operation: 'OP-7',
    clauses: {
      'OP7-RESULT-BENEFICIARY-ID': { certainty: 'stated', text: '`beneficiaryId` is an integer.' },
      'OP7-LISTED-UNDER-ID': { certainty: 'implied', text: 'OP-6 lists the new beneficiary under the `beneficiaryId` that OP-7 returned.' },
    },
  },
] as const satisfies readonly ClauseSection[];
