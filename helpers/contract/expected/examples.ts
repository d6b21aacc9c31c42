const uuid = (digit: string): string => `00000000-0000-4000-8000-00000000000${digit}`;

export const examples: Readonly<Record<string, unknown>> = {
  'onboarding-status': { isOldUser: 'false' },
  'payment-sources': ['bank', 'wallet'],
  'otp-request': { object: 9990000001 },
  'otp-challenge': { state: uuid('1') },
  'tag-record': { tagId: uuid('2'), remark: 'testcase registered', userType: 'customer', status: true },
  'sender-security-scheme': { scheme: 'OTP' },
  'sender-detail': {
    senderName: 'Testcase Sender',
    kycStatus: { kyc_status: 'COMPLETED', kyc_expired_on: '2030-01-31 23:59:59', kyc_required: false, taxation_required: false },
    limitLeft: { MONTHLY: 25000 },
    senderMobile: 9990000001,
    sessionId: { fundtransferSessionId: uuid('3'), getBalanceSessionId: uuid('4') },
    beneficiaries: [
      {
        accountNumber: '000000000011',
        ifscCode: 'TEST0000001',
        accountHolderName: 'Testcase Beneficiary',
        beneficiaryId: '1001',
        status: 'true',
      },
    ],
  },
  'beneficiary-request': { accountNo: '000000000011', ifscCode: 'TEST0000001', name: 'Testcase Beneficiary' },
  'beneficiary-creation': { beneficiaryId: 1001 },
  'transfer-security-scheme': { scheme: 'OTP' },
  'transfer-request': {
    amount: 100.37,
    correlationId: 'testcase-1',
    from: uuid('2'),
    to: '1001',
    type: 'imps',
    options: { userAgent: 'testcase', sourceAddress: '192.0.2.1', geoTag: '0.0000,0.0000' },
  },
  'transfer-result': { invoiceId: '5001' },
  'transaction-status': { invoiceId: 5001, message: 'testcase accepted', status: 'COMPLETED' },
  invoice: {
    amount: 100.37,
    beneficiaryName: 'Testcase Beneficiary',
    transactionId: 'testcase-bank-1',
    status: 'COMPLETED',
    bankRRN: '000000000001',
    isDelayed: 'false',
  },
  'mpin-request': { mpin: '0000', otp: '000000', state: uuid('1') },
  'mpin-change': { mobile: 9990000001 },
  'activation-request': { object: true },
  activation: null,
  'sender-balance': { mainAccount: 1000.5, cashbackAccount: 0, limits: {}, counters: {} },
  'agent-balance': [{ walletType: 'MAIN_WALLET', walletBalance: 100000 }],
  'ekyc-request': {
    userType: 'customer',
    name: 'Testcase Customer',
    mobile: 9990000001,
    email: 'testcase@example.test',
    fatherName: '',
    gstInNumber: '',
    pan: '',
    subAgentTag: uuid('5'),
  },
  'ekyc-result': {
    expire_on: '2030-01-31 23:59:59',
    url: 'https://ekyc.example.test/start?payload=testcase&session=testcase&authId=testcase',
  },
  'actuator-request': { name: 'testcase' },
  'actuator-links': { _links: { self: { href: 'https://service.example.test/actuator', templated: false } } },
  'actuator-object': {},
  'error-answer': { status: 999, error: 'None' },
  'service-definition': 'testcase definition',
};

/** The success message of an operation, where the document names one. */
export const successMessages: Readonly<Record<string, string>> = {
  'OP-3': 'otp.sent.successfully',
  'OP-13': 'activate.beneficiary.success',
};
