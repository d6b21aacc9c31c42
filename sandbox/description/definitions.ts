import type { Json, JsonObject } from '../http/json.ts';

// The models as Springfox writes them: generic names in guillemets, no `required`.
export const textSchema: Json = { type: 'string' };
export const flagSchema: Json = { type: 'boolean' };
const numberSchema: Json = { type: 'number', format: 'double' };
export const longSchema: Json = { type: 'integer', format: 'int64' };
export const listSchema = (items: Json): Json => ({ type: 'array', items });
const mapSchema = (additionalProperties: Json): Json => ({ type: 'object', additionalProperties });

export const schemaRef = (name: string): Json => ({ $ref: `#/definitions/${name}` });

const model = (title: string, properties: JsonObject): [string, Json] => [title, { type: 'object', title, properties }];

const RESULT_SCHEMAS: Record<string, Json> = {
  OnboardingStatus: schemaRef('OnboardingStatus'),
  'List«string»': listSchema(textSchema),
  OtpChallenge: schemaRef('OtpChallenge'),
  Tag: schemaRef('Tag'),
  SecurityScheme: schemaRef('SecurityScheme'),
  SenderDetail: schemaRef('SenderDetail'),
  BeneficiaryId: schemaRef('BeneficiaryId'),
  FundTransferResult: schemaRef('FundTransferResult'),
  TransactionStatus: schemaRef('TransactionStatus'),
  Invoice: schemaRef('Invoice'),
  MpinResult: schemaRef('MpinResult'),
  Void: { type: 'object' },
  Balance: schemaRef('Balance'),
  'List«AgentWallet»': listSchema(schemaRef('AgentWallet')),
  EkycResult: schemaRef('EkycResult'),
};

const envelopes = Object.entries(RESULT_SCHEMAS).map(([name, result]) =>
  model(`ApiResponse«${name}»`, { status: schemaRef('Status'), result }),
);

export const operationalDefinitions: JsonObject = Object.fromEntries([
  model('Link', { href: textSchema, templated: flagSchema }),
  ['Map«string,Link»', { type: 'object', title: 'Map«string,Link»', additionalProperties: schemaRef('Link') }],
]);

export const businessDefinitions: JsonObject = Object.fromEntries([
  ...envelopes,
  model('Status', { code: { type: 'integer', format: 'int32' }, message: textSchema }),
  model('OnboardingStatus', { isOldUser: textSchema }),
  model('OtpRequest', { object: longSchema }),
  model('OtpChallenge', { state: textSchema }),
  model('Tag', { tagId: textSchema, remark: textSchema, userType: textSchema, status: flagSchema }),
  model('SecurityScheme', { scheme: textSchema }),
  model('KycStatus', { kyc_status: textSchema, kyc_expired_on: textSchema, kyc_required: flagSchema, taxation_required: flagSchema }),
  model('Sessions', { fundtransferSessionId: textSchema, getBalanceSessionId: textSchema }),
  model('Beneficiary', {
    accountNumber: textSchema,
    ifscCode: textSchema,
    accountHolderName: textSchema,
    beneficiaryId: textSchema,
    status: textSchema,
  }),
  model('SenderDetail', {
    senderName: textSchema,
    kycStatus: schemaRef('KycStatus'),
    limitLeft: mapSchema(numberSchema),
    senderMobile: longSchema,
    sessionId: schemaRef('Sessions'),
    beneficiaries: listSchema(schemaRef('Beneficiary')),
  }),
  model('BeneficiaryRequest', { accountNo: textSchema, ifscCode: textSchema, name: textSchema }),
  model('BeneficiaryId', { beneficiaryId: longSchema }),
  model('ActivationRequest', { object: flagSchema }),
  model('TransferOptions', { userAgent: textSchema, sourceAddress: textSchema, geoTag: textSchema }),
  model('FundTransferRequest', {
    amount: numberSchema,
    correlationId: textSchema,
    from: textSchema,
    to: textSchema,
    type: textSchema,
    options: schemaRef('TransferOptions'),
  }),
  model('FundTransferResult', { invoiceId: textSchema }),
  model('TransactionStatus', { invoiceId: longSchema, message: textSchema, status: textSchema }),
  model('Invoice', {
    amount: numberSchema,
    beneficiaryName: textSchema,
    transactionId: textSchema,
    status: textSchema,
    bankRRN: { type: 'object' },
    isDelayed: textSchema,
  }),
  model('MpinRequest', { mpin: textSchema, otp: textSchema, state: textSchema }),
  model('MpinResult', { mobile: longSchema }),
  model('Balance', {
    mainAccount: numberSchema,
    cashbackAccount: numberSchema,
    limits: mapSchema({ type: 'object' }),
    counters: mapSchema({ type: 'object' }),
  }),
  model('AgentWallet', { walletType: textSchema, walletBalance: numberSchema }),
  model('EkycRequest', {
    userType: textSchema,
    name: textSchema,
    mobile: longSchema,
    email: textSchema,
    fatherName: textSchema,
    gstInNumber: textSchema,
    pan: textSchema,
    subAgentTag: textSchema,
  }),
  model('EkycResult', { expire_on: textSchema, url: textSchema }),
]);
