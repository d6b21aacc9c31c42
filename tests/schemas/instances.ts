/** A changed field, by its path; `absent` removes it. */
export type Change = readonly [path: string, value: unknown, ...clauses: string[]];

export const absent = Symbol('absent');

export interface Instances {
  readonly good: unknown;
  /** Changes that the document allows. */
  readonly fine?: readonly (readonly [path: string, value: unknown])[];
  /** Changes that break exactly these clauses. */
  readonly bad: readonly Change[];
}

const uuid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const time = '2027-02-28 23:59:59';

export const whole = '';

export const instances: Readonly<Record<string, Instances>> = {
  envelope: {
    good: { status: { message: 'success', code: 2000 }, result: {} },
    fine: [
      ['status.message', null],
      ['status.extra', 1],
      ['result', null],
      ['result', []],
      ['extra', true],
    ],
    bad: [
      [whole, [], 'ENVELOPE-BODY'],
      [whole, null, 'ENVELOPE-BODY'],
      ['status', absent, 'ENVELOPE-STATUS'],
      ['status', 200, 'ENVELOPE-STATUS'],
      ['status.message', absent, 'ENVELOPE-STATUS-MESSAGE'],
      ['status.message', 7, 'ENVELOPE-STATUS-MESSAGE'],
      ['status.code', absent, 'ENVELOPE-STATUS-CODE'],
      ['status.code', '2000', 'ENVELOPE-STATUS-CODE'],
      ['status.code', null, 'ENVELOPE-STATUS-CODE'],
      ['status.code', 2000.5, 'ENVELOPE-STATUS-CODE'],
      ['status.code', 4003, 'CODE-LISTED'],
      ['result', absent, 'ENVELOPE-RESULT'],
      ['result', 'done', 'ENVELOPE-RESULT'],
    ],
  },
  'onboarding-status': {
    good: { isOldUser: 'true' },
    fine: [
      ['isOldUser', 'false'],
      ['since', 2026],
    ],
    bad: [
      [whole, [], 'OP1-RESULT'],
      [whole, null, 'OP1-RESULT'],
      ['isOldUser', absent, 'OP1-RESULT-IS-OLD-USER'],
      ['isOldUser', true, 'OP1-RESULT-IS-OLD-USER'],
      ['isOldUser', 'True', 'OP1-RESULT-IS-OLD-USER'],
      ['isOldUser', '', 'OP1-RESULT-IS-OLD-USER'],
    ],
  },
  'payment-sources': {
    good: ['bank', 'wallet'],
    fine: [[whole, ['wallet']]],
    bad: [
      [whole, {}, 'OP2-RESULT'],
      [whole, ['bank', 3], 'OP2-RESULT'],
      [whole, ['BANK'], 'OP2-RESULT-VALUES'],
      [whole, ['wallet', 'card'], 'OP2-RESULT-VALUES'],
      [whole, [], 'OP2-RESULT-VALUES'],
    ],
  },
  'otp-request': {
    good: { object: 9800000001 },
    fine: [['object', '9800000001']],
    bad: [
      ['object', true, 'OP3-PAYLOAD-OBJECT'],
      [whole, 9800000001, 'OP3-PAYLOAD-OBJECT'],
    ],
  },
  'otp-challenge': {
    good: { state: uuid },
    fine: [['state', uuid.toUpperCase()]],
    bad: [
      [whole, [], 'OP3-RESULT'],
      ['state', absent, 'OP3-RESULT-STATE'],
      ['state', 12, 'OP3-RESULT-STATE'],
      ['state', uuid.replaceAll('-', ''), 'OP3-RESULT-STATE'],
      ['state', `urn:uuid:${uuid}`, 'OP3-RESULT-STATE'],
    ],
  },
  'tag-record': {
    good: { tagId: uuid, remark: 'registered', userType: 'customer', status: true },
    fine: [
      ['userType', 'subAgent'],
      ['remark', ''],
      ['status', false],
    ],
    bad: [
      [whole, null, 'OP4-RESULT'],
      ['tagId', 'tag-1', 'OP4-RESULT-TAG-ID'],
      ['remark', null, 'OP4-RESULT-REMARK'],
      ['userType', 1, 'OP4-RESULT-USER-TYPE'],
      ['userType', absent, 'OP4-RESULT-USER-TYPE'],
      ['userType', 'CUSTOMER', 'OP4-RESULT-USER-TYPE-VALUES'],
      ['status', 'true', 'OP4-RESULT-STATUS'],
    ],
  },
  'sender-security-scheme': {
    good: { scheme: 'OTP' },
    bad: [
      [whole, 'OTP', 'OP5-RESULT'],
      ['scheme', absent, 'OP5-RESULT-SCHEME'],
      ['scheme', null, 'OP5-RESULT-SCHEME'],
      ['scheme', 'OTP_MPIN', 'OP5-RESULT-SCHEME-VALUES'],
    ],
  },
  'transfer-security-scheme': {
    good: { scheme: 'OTP' },
    bad: [
      [whole, ['OTP'], 'OP8-RESULT'],
      ['scheme', 4, 'OP8-RESULT-SCHEME'],
      ['scheme', 'NONE', 'OP8-RESULT-SCHEME-VALUES'],
    ],
  },
  'sender-detail': {
    good: {
      senderName: 'Asha Rao',
      kycStatus: { kyc_status: 'COMPLETED', kyc_expired_on: time, kyc_required: false, taxation_required: false },
      limitLeft: { MONTHLY: 24000.5 },
      senderMobile: 9800000001,
      sessionId: { fundtransferSessionId: uuid, getBalanceSessionId: uuid },
      beneficiaries: [
        { accountNumber: '001', ifscCode: 'TEST0000001', accountHolderName: 'Asha Rao', beneficiaryId: '17', status: 'false' },
      ],
    },
    fine: [
      ['limitLeft', {}],
      ['beneficiaries', []],
      ['senderMobile', 9.8e9],
    ],
    bad: [
      [whole, [], 'OP6-RESULT'],
      ['senderName', null, 'OP6-RESULT-SENDER-NAME'],
      ['kycStatus', 'COMPLETED', 'OP6-RESULT-KYC-STATUS'],
      ['kycStatus.kyc_status', false, 'OP6-RESULT-KYC-STATUS-KYC-STATUS'],
      ['kycStatus.kyc_status', 'PENDING', 'OP6-RESULT-KYC-STATUS-KYC-STATUS-VALUES'],
      ['kycStatus.kyc_expired_on', '2027-02-29 00:00:00', 'OP6-RESULT-KYC-STATUS-KYC-EXPIRED-ON'],
      ['kycStatus.kyc_expired_on', '2027-02-28T00:00:00', 'OP6-RESULT-KYC-STATUS-KYC-EXPIRED-ON'],
      ['kycStatus.kyc_required', 'false', 'OP6-RESULT-KYC-STATUS-KYC-REQUIRED'],
      ['kycStatus.taxation_required', absent, 'OP6-RESULT-KYC-STATUS-TAXATION-REQUIRED'],
      ['limitLeft', [], 'OP6-RESULT-LIMIT-LEFT'],
      ['limitLeft.MONTHLY', '24000', 'OP6-RESULT-LIMIT-LEFT'],
      ['limitLeft.DAILY', 500, 'OP6-RESULT-LIMIT-LEFT-KEYS'],
      ['limitLeft.DAILY', null, 'OP6-RESULT-LIMIT-LEFT', 'OP6-RESULT-LIMIT-LEFT-KEYS'],
      ['senderMobile', '9800000001', 'OP6-RESULT-SENDER-MOBILE'],
      ['sessionId', uuid, 'OP6-RESULT-SESSION-ID'],
      ['sessionId.fundtransferSessionId', absent, 'OP6-RESULT-SESSION-ID-FUNDTRANSFER-SESSION-ID'],
      ['sessionId.getBalanceSessionId', '', 'OP6-RESULT-SESSION-ID-GET-BALANCE-SESSION-ID'],
      ['beneficiaries', null, 'OP6-RESULT-BENEFICIARIES'],
      ['beneficiaries.0', '17', 'OP6-RESULT-BENEFICIARIES'],
      ['beneficiaries.0.accountNumber', 1, 'OP6-RESULT-BENEFICIARIES-ACCOUNT-NUMBER'],
      ['beneficiaries.0.ifscCode', null, 'OP6-RESULT-BENEFICIARIES-IFSC-CODE'],
      ['beneficiaries.0.accountHolderName', absent, 'OP6-RESULT-BENEFICIARIES-ACCOUNT-HOLDER-NAME'],
      ['beneficiaries.0.beneficiaryId', 17, 'OP6-RESULT-BENEFICIARIES-BENEFICIARY-ID'],
      ['beneficiaries.0.beneficiaryId', 'b17', 'OP6-RESULT-BENEFICIARIES-BENEFICIARY-ID'],
      ['beneficiaries.0.status', true, 'OP6-RESULT-BENEFICIARIES-STATUS'],
    ],
  },
  'beneficiary-request': {
    good: { accountNo: '001', ifscCode: 'TEST0000001', name: 'Asha Rao' },
    fine: [['name', absent]],
    bad: [
      [whole, [], 'OP7-PAYLOAD'],
      ['accountNo', 1, 'OP7-PAYLOAD-ACCOUNT-NO'],
      ['ifscCode', null, 'OP7-PAYLOAD-IFSC-CODE'],
      ['name', {}, 'OP7-PAYLOAD-NAME'],
    ],
  },
  'beneficiary-creation': {
    good: { beneficiaryId: 17 },
    bad: [
      [whole, 17, 'OP7-RESULT'],
      ['beneficiaryId', '17', 'OP7-RESULT-BENEFICIARY-ID'],
      ['beneficiaryId', 1.5, 'OP7-RESULT-BENEFICIARY-ID'],
      ['beneficiaryId', absent, 'OP7-RESULT-BENEFICIARY-ID'],
    ],
  },
  'transfer-request': {
    good: {
      amount: 100.37,
      correlationId: 'c-1',
      from: uuid,
      to: '17',
      type: 'imps',
      options: { userAgent: 'agent', sourceAddress: '192.0.2.1', geoTag: '28.61,-77.2' },
    },
    fine: [['options.geoTag', '28,77']],
    bad: [
      [whole, null, 'OP9-PAYLOAD'],
      ['amount', '100.37', 'OP9-PAYLOAD-AMOUNT'],
      ['correlationId', 1, 'OP9-PAYLOAD-CORRELATION-ID'],
      ['from', null, 'OP9-PAYLOAD-FROM'],
      ['to', 17, 'OP9-PAYLOAD-TO'],
      ['type', 1, 'OP9-PAYLOAD-TYPE'],
      ['type', 'neft', 'OP9-TYPE-VALUES'],
      ['options', [], 'OP9-PAYLOAD-OPTIONS'],
      ['options.userAgent', 1, 'OP9-PAYLOAD-OPTIONS-USER-AGENT'],
      ['options.sourceAddress', null, 'OP9-PAYLOAD-OPTIONS-SOURCE-ADDRESS'],
      ['options.geoTag', 'Delhi', 'OP9-PAYLOAD-OPTIONS-GEO-TAG'],
    ],
  },
  'transfer-result': {
    good: { invoiceId: '50123' },
    bad: [
      [whole, [], 'OP9-RESULT'],
      ['invoiceId', 50123, 'OP9-RESULT-INVOICE-ID'],
      ['invoiceId', 'INV-1', 'OP9-RESULT-INVOICE-ID'],
      ['invoiceId', '', 'OP9-RESULT-INVOICE-ID'],
      ['invoiceId', absent, 'OP9-RESULT-INVOICE-ID'],
    ],
  },
  'transaction-status': {
    good: { invoiceId: 50123, message: 'accepted', status: 'COMPLETED' },
    fine: [
      ['status', 'FAILED'],
      ['status', 'PENDING'],
    ],
    bad: [
      [whole, null, 'OP10-RESULT'],
      ['invoiceId', '50123', 'OP10-RESULT-INVOICE-ID'],
      ['message', null, 'OP10-RESULT-MESSAGE'],
      ['status', absent, 'OP10-RESULT-STATUS'],
      ['status', true, 'OP10-RESULT-STATUS'],
      ['status', 'SUCCESS', 'OP10-RESULT-STATUS-VALUES'],
    ],
  },
  invoice: {
    good: { amount: 100.37, beneficiaryName: 'Asha Rao', transactionId: 'T1', status: 'PENDING', bankRRN: 123, isDelayed: 'false' },
    fine: [
      ['bankRRN', '123'],
      ['bankRRN', null],
      ['isDelayed', 'true'],
    ],
    bad: [
      [whole, [], 'OP11-RESULT'],
      ['amount', '100.37', 'OP11-RESULT-AMOUNT'],
      ['beneficiaryName', absent, 'OP11-RESULT-BENEFICIARY-NAME'],
      ['transactionId', 1, 'OP11-RESULT-TRANSACTION-ID'],
      ['status', 1, 'OP11-RESULT-STATUS'],
      ['status', 'completed', 'OP11-RESULT-STATUS-VALUES'],
      ['bankRRN', absent, 'OP11-RESULT-BANK-RRN'],
      ['isDelayed', false, 'OP11-RESULT-IS-DELAYED'],
    ],
  },
  'mpin-request': {
    good: { mpin: '4821', otp: '123456', state: uuid },
    bad: [
      [whole, [], 'OP12-PAYLOAD'],
      ['mpin', 4821, 'OP12-PAYLOAD-MPIN'],
      ['otp', 123456, 'OP12-PAYLOAD-OTP'],
      ['state', null, 'OP12-PAYLOAD-STATE'],
    ],
  },
  'mpin-change': {
    good: { mobile: 9800000001 },
    bad: [
      [whole, null, 'OP12-RESULT'],
      ['mobile', '9800000001', 'OP12-RESULT-MOBILE'],
      ['mobile', absent, 'OP12-RESULT-MOBILE'],
    ],
  },
  'activation-request': { good: { object: true }, fine: [['object', false]], bad: [['object', 'true', 'OP13-PAYLOAD-OBJECT']] },
  activation: {
    good: null,
    bad: [
      [whole, {}, 'OP13-RESULT'],
      [whole, 'null', 'OP13-RESULT'],
    ],
  },
  'sender-balance': {
    good: { mainAccount: 1000.5, cashbackAccount: 0, limits: {}, counters: { used: 1 } },
    bad: [
      [whole, [], 'OP14-RESULT'],
      ['mainAccount', '1000.5', 'OP14-RESULT-MAIN-ACCOUNT'],
      ['cashbackAccount', null, 'OP14-RESULT-CASHBACK-ACCOUNT'],
      ['limits', [], 'OP14-RESULT-LIMITS'],
      ['counters', absent, 'OP14-RESULT-COUNTERS'],
    ],
  },
  'agent-balance': {
    good: [{ walletType: 'MAIN_WALLET', walletBalance: 5 }],
    fine: [[whole, []]],
    bad: [
      [whole, {}, 'OP15-RESULT'],
      ['0', 5, 'OP15-RESULT'],
      ['0.walletType', null, 'OP15-RESULT-WALLET-TYPE'],
      ['0.walletType', 'MAIN', 'OP15-RESULT-WALLET-TYPE-VALUES'],
      ['0.walletBalance', '5', 'OP15-RESULT-WALLET-BALANCE'],
    ],
  },
  'ekyc-request': {
    good: {
      userType: 'customer',
      name: 'Asha Rao',
      mobile: 9800000001,
      email: 'a@b.example',
      fatherName: '',
      gstInNumber: '',
      pan: '',
      subAgentTag: uuid,
    },
    fine: [
      [
        whole,
        {
          userType: 'subAgent',
          name: 'Ravi',
          mobile: 9800000002,
          email: 'r@b.example',
          fatherName: 'Om',
          gstInNumber: 'G1',
          pan: 'P1',
          subAgentTag: '',
        },
      ],
    ],
    bad: [
      [whole, [], 'OP16-PAYLOAD'],
      ['userType', 7, 'OP16-PAYLOAD-USER-TYPE'],
      ['userType', 'agent', 'OP16-PAYLOAD-USER-TYPE-VALUES'],
      ['name', null, 'OP16-PAYLOAD-NAME'],
      ['mobile', '9800000001', 'OP16-PAYLOAD-MOBILE'],
      ['email', 1, 'OP16-PAYLOAD-EMAIL'],
      ['fatherName', 'Om', 'OP16-PAYLOAD-FATHER-NAME'],
      ['gstInNumber', 'G1', 'OP16-PAYLOAD-GST-IN-NUMBER'],
      ['pan', null, 'OP16-PAYLOAD-PAN'],
      ['subAgentTag', '', 'OP16-PAYLOAD-SUB-AGENT-TAG'],
      ['userType', 'subAgent', 'OP16-PAYLOAD-FATHER-NAME', 'OP16-PAYLOAD-GST-IN-NUMBER', 'OP16-PAYLOAD-PAN', 'OP16-PAYLOAD-SUB-AGENT-TAG'],
    ],
  },
  'ekyc-result': {
    good: { expire_on: time, url: 'https://ekyc.example/start?payload=p&session=s&authId=a' },
    bad: [
      [whole, null, 'OP16-RESULT'],
      ['expire_on', 1_800_000_000, 'OP16-RESULT-EXPIRE-ON'],
      ['expire_on', '2027-13-01 00:00:00', 'OP16-RESULT-EXPIRE-ON'],
      ['url', '/start?authId=a', 'OP16-RESULT-URL'],
      ['url', absent, 'OP16-RESULT-URL'],
    ],
  },
  'token-request': {
    good: { username: 'agent', password: 'secret', grant_type: 'password' },
    bad: [
      ['username', absent, 'TOKEN-REQUEST-FORM'],
      ['grant_type', 'client_credentials', 'TOKEN-REQUEST-FORM'],
    ],
  },
  'token-answer': {
    good: { access_token: 'abc.def' },
    fine: [['expires_in', 60]],
    bad: [
      [whole, 'abc.def', 'TOKEN-ACCESS-TOKEN'],
      ['access_token', absent, 'TOKEN-ACCESS-TOKEN'],
      ['access_token', '', 'TOKEN-ACCESS-TOKEN'],
      ['access_token', 'abc\ndef', 'TOKEN-ACCESS-TOKEN'],
    ],
  },
  'callback-envelope': {
    good: { status: { message: null, code: 2000 }, result: {} },
    bad: [
      ['status.code', '2000', 'CALLBACK-ENVELOPE'],
      ['result', absent, 'CALLBACK-ENVELOPE'],
    ],
  },
  'callback-customer': {
    good: {
      onboardingStatus: 'COMPLETED',
      onboardingRemark: '',
      senderId: uuid,
      mobile: 9800000001,
      action: 'ONBOARDED',
      agentName: 'Agent',
      userType: 'customer',
      userName: 'Asha Rao',
      userOnboardingStatus: 'COMPLETED',
      onboardingDate: time,
      subAgentTag: uuid,
    },
    bad: [
      [whole, null, 'CALLBACK-FIELDS-OF-USER-TYPE'],
      ['onboardingStatus', null, 'CALLBACK-CUSTOMER-ONBOARDING-STATUS'],
      ['onboardingStatus', 'FAILED', 'CALLBACK-ONBOARDING-STATUS-VALUES'],
      ['onboardingRemark', absent, 'CALLBACK-CUSTOMER-ONBOARDING-REMARK'],
      ['senderId', '1', 'CALLBACK-CUSTOMER-SENDER-ID'],
      ['mobile', '9800000001', 'CALLBACK-CUSTOMER-MOBILE'],
      ['action', 1, 'CALLBACK-CUSTOMER-ACTION'],
      ['action', 'REJECTED', 'CALLBACK-ACTION-VALUES'],
      ['agentName', null, 'CALLBACK-CUSTOMER-AGENT-NAME'],
      ['userType', 'subAgent', 'CALLBACK-CUSTOMER-USER-TYPE'],
      ['userName', 1, 'CALLBACK-CUSTOMER-USER-NAME'],
      ['userOnboardingStatus', 1, 'CALLBACK-CUSTOMER-USER-ONBOARDING-STATUS'],
      ['userOnboardingStatus', 'FAILED', 'CALLBACK-USER-ONBOARDING-STATUS-VALUES'],
      ['onboardingDate', '28-02-2027', 'CALLBACK-CUSTOMER-ONBOARDING-DATE'],
      ['subAgentTag', absent, 'CALLBACK-CUSTOMER-SUB-AGENT-TAG'],
    ],
  },
  'callback-sub-agent': {
    good: {
      onboardingStatus: 'COMPLETED',
      onboardingRemark: '',
      subAgentId: uuid,
      partnerName: 'Partner',
      mobile: 9800000002,
      action: 'ONBOARDED',
      userType: 'subAgent',
      userName: 'Ravi',
      userOnboardingStatus: 'COMPLETED',
      onboardingDate: time,
    },
    bad: [
      [whole, [], 'CALLBACK-FIELDS-OF-USER-TYPE'],
      ['onboardingStatus', absent, 'CALLBACK-SUB-AGENT-ONBOARDING-STATUS'],
      ['onboardingRemark', 1, 'CALLBACK-SUB-AGENT-ONBOARDING-REMARK'],
      ['subAgentId', absent, 'CALLBACK-SUB-AGENT-SUB-AGENT-ID'],
      ['partnerName', null, 'CALLBACK-SUB-AGENT-PARTNER-NAME'],
      ['mobile', '1', 'CALLBACK-SUB-AGENT-MOBILE'],
      ['action', absent, 'CALLBACK-SUB-AGENT-ACTION'],
      ['userType', 'customer', 'CALLBACK-SUB-AGENT-USER-TYPE'],
      ['userName', absent, 'CALLBACK-SUB-AGENT-USER-NAME'],
      ['userOnboardingStatus', absent, 'CALLBACK-SUB-AGENT-USER-ONBOARDING-STATUS'],
      ['onboardingDate', null, 'CALLBACK-SUB-AGENT-ONBOARDING-DATE'],
    ],
  },
  'actuator-object': { good: { status: 'UP' }, bad: [[whole, [], 'ACTUATOR-OBJECT']] },
  'actuator-request': { good: { key: 'value' }, fine: [[whole, {}]], bad: [['key', 1, 'ACTUATOR-BODY-ACCEPTED']] },
  'actuator-links': {
    good: { _links: { self: { href: 'http://host/actuator', templated: false } } },
    fine: [[whole, {}]],
    bad: [
      [whole, [], 'ACTUATOR-LINKS'],
      ['_links', 'none', 'ACTUATOR-LINKS'],
      ['_links.self', null, 'ACTUATOR-LINKS'],
      ['_links.self.href', absent, 'ACTUATOR-LINK-HREF'],
      ['_links.self.templated', 'false', 'ACTUATOR-LINK-TEMPLATED'],
    ],
  },
  'error-answer': { good: { status: 999 }, bad: [[whole, 'error', 'ERROR-OBJECT']] },
  'service-definition': { good: 'definition', bad: [[whole, {}, 'SERVICE-STRING']] },
};
