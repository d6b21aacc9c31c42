import { API_CODES } from '../http/codes.ts';
import { successResponse } from '../http/responses.ts';
import type { Transfer } from '../state/store.ts';
import { refuse, type ServiceResponse, type AgentContext } from '../http/exchange.ts';
import type { Json } from '../http/json.ts';
import { rupees } from '../state/money.ts';
import type { Policy } from '../service/policy.ts';
import { settleTransfer } from '../state/settlement.ts';
import { checkSubAgent } from '../state/users.ts';

const isFinal = (policy: Policy, transfer: Transfer): boolean =>
  Math.max(transfer.statusReads, transfer.invoiceReads) > policy.transfer.pendingLooks;

/** OP-10: COMPLETED means only that the request was accepted (Transaction status). */
export function transferStatus(context: AgentContext): ServiceResponse {
  checkSubAgent(context);
  if (context.policy.transfer.statusCheckType === 'refused' && context.request.query.has('statusCheckType'))
    refuse(API_CODES.validationFailed, 'status.check.type.unknown');
  const transfer = context.store.transfers.get(`${context.agent.id} ${context.params['correlationId'] ?? ''}`);
  if (transfer === undefined) refuse(context.policy.refusals.unknownId, 'transfer.not.found');
  transfer.statusReads += 1;
  const status = transferStatusText(context.policy, transfer);
  return successResponse(context.policy, { invoiceId: transfer.invoiceId, message: MESSAGES[status], status });
}

const MESSAGES = { PENDING: 'Request is being processed', COMPLETED: 'Request accepted', FAILED: 'Request rejected' };

const transferStatusText = (policy: Policy, transfer: Transfer): keyof typeof MESSAGES => {
  if (!isFinal(policy, transfer)) return 'PENDING';
  return transfer.outcome === 'rejected' ? 'FAILED' : 'COMPLETED';
};

/** OP-11 */
export function invoice(context: AgentContext): ServiceResponse {
  checkSubAgent(context);
  const transfer = context.store.invoices.get(context.params['invoiceId'] ?? '');
  if (transfer === undefined) refuse(context.policy.refusals.unknownId, 'invoice.not.found');
  if (transfer.agent !== context.agent) refuse(context.policy.refusals.foreignId, 'invoice.not.allowed');
  transfer.invoiceReads += 1;
  const final = transfer.invoiceReads > context.policy.transfer.pendingLooks;
  if (final) settleTransfer(context.policy, transfer);
  const outcome = transfer.outcome === 'paid' ? 'COMPLETED' : 'FAILED';
  return successResponse(context.policy, {
    amount: rupees(transfer.amount),
    beneficiaryName: transfer.beneficiary.holderName,
    transactionId: transfer.transactionId,
    status: final ? outcome : 'PENDING',
    bankRRN: RRN[context.policy.transfer.bankRRN](transfer.bankRRN),
    isDelayed: String(context.policy.transfer.isDelayed),
  });
}

const RRN: Record<Policy['transfer']['bankRRN'], (rrn: string) => Json> = { text: (rrn) => rrn, number: Number, null: () => null };
