import { served } from '../http/responses.ts';
import type { Beneficiary, Transfer, User } from '../state/store.ts';
import { checkConsent, schemeFor } from '../service/consent.ts';
import { refuse, type Answer, type Call } from '../http/exchange.ts';
import { field } from '../http/json.ts';
import { paise, type Paise } from '../state/money.ts';
import type { Route } from '../http/router.ts';
import { liveSession } from '../state/sessions.ts';
import { book, fateOf } from '../state/settlement.ts';
import { checkSubAgent, ownSender, senderInPath } from '../state/users.ts';
import { queryValue, textField } from '../service/fields.ts';
import { ownBeneficiary } from './beneficiary.ts';

/** OP-2 */
const paymentSources = (call: Call): Answer => served(call.policy, [...call.policy.transfer.paymentSources]);

/** OP-8: the only place that names the payment source, so the sender's last word counts. */
function transferScheme(call: Call): Answer {
  const sender = senderInPath(call);
  const source = queryValue(call, 'paymentSource') ?? '';
  if (!call.policy.transfer.paymentSources.includes(source)) refuse(call.policy.refusals.invalidValue, 'payment.source.invalid');
  sender.paymentSource = source;
  return served(call.policy, { scheme: schemeFor(call, call.policy.consent.transferScheme, sender) });
}

interface Request {
  sender: User;
  beneficiary: Beneficiary;
  correlationId: string;
  amount: Paise;
}

/** OP-9: everything is checked before anything moves. */
function requestTransfer(call: Call): Answer {
  checkSubAgent(call);
  const session = liveSession(call, call.params['sessionId'] ?? '', 'fundTransfer');
  const { sender } = session;
  checkConsent(call, call.policy.consent.transferScheme, sender.mobile, sender);
  const request = readRequest(call, sender);
  const before = call.bank.transfers.get(transferKey(call, request.correlationId));
  if (before !== undefined) {
    const again = repeated(call, before, request);
    if (again !== undefined) return again;
  }
  if (!request.beneficiary.active) refuse(call.policy.refusals.inactiveBeneficiary, 'beneficiary.inactive');
  const fate = fateOf(call.policy, sender, request.beneficiary, request.amount);
  if (fate === 'refused') refuse(4160, 'funds.insufficient');
  session.dead ||= call.policy.session.singleUse;
  return accepted(call, book(call, { ...request, fate }));
}

function readRequest(call: Call, sender: User): Request {
  const correlationId = textField(call, 'correlationId', /^[\w.:-]{1,64}$/);
  const amount = paise(field(call.ask.body, 'amount'));
  if (amount === undefined || amount <= 0) refuse(call.policy.refusals.invalidValue, 'amount.invalid');
  if (!call.policy.transfer.types.includes(textField(call, 'type', /^/))) refuse(call.policy.refusals.invalidValue, 'type.invalid');
  checkOptions(call);
  const from = ownSender(call, textField(call, 'from', /^/));
  if (from !== sender) refuse(call.policy.refusals.badSession, 'session.of.another.sender');
  return { sender, correlationId, amount, beneficiary: ownBeneficiary(call, sender, textField(call, 'to', /^/)) };
}

const COORDINATES = /^[+-]?\d{1,3}(\.\d+)?, ?[+-]?\d{1,3}(\.\d+)?$/;

function checkOptions(call: Call): void {
  const options = field(call.ask.body, 'options');
  textField(call, 'userAgent', /\S/, options);
  textField(call, 'sourceAddress', /\S/, options);
  textField(call, 'geoTag', COORDINATES, options);
}

const transferKey = (call: Call, correlationId: string): string => `${call.agent.id} ${correlationId}`;

/** The same request again gives the same invoice; another request under a used correlationId is turned down. */
function repeated(call: Call, before: Transfer, request: Request): Answer | undefined {
  const rule = call.policy.transfer.repeatedCorrelationId;
  if (rule === 'new-invoice') return undefined;
  const alike = before.sender === request.sender && before.beneficiary === request.beneficiary && before.amount === request.amount;
  return rule === 'same-invoice' && alike ? accepted(call, before) : refuse(4160, 'correlation.id.used');
}

const accepted = (call: Call, transfer: Transfer): Answer => {
  call.bank.transfers.set(transferKey(call, transfer.correlationId), transfer);
  return served(call.policy, { invoiceId: String(transfer.invoiceId) });
};

/** The published sample sends `sessionId` as a query parameter; it becomes the path form. */
function queryForm(call: Call): Answer {
  const { queryForm: rule } = call.policy.session;
  if (rule === 'refused') refuse('http-404', 'session.missing');
  const sessionId = queryValue(call, 'sessionId') ?? '';
  if (rule === 'served') return requestTransfer({ ...call, params: { sessionId } });
  const others = new URLSearchParams([...call.ask.query].filter(([name]) => name !== 'sessionId'));
  return { status: 307, headers: { location: `${base}/request/${encodeURIComponent(sessionId)}?${others.toString()}` } };
}

const base = '/wallet/endpoint/v3/fundTransfer';

export const transferRoutes: Route[] = [
  { operation: 'OP-2', method: 'GET', path: '/uiObjects/endpoint/v3/paymentSource', business: true, handle: paymentSources },
  { operation: 'OP-8', method: 'POST', path: `${base}/securityScheme/{senderId}`, business: true, handle: transferScheme },
  { operation: 'OP-9', method: 'POST', path: `${base}/request/{sessionId}`, payload: true, business: true, handle: requestTransfer },
  { operation: 'OP-9', method: 'POST', path: `${base}/request`, payload: true, undescribed: true, business: true, handle: queryForm },
];
