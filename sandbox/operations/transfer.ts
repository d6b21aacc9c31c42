import { API_CODES } from '../http/codes.ts';
import { successResponse } from '../http/responses.ts';
import { setBounded, type Beneficiary, type Transfer, type User } from '../state/store.ts';
import { checkConsent, schemeFor } from '../service/consent.ts';
import { refuse, type ServiceResponse, type AgentContext } from '../http/exchange.ts';
import { field } from '../http/json.ts';
import { paise, type Paise } from '../state/money.ts';
import { liveSession } from '../state/sessions.ts';
import { recordTransfer, decideOutcome } from '../state/settlement.ts';
import { checkSubAgent, requireOwnSender, senderInPath } from '../state/users.ts';
import { queryValue, textField } from '../service/fields.ts';
import { requireOwnBeneficiary } from './beneficiary.ts';

/** OP-2 */
export const paymentSources = (context: AgentContext): ServiceResponse =>
  successResponse(context.policy, [...context.policy.transfer.paymentSources]);

/** OP-8: only this operation names the payment source, so the last one that the sender named counts. */
export function transferScheme(context: AgentContext): ServiceResponse {
  const sender = senderInPath(context);
  const source = queryValue(context, 'paymentSource') ?? '';
  if (!context.policy.transfer.paymentSources.includes(source)) refuse(context.policy.refusals.invalidValue, 'payment.source.invalid');
  sender.paymentSource = source;
  return successResponse(context.policy, { scheme: schemeFor(context, context.policy.consent.transferScheme, sender) });
}

interface Request {
  sender: User;
  beneficiary: Beneficiary;
  correlationId: string;
  amount: Paise;
}

/** OP-9: checks everything before it moves anything. */
export function requestTransfer(context: AgentContext): ServiceResponse {
  checkSubAgent(context);
  const session = liveSession(context, context.params['sessionId'] ?? '', 'fundTransfer');
  const { sender } = session;
  checkConsent(context, context.policy.consent.transferScheme, sender.mobile, sender);
  const request = readRequest(context, sender);
  const before = context.store.transfers.get(transferKey(context, request.correlationId));
  if (before !== undefined) {
    const again = repeated(context, before, request);
    if (again !== undefined) return again;
  }
  if (!request.beneficiary.active) refuse(context.policy.refusals.inactiveBeneficiary, 'beneficiary.inactive');
  const outcome = decideOutcome(context.policy, sender, request.beneficiary, request.amount);
  if (outcome === 'refused') refuse(API_CODES.validationFailed, 'funds.insufficient');
  session.revoked ||= context.policy.session.singleUse;
  return accepted(context, recordTransfer(context, { ...request, outcome }));
}

function readRequest(context: AgentContext, sender: User): Request {
  const correlationId = textField(context, 'correlationId', /^[\w.:-]{1,64}$/);
  const amount = paise(field(context.request.body, 'amount'));
  if (amount === undefined || amount <= 0) refuse(context.policy.refusals.invalidValue, 'amount.invalid');
  if (!context.policy.transfer.types.includes(textField(context, 'type', /^/)))
    refuse(context.policy.refusals.invalidValue, 'type.invalid');
  checkOptions(context);
  const from = requireOwnSender(context, textField(context, 'from', /^/));
  if (from !== sender) refuse(context.policy.refusals.badSession, 'session.of.another.sender');
  return { sender, correlationId, amount, beneficiary: requireOwnBeneficiary(context, sender, textField(context, 'to', /^/)) };
}

const COORDINATES = /^[+-]?\d{1,3}(\.\d+)?, ?[+-]?\d{1,3}(\.\d+)?$/;

function checkOptions(context: AgentContext): void {
  const options = field(context.request.body, 'options');
  textField(context, 'userAgent', /\S/, options);
  textField(context, 'sourceAddress', /\S/, options);
  textField(context, 'geoTag', COORDINATES, options);
}

const transferKey = (context: AgentContext, correlationId: string): string => `${context.agent.id} ${correlationId}`;

/** Repeating a request yields the same invoice. Another request with a used correlationId is refused. */
function repeated(context: AgentContext, before: Transfer, request: Request): ServiceResponse | undefined {
  const rule = context.policy.transfer.repeatedCorrelationId;
  if (rule === 'new-invoice') return undefined;
  const alike = before.sender === request.sender && before.beneficiary === request.beneficiary && before.amount === request.amount;
  return rule === 'same-invoice' && alike ? accepted(context, before) : refuse(API_CODES.validationFailed, 'correlation.id.used');
}

const accepted = (context: AgentContext, transfer: Transfer): ServiceResponse => {
  setBounded(context.store.transfers, transferKey(context, transfer.correlationId), transfer);
  return successResponse(context.policy, { invoiceId: String(transfer.invoiceId) });
};

/** The published sample sends `sessionId` as a query parameter. This serves, redirects or refuses that form. */
export function queryForm(context: AgentContext): ServiceResponse {
  const { queryForm: rule } = context.policy.session;
  if (rule === 'refused') refuse('http-404', 'session.missing');
  const sessionId = queryValue(context, 'sessionId') ?? '';
  if (rule === 'served') return requestTransfer({ ...context, params: { sessionId } });
  const others = new URLSearchParams([...context.request.query].filter(([name]) => name !== 'sessionId'));
  return { status: 307, headers: { location: `${context.request.path}/${encodeURIComponent(sessionId)}?${others.toString()}` } };
}
