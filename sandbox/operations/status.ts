import { served } from '../http/responses.ts';
import type { Transfer } from '../state/store.ts';
import { refuse, type Answer, type Call } from '../http/exchange.ts';
import type { Json } from '../http/json.ts';
import { rupees } from '../state/money.ts';
import type { Policy } from '../service/policy.ts';
import type { Route } from '../http/router.ts';
import { settle } from '../state/settlement.ts';
import { checkSubAgent } from '../state/users.ts';

const isFinal = (policy: Policy, transfer: Transfer): boolean =>
  Math.max(transfer.statusLooks, transfer.invoiceLooks) > policy.transfer.pendingLooks;

/** OP-10: COMPLETED only says that the request was accepted (Transaction status). */
function transferStatus(call: Call): Answer {
  checkSubAgent(call);
  if (call.policy.transfer.statusCheckType === 'refused' && call.ask.query.has('statusCheckType'))
    refuse(4160, 'status.check.type.unknown');
  const transfer = call.bank.transfers.get(`${call.agent.id} ${call.params['correlationId'] ?? ''}`);
  if (transfer === undefined) refuse(call.policy.refusals.unknownId, 'transfer.not.found');
  transfer.statusLooks += 1;
  const status = statusOf(call.policy, transfer);
  return served(call.policy, { invoiceId: transfer.invoiceId, message: MESSAGES[status], status });
}

const MESSAGES = { PENDING: 'Request is being processed', COMPLETED: 'Request accepted', FAILED: 'Request rejected' };

const statusOf = (policy: Policy, transfer: Transfer): keyof typeof MESSAGES => {
  if (!isFinal(policy, transfer)) return 'PENDING';
  return transfer.fate === 'rejected' ? 'FAILED' : 'COMPLETED';
};

/** OP-11: the outcome itself. */
function invoice(call: Call): Answer {
  checkSubAgent(call);
  const transfer = call.bank.invoices.get(call.params['invoiceId'] ?? '');
  if (transfer === undefined) refuse(call.policy.refusals.unknownId, 'invoice.not.found');
  if (transfer.agent !== call.agent) refuse(call.policy.refusals.foreignId, 'invoice.not.allowed');
  transfer.invoiceLooks += 1;
  const final = transfer.invoiceLooks > call.policy.transfer.pendingLooks;
  if (final) settle(call.policy, transfer);
  const outcome = transfer.fate === 'paid' ? 'COMPLETED' : 'FAILED';
  return served(call.policy, {
    amount: rupees(transfer.amount),
    beneficiaryName: transfer.beneficiary.holderName,
    transactionId: transfer.transactionId,
    status: final ? outcome : 'PENDING',
    bankRRN: RRN[call.policy.transfer.bankRRN](transfer.bankRRN),
    isDelayed: String(call.policy.transfer.isDelayed),
  });
}

const RRN: Record<Policy['transfer']['bankRRN'], (rrn: string) => Json> = { text: (rrn) => rrn, number: Number, null: () => null };

const base = '/wallet/endpoint/v3';

export const statusRoutes: Route[] = [
  { operation: 'OP-10', method: 'GET', path: `${base}/status/{correlationId}`, business: true, handle: transferStatus },
  { operation: 'OP-11', method: 'GET', path: `${base}/invoice/{invoiceId}`, business: true, handle: invoice },
];
