import type { Json, JsonObject } from '../http/json.ts';

// The models as Springfox would name and write them: generic names in guillemets, no `required`.
const text: Json = { type: 'string' };
const flag: Json = { type: 'boolean' };
const number: Json = { type: 'number', format: 'double' };
const long: Json = { type: 'integer', format: 'int64' };
const list = (items: Json): Json => ({ type: 'array', items });
const mapOf = (additionalProperties: Json): Json => ({ type: 'object', additionalProperties });

export const ref = (name: string): Json => ({ $ref: `#/definitions/${name}` });

const model = (title: string, properties: JsonObject): [string, Json] => [title, { type: 'object', title, properties }];

const RESULTS: Record<string, Json> = {
  OnboardingStatus: ref('OnboardingStatus'),
  'List«string»': list(text),
  OtpChallenge: ref('OtpChallenge'),
  Tag: ref('Tag'),
  SecurityScheme: ref('SecurityScheme'),
  SenderDetail: ref('SenderDetail'),
  BeneficiaryId: ref('BeneficiaryId'),
  FundTransferResult: ref('FundTransferResult'),
  TransactionStatus: ref('TransactionStatus'),
  Invoice: ref('Invoice'),
  MpinResult: ref('MpinResult'),
  Void: { type: 'object' },
  Balance: ref('Balance'),
  'List«AgentWallet»': list(ref('AgentWallet')),
  EkycResult: ref('EkycResult'),
};

const envelopes = Object.entries(RESULTS).map(([name, result]) => model(`ApiResponse«${name}»`, { status: ref('Status'), result }));

export const operationalDefinitions: JsonObject = Object.fromEntries([
  model('Link', { href: text, templated: flag }),
  ['Map«string,Link»', { type: 'object', title: 'Map«string,Link»', additionalProperties: ref('Link') }],
]);

export const businessDefinitions: JsonObject = Object.fromEntries([
  ...envelopes,
  model('Status', { code: { type: 'integer', format: 'int32' }, message: text }),
  model('OnboardingStatus', { isOldUser: text }),
  model('OtpRequest', { object: long }),
  model('OtpChallenge', { state: text }),
  model('Tag', { tagId: text, remark: text, userType: text, status: flag }),
  model('SecurityScheme', { scheme: text }),
  model('KycStatus', { kyc_status: text, kyc_expired_on: text, kyc_required: flag, taxation_required: flag }),
  model('Sessions', { fundtransferSessionId: text, getBalanceSessionId: text }),
  model('Beneficiary', { accountNumber: text, ifscCode: text, accountHolderName: text, beneficiaryId: text, status: text }),
  model('SenderDetail', {
    senderName: text,
    kycStatus: ref('KycStatus'),
    limitLeft: mapOf(number),
    senderMobile: long,
    sessionId: ref('Sessions'),
    beneficiaries: list(ref('Beneficiary')),
  }),
  model('BeneficiaryRequest', { accountNo: text, ifscCode: text, name: text }),
  model('BeneficiaryId', { beneficiaryId: long }),
  model('ActivationRequest', { object: flag }),
  model('TransferOptions', { userAgent: text, sourceAddress: text, geoTag: text }),
  model('FundTransferRequest', { amount: number, correlationId: text, from: text, to: text, type: text, options: ref('TransferOptions') }),
  model('FundTransferResult', { invoiceId: text }),
  model('TransactionStatus', { invoiceId: long, message: text, status: text }),
  model('Invoice', {
    amount: number,
    beneficiaryName: text,
    transactionId: text,
    status: text,
    bankRRN: { type: 'object' },
    isDelayed: text,
  }),
  model('MpinRequest', { mpin: text, otp: text, state: text }),
  model('MpinResult', { mobile: long }),
  model('Balance', {
    mainAccount: number,
    cashbackAccount: number,
    limits: mapOf({ type: 'object' }),
    counters: mapOf({ type: 'object' }),
  }),
  model('AgentWallet', { walletType: text, walletBalance: number }),
  model('EkycRequest', {
    userType: text,
    name: text,
    mobile: long,
    email: text,
    fatherName: text,
    gstInNumber: text,
    pan: text,
    subAgentTag: text,
  }),
  model('EkycResult', { expire_on: text, url: text }),
]);
