import type { Operation, OperationId } from './operation.ts';

const objects = '/uiObjects/endpoint/v3';
const wallet = '/wallet/endpoint/v3';

/** For an operation that the document shows in one way only. */
const onlyForm = { only: {} } as const;
const byUserType = { customer: { values: { userType: 'customer' } }, subAgent: { values: { userType: 'subAgent' } } } as const;

export const onboardingStatus = {
  id: 'OP-1',
  title: 'Onboarding status',
  method: 'GET',
  path: `${objects}/onboarding/status/{userType}/{mobile}`,
  query: [],
  consent: 'none',
  effect: 'none',
  payload: null,
  fields: [],
  result: 'onboarding-status',
  forms: byUserType,
} as const satisfies Operation;

export const paymentSources = {
  id: 'OP-2',
  title: 'Payment sources',
  method: 'GET',
  path: `${objects}/paymentSource`,
  query: [],
  consent: 'none',
  effect: 'none',
  payload: null,
  fields: [],
  result: 'payment-sources',
  forms: onlyForm,
} as const satisfies Operation;

export const sendOtp = {
  id: 'OP-3',
  title: 'Send OTP',
  method: 'POST',
  path: `${objects}/security/otp`,
  query: [],
  consent: 'none',
  effect: 'sends-otp',
  payload: 'otp-request',
  fields: ['object'],
  result: 'otp-challenge',
  successMessage: 'otp.sent.successfully',
  forms: onlyForm,
} as const satisfies Operation;

export const tagUser = {
  id: 'OP-4',
  title: 'Tag a user',
  method: 'POST',
  path: `${objects}/user/tag/{userType}/{mobile}`,
  query: [],
  consent: 'required',
  effect: 'leaves-record',
  payload: null,
  fields: [],
  result: 'tag-record',
  forms: byUserType,
} as const satisfies Operation;

export const senderSecurityScheme = {
  id: 'OP-5',
  title: 'Security scheme for a sender',
  method: 'GET',
  path: `${objects}/sender/securityScheme/{senderId}`,
  query: ['subAgentTagId'],
  consent: 'none',
  effect: 'none',
  payload: null,
  fields: [],
  result: 'sender-security-scheme',
  forms: onlyForm,
} as const satisfies Operation;

export const senderDetail = {
  id: 'OP-6',
  title: 'Sender detail',
  method: 'GET',
  path: `${objects}/sender/{senderId}`,
  query: ['subAgentTagId'],
  consent: 'required',
  effect: 'none',
  payload: null,
  fields: [],
  result: 'sender-detail',
  forms: onlyForm,
} as const satisfies Operation;

export const addBeneficiary = {
  id: 'OP-7',
  title: 'Add beneficiary',
  method: 'POST',
  path: `${objects}/sender/beneficiary/{senderId}`,
  query: ['subAgentTagId'],
  consent: 'required',
  effect: 'leaves-record',
  payload: 'beneficiary-request',
  fields: ['accountNo', 'ifscCode', 'name'],
  result: 'beneficiary-creation',
  forms: onlyForm,
} as const satisfies Operation;

export const transferSecurityScheme = {
  id: 'OP-8',
  title: 'Security scheme for a fund transfer',
  method: 'POST',
  path: `${wallet}/fundTransfer/securityScheme/{senderId}`,
  query: ['subAgentTagId', 'paymentSource'],
  consent: 'none',
  effect: 'none',
  payload: null,
  fields: [],
  result: 'transfer-security-scheme',
  forms: { wallet: { values: { paymentSource: 'wallet' } }, bank: { values: { paymentSource: 'bank' } } },
} as const satisfies Operation;

export const requestTransfer = {
  id: 'OP-9',
  title: 'Request a fund transfer',
  method: 'POST',
  path: `${wallet}/fundTransfer/request/{sessionId}`,
  query: ['subAgentTagId'],
  consent: 'required',
  effect: 'moves-money',
  payload: 'transfer-request',
  fields: ['amount', 'correlationId', 'from', 'to', 'type', 'options'],
  result: 'transfer-result',
  forms: {
    path: {},
    query: { path: `${wallet}/fundTransfer/request`, query: ['subAgentTagId', 'sessionId'], certainty: 'ambiguous' },
  },
} as const satisfies Operation;

export const transactionStatus = {
  id: 'OP-10',
  title: 'Transaction status by correlation id',
  method: 'GET',
  path: `${wallet}/status/{correlationId}`,
  query: ['subAgentTagId'],
  consent: 'none',
  effect: 'none',
  payload: null,
  fields: [],
  result: 'transaction-status',
  forms: onlyForm,
} as const satisfies Operation;

export const invoice = {
  id: 'OP-11',
  title: 'Invoice',
  method: 'GET',
  path: `${wallet}/invoice/{invoiceId}`,
  query: ['subAgentTagId'],
  consent: 'none',
  effect: 'none',
  payload: null,
  fields: [],
  result: 'invoice',
  forms: onlyForm,
} as const satisfies Operation;

export const setMpin = {
  id: 'OP-12',
  title: 'Set MPIN',
  method: 'PUT',
  path: `${objects}/sender/mpin/{senderId}`,
  query: ['subAgentTagId'],
  consent: 'none',
  effect: 'leaves-record',
  payload: 'mpin-request',
  fields: ['mpin', 'otp', 'state'],
  result: 'mpin-change',
  forms: onlyForm,
} as const satisfies Operation;

/** The misspelled `beneficary` is the path as published. */
export const activateBeneficiary = {
  id: 'OP-13',
  title: 'Activate beneficiary',
  method: 'POST',
  path: `${objects}/sender/{senderId}/beneficary/{id}`,
  query: ['subAgentTagId'],
  consent: 'none',
  effect: 'leaves-record',
  payload: 'activation-request',
  fields: ['object'],
  result: 'activation',
  successMessage: 'activate.beneficiary.success',
  forms: { true: { values: { object: true } }, false: { values: { object: false } } },
} as const satisfies Operation;

export const senderBalance = {
  id: 'OP-14',
  title: 'Sender balance',
  method: 'GET',
  path: `${wallet}/balance/{senderId}`,
  query: ['subAgentTagId', 'sessionId'],
  consent: 'none',
  effect: 'none',
  payload: null,
  fields: [],
  result: 'sender-balance',
  forms: onlyForm,
} as const satisfies Operation;

export const agentBalance = {
  id: 'OP-15',
  title: 'Agent balance',
  method: 'GET',
  path: `${wallet}/balance/agent`,
  query: [],
  consent: 'none',
  effect: 'none',
  payload: null,
  fields: [],
  result: 'agent-balance',
  forms: onlyForm,
} as const satisfies Operation;

export const ekycOnboarding = {
  id: 'OP-16',
  title: 'eKYC onboarding request',
  method: 'POST',
  path: `${objects}/ekyc/onboarding/ekycRequest`,
  query: [],
  consent: 'none',
  effect: 'leaves-record',
  payload: 'ekyc-request',
  fields: ['userType', 'name', 'mobile', 'email', 'fatherName', 'gstInNumber', 'pan', 'subAgentTag'],
  result: 'ekyc-result',
  forms: {
    customer: { values: { userType: 'customer', fatherName: '', gstInNumber: '', pan: '' } },
    subAgent: { values: { userType: 'subAgent', subAgentTag: '' } },
  },
} as const satisfies Operation;

/** In the order of the specification. */
export const operations = [
  onboardingStatus,
  paymentSources,
  sendOtp,
  tagUser,
  senderSecurityScheme,
  senderDetail,
  addBeneficiary,
  transferSecurityScheme,
  requestTransfer,
  transactionStatus,
  invoice,
  setMpin,
  activateBeneficiary,
  senderBalance,
  agentBalance,
  ekycOnboarding,
] as const satisfies readonly Operation[];

const operationsById: ReadonlyMap<OperationId, Operation> = new Map(operations.map((operation) => [operation.id, operation]));

export function operationById(id: OperationId): Operation {
  const found = operationsById.get(id);
  if (found === undefined) throw new Error(`expected a business operation, received ${id}: add it to specs/operations.ts`);
  return found;
}
