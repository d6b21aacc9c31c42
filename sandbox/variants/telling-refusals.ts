import type { Variant } from '../catalog.ts';
import { API_CODES } from '../http/codes.ts';
import type { ServiceRequest } from '../http/exchange.ts';
import { field, type Json } from '../http/json.ts';
import { findCustomer } from '../twists/history.ts';
import { bodyText } from '../twists/requests.ts';
import { withJson } from '../twists/results.ts';
import { apiCode, changeResponse, isBusiness, succeeded } from '../twists/twists.ts';

/** The whole result with nothing in it. */
const empty: Readonly<Record<string, Json>> = {
  'OP-1': { isOldUser: 'false' },
  'OP-3': { state: null },
  'OP-4': { tagId: '00000000-0000-0000-0000-000000000000', remark: 'not registered', userType: 'customer', status: false },
  'OP-5': { scheme: 'OTP' },
  'OP-6': {
    senderName: '',
    kycStatus: { kyc_status: 'PENDING', kyc_expired_on: '', kyc_required: true, taxation_required: false },
    limitLeft: { MONTHLY: 0 },
    senderMobile: 0,
    sessionId: { fundtransferSessionId: '', getBalanceSessionId: null },
    beneficiaries: [],
  },
  'OP-7': { beneficiaryId: 0 },
  'OP-8': { scheme: 'OTP' },
  'OP-9': { invoiceId: '0' },
  'OP-10': { invoiceId: 0, message: 'refused', status: 'FAILED' },
  'OP-11': { amount: 0, beneficiaryName: 'N/A', transactionId: '', status: 'FAILED', bankRRN: null, isDelayed: 'false' },
  'OP-12': { mobile: 0 },
  'OP-14': { mainAccount: 0, cashbackAccount: 0, limits: {}, counters: {} },
  'OP-15': [{ walletType: 'MAIN_WALLET', walletBalance: 0 }],
  'OP-16': { expire_on: '', url: '' },
};

/** Why a call is refused, and what the caller has sent. */
function reasonOf(request: ServiceRequest, code: Json | undefined): Json | undefined {
  const { operation = '', store } = request;
  const sender = findCustomer(request);
  const isWrongCode = code === API_CODES.wrongOtpOrMpin;
  if (operation === 'OP-12' && isWrongCode && sender !== undefined) return { mobile: Number(sender.mobile) };
  if (operation === 'OP-6' && isWrongCode && sender !== undefined) return { senderMobile: Number(sender.mobile) };
  if (operation === 'OP-4' && !isWrongCode && sender !== undefined) return { tagId: sender.tagId, remark: 'registered already' };
  if (operation !== 'OP-9') return undefined;
  const first = [...store.transfers.values()].find(({ correlationId }) => correlationId === bodyText(request, 'correlationId'));
  return first && { invoiceId: String(first.invoiceId) };
}

/** What gateways write about a call of theirs. */
const gatewayBody = ({ path, method }: ServiceRequest, status: number): Json => ({
  error: 'refused',
  status,
  url: path,
  method,
  state: 'ERROR',
  sessionId: 'gw-1',
  transactionId: 'gw-4711',
});

export const tellingRefusalVariants: Variant[] = [
  {
    id: 'refusals-hold-empty-results',
    does: 'Refusals hold the whole result with nothing in it, and gateways tell of the call.',
    twist: changeResponse(isBusiness, (response, request) => {
      if (succeeded(response)) return response;
      if (response.status === 200)
        return withJson(response, { status: field(response.json, 'status') ?? {}, result: empty[request.operation ?? ''] ?? null });
      return withJson(
        { ...response, headers: { ...response.headers, 'content-type': 'application/json' } },
        gatewayBody(request, response.status),
      );
    }),
  },
  {
    id: 'refusals-tell-why',
    does: 'Refusals name what they are about: the mobile of a code, a user who is registered, the invoice of a correlationId.',
    policy: { transfer: { repeatedCorrelationId: 'refused' } },
    twist: changeResponse(isBusiness, (response, request) => {
      const reason = succeeded(response) || response.status !== 200 ? undefined : reasonOf(request, apiCode(response));
      return reason === undefined ? response : withJson(response, { status: field(response.json, 'status') ?? {}, result: reason });
    }),
  },
];
