import { actuatorRoutes } from '../operations/actuator.ts';
import { agentBalance, senderBalance } from '../operations/balance.ts';
import { activateBeneficiary, addBeneficiary } from '../operations/beneficiary.ts';
import { descriptionRoutes } from '../operations/description.ts';
import { completeOnboarding, requestEkyc, type OnboardingCompleted } from '../operations/ekyc.ts';
import { errorRoutes } from '../operations/error.ts';
import { onboardingStatus, tagUser } from '../operations/onboarding.ts';
import { phone, sendOtp, setMpin } from '../operations/otp.ts';
import { securityScheme, senderDetail } from '../operations/sender.ts';
import { invoice, transferStatus } from '../operations/status.ts';
import { token } from '../operations/token.ts';
import { paymentSources, queryForm, requestTransfer, transferScheme } from '../operations/transfer.ts';
import type { AgentContext, RequestContext, ServiceResponse } from '../http/exchange.ts';
import type { Description, Route } from '../http/router.ts';

const objects = '/uiObjects/endpoint/v3';
const wallet = '/wallet/endpoint/v3';
const query = ['subAgentTagId'];

type BusinessHandler = (context: AgentContext) => ServiceResponse;

/** An operation needs a payload when its description names a body. */
const business = (operation: string, method: string, path: string, handle: BusinessHandler, described: Description): Route => ({
  business: true,
  operation,
  method,
  path,
  payload: described.body !== undefined,
  described,
  handle,
});

const other = (operation: string, method: string, path: string, handle: (context: RequestContext) => ServiceResponse): Route => ({
  business: false,
  operation,
  method,
  path,
  handle,
});

/** The sandbox serves the form of OP-9 with `sessionId` in the query, and does not describe it. */
const queryFormOfTransfer: Route = {
  business: true,
  operation: 'OP-9',
  method: 'POST',
  path: `${wallet}/fundTransfer/request`,
  payload: true,
  described: undefined,
  handle: queryForm,
};

/** The description numbers the operations in this order. */
const OPERATIONS: Route[] = [
  other('TOKEN', 'POST', '/authserver/oauth/token', token),
  business('OP-1', 'GET', `${objects}/onboarding/status/{userType}/{mobile}`, onboardingStatus, {
    tag: 'onboarding-controller',
    result: 'OnboardingStatus',
  }),
  business('OP-4', 'POST', `${objects}/user/tag/{userType}/{mobile}`, tagUser, { tag: 'user-controller', consent: true, result: 'Tag' }),
  business('OP-3', 'POST', `${objects}/security/otp`, sendOtp, {
    tag: 'security-controller',
    body: 'OtpRequest',
    result: 'OtpChallenge',
  }),
  business('OP-12', 'PUT', `${objects}/sender/mpin/{senderId}`, setMpin, {
    tag: 'sender-controller',
    query,
    body: 'MpinRequest',
    result: 'MpinResult',
  }),
  other('PHONE', 'GET', '/sandbox/otp', phone),
  business('OP-5', 'GET', `${objects}/sender/securityScheme/{senderId}`, securityScheme, {
    tag: 'sender-controller',
    query,
    result: 'SecurityScheme',
  }),
  business('OP-6', 'GET', `${objects}/sender/{senderId}`, senderDetail, {
    tag: 'sender-controller',
    query,
    consent: true,
    result: 'SenderDetail',
  }),
  business('OP-7', 'POST', `${objects}/sender/beneficiary/{senderId}`, addBeneficiary, {
    tag: 'sender-controller',
    query,
    consent: true,
    body: 'BeneficiaryRequest',
    result: 'BeneficiaryId',
  }),
  business('OP-13', 'POST', `${objects}/sender/{senderId}/beneficary/{id}`, activateBeneficiary, {
    tag: 'sender-controller',
    query,
    body: 'ActivationRequest',
    result: 'Void',
  }),
  business('OP-2', 'GET', `${objects}/paymentSource`, paymentSources, { tag: 'payment-source-controller', result: 'List«string»' }),
  business('OP-8', 'POST', `${wallet}/fundTransfer/securityScheme/{senderId}`, transferScheme, {
    tag: 'fund-transfer-controller',
    query: [...query, 'paymentSource'],
    result: 'SecurityScheme',
  }),
  business('OP-9', 'POST', `${wallet}/fundTransfer/request/{sessionId}`, requestTransfer, {
    tag: 'fund-transfer-controller',
    query,
    consent: true,
    body: 'FundTransferRequest',
    result: 'FundTransferResult',
  }),
  queryFormOfTransfer,
  business('OP-10', 'GET', `${wallet}/status/{correlationId}`, transferStatus, {
    tag: 'status-controller',
    query,
    result: 'TransactionStatus',
  }),
  business('OP-11', 'GET', `${wallet}/invoice/{invoiceId}`, invoice, { tag: 'invoice-controller', query, result: 'Invoice' }),
  business('OP-14', 'GET', `${wallet}/balance/{senderId}`, senderBalance, {
    tag: 'balance-controller',
    query: [...query, 'sessionId'],
    result: 'Balance',
  }),
  business('OP-15', 'GET', `${wallet}/balance/agent`, agentBalance, { tag: 'balance-controller', result: 'List«AgentWallet»' }),
  business('OP-16', 'POST', `${objects}/ekyc/onboarding/ekycRequest`, requestEkyc, {
    tag: 'ekyc-controller',
    body: 'EkycRequest',
    result: 'EkycResult',
  }),
];

export function allRoutes(completed: OnboardingCompleted): Route[] {
  const routes = [
    ...OPERATIONS,
    other('EKYC-PAGE', 'GET', '/ekyc/process', completeOnboarding(completed)),
    ...actuatorRoutes,
    ...errorRoutes,
  ];
  return [...routes, ...descriptionRoutes(routes)];
}
