import type { Operation, OperationId } from './operation.ts';

const objects = '/uiObjects/endpoint/v3';
const wallet = '/wallet/endpoint/v3';

export const onboardingStatus = {
  id: 'OP-1',
  title: 'Onboarding status',
  method: 'GET',
  path: `${objects}/onboarding/status/{userType}/{mobile}`,
  query: [],
  consent: 'none',
  effect: 'none',
  payload: null,
  result: 'onboarding-status',
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
  result: 'payment-sources',
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
  result: 'otp-challenge',
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
  result: 'tag-record',
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
  result: 'sender-security-scheme',
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
  result: 'sender-detail',
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
  result: 'beneficiary-creation',
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
  result: 'transfer-security-scheme',
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
  result: 'transfer-result',
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
  result: 'transaction-status',
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
  result: 'invoice',
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
  result: 'mpin-change',
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
  result: 'activation',
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
  result: 'sender-balance',
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
  result: 'agent-balance',
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
  result: 'ekyc-result',
} as const satisfies Operation;

/** The business operations, in the order of the specification. */
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

const byId: ReadonlyMap<OperationId, Operation> = new Map(operations.map((operation) => [operation.id, operation]));

export function operationOf(id: OperationId): Operation {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`expected a business operation, received ${id}: add it to specs/operations.ts`);
  return found;
}
