import { requestedAmount, findPayer } from './requests.ts';
import type { User } from '../state/store.ts';
import type { ServiceResponse, ServiceRequest, Twist } from '../http/exchange.ts';
import { field } from '../http/json.ts';
import { changeResponse, changeRequest, apiCode, on, apiResult, succeeded, type When } from './twists.ts';
import { askedTransfer } from './circumstances.ts';
import { issuedInvoice } from './history.ts';
import { withWrongValue } from './results.ts';

/** `rejected` is what OP-10 calls FAILED. */
const transferOutcome = (request: ServiceRequest, response: ServiceResponse): string =>
  request.store.invoices.get(issuedInvoice(response))?.outcome ?? `code ${Number(apiCode(response))}`;

/** Acts on the sender after a transfer with that outcome. Amounts are in paise. */
export const afterTransfer =
  (outcome: string, act: (sender: User, amount: number) => void): Twist =>
  (right) => {
    const seen = new Set<string>();
    return async (request) => {
      const response = await right(request);
      if (!on('OP-9')(request)) return response;
      const sender = findPayer(request);
      const invoice = issuedInvoice(response);
      if (sender !== undefined && transferOutcome(request, response) === outcome && !seen.has(invoice))
        act(sender, requestedAmount(request));
      if (succeeded(response)) seen.add(invoice);
      return response;
    };
  };

/** Applies a fault to what an operation says about the transfers that OP-9 accepted from such requests. */
export const aboutTransfers =
  (when: When, operation: 'OP-10' | 'OP-11', twist: Twist): Twist =>
  (right) => {
    const twisted = twist(right);
    const marked = new Set<string>();
    return async (request) => {
      const asked = on(operation)(request) ? askedTransfer(request) : undefined;
      const response = await (asked !== undefined && marked.has(String(asked.invoiceId)) ? twisted : right)(request);
      if (on('OP-9')(request) && when(request)) marked.add(issuedInvoice(response));
      return response;
    };
  };

/** Fills the wallet during OP-9, so that it pays any amount. */
export const payBeyondBalance: Twist = (right) => async (request) => {
  const sender = on('OP-9')(request) ? findPayer(request) : undefined;
  if (sender === undefined) return right(request);
  const riches = 10 ** 12;
  sender.balance += riches;
  sender.spent -= riches;
  const response = await right(request);
  sender.balance -= riches;
  sender.spent += riches;
  return response;
};

/** Empties the wallet during OP-9, so that OP-10 rejects every transfer. Each transfer costs a rupee. */
export const rejectAndCharge: Twist = (right) => async (request) => {
  const sender = on('OP-9')(request) ? findPayer(request) : undefined;
  if (sender === undefined) return right(request);
  const had = sender.balance;
  sender.balance = 0;
  const response = await right(request);
  sender.balance = succeeded(response) ? had - 100 : had;
  return response;
};

/** Shows every second read of COMPLETED as FAILED. */
export function flipFinalStatus(operation: string): Twist {
  const looks = new Map<string, number>();
  return changeResponse(on(operation), (response, { path }) => {
    if (field(apiResult(response), 'status') !== 'COMPLETED') return response;
    const look = (looks.get(path) ?? 0) + 1;
    looks.set(path, look);
    return look % 2 === 0 ? withWrongValue(response, 'status', 'FAILED') : response;
  });
}

/** From the nth read of one final status on, shows another. */
export const turnStatus =
  (operation: string, from: string, to: string, nth: number): Twist =>
  (right) => {
    const looks = new Map<string, number>();
    return changeResponse(on(operation), (response, { path }) => {
      if (field(apiResult(response), 'status') !== from) return response;
      looks.set(path, (looks.get(path) ?? 0) + 1);
      return (looks.get(path) ?? 0) >= nth ? withWrongValue(response, 'status', to) : response;
    })(right);
  };

export const showRejectedAsPaid: Twist = changeResponse(on('OP-11'), (response, { store, path }) => {
  const transfer = store.invoices.get(path.split('/').at(-1) ?? '');
  return transfer?.outcome === 'rejected' ? withWrongValue(response, 'status', 'COMPLETED') : response;
});

export const newInvoiceForRepeat: Twist = changeRequest(on('OP-9'), (request) => ({
  ...request,
  policy: { ...request.policy, transfer: { ...request.policy.transfer, repeatedCorrelationId: 'new-invoice' } },
}));
