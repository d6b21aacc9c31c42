import { lastSegment, findPayer, userInPath } from './requests.ts';
import type { User } from '../state/store.ts';
import type { ServiceResponse, ServiceRequest, Handler, Twist } from '../http/exchange.ts';
import { field } from '../http/json.ts';
import { on, apiResult, succeeded } from './twists.ts';
import { asText } from './results.ts';

/** Counts what a sender has done in this sandbox. */
interface History {
  /** Accepted calls of OP-13 with `true`. */
  activations: number;
  /** Accepted calls of OP-9, repeated correlationIds included. */
  transfers: number;
  /** Accepted calls of OP-7 for an account that was listed already. */
  readditions: number;
}

const findByMobile = ({ store, agent }: ServiceRequest, mobile: string): User | undefined =>
  [...store.users.values()].find((user) => user.mobile === mobile && user.userType === 'customer' && user.agent === agent);

/** Finds the customer by `from`, by tag, by mobile or by transfer. */
export function findCustomer(request: ServiceRequest): User | undefined {
  const { store, agent } = request;
  const last = lastSegment(request);
  if (on('OP-9')(request)) return findPayer(request);
  if (on('OP-10')(request)) return store.transfers.get(`${agent?.id ?? ''} ${last}`)?.sender;
  if (on('OP-11')(request)) return store.invoices.get(last)?.sender;
  if (on('OP-1', 'OP-4')(request)) return findByMobile(request, last);
  return userInPath(request);
}

interface Histories {
  readonly of: (sender: User | undefined) => History;
}

const noHistory: History = { activations: 0, transfers: 0, readditions: 0 };

function countEvents(past: History, request: ServiceRequest, response: ServiceResponse, wasListed: boolean): void {
  if (!succeeded(response)) return;
  if (on('OP-13')(request) && field(request.body, 'object') === true) past.activations += 1;
  if (on('OP-9')(request)) past.transfers += 1;
  if (on('OP-7')(request) && wasListed) past.readditions += 1;
}

const withHistories =
  (twist: (histories: Histories) => Twist): Twist =>
  (right) => {
    const historyBySender = new WeakMap<User, History>();
    const histories: Histories = { of: (sender) => (sender === undefined ? noHistory : (historyBySender.get(sender) ?? noHistory)) };
    const noting: Handler = async (request) => {
      const sender = findCustomer(request);
      const account = field(request.body, 'accountNo');
      const wasListed = [...(sender?.beneficiaries.values() ?? [])].some(({ accountNumber }) => accountNumber === account);
      const response = await right(request);
      if (sender === undefined) return response;
      const past = historyBySender.get(sender) ?? { ...noHistory };
      countEvents(past, request, response, wasListed);
      historyBySender.set(sender, past);
      return response;
    };
    return twist(histories)(noting);
  };

/** Decides by the history of a sender whether the fault shows. */
type Condition = (sender: User | undefined, histories: Histories) => boolean;

export const hasMpin: Condition = (sender) => sender?.mpin !== undefined;
export const activatedBefore: Condition = (sender, pasts) => pasts.of(sender).activations >= 1;
export const activatedTwice: Condition = (sender, pasts) => pasts.of(sender).activations >= 2;
export const addedAgain: Condition = (sender, pasts) => pasts.of(sender).readditions >= 1;
export const paidBefore: Condition = (sender, pasts) => pasts.of(sender).transfers >= 1;
export const paidTwice: Condition = (sender, pasts) => pasts.of(sender).transfers >= 2;

export const whenHistory = (condition: Condition, twist: Twist): Twist =>
  withHistories((pasts) => (right) => {
    const twisted = twist(right);
    return (request) => (condition(findCustomer(request), pasts) ? twisted(request) : right(request));
  });

/** Changes the store after an operation succeeded. The response stays right. */
export const afterSuccess =
  (operation: string, act: (request: ServiceRequest, sender: User, response: ServiceResponse) => void): Twist =>
  (right) =>
  async (request) => {
    const response = await right(request);
    const sender = on(operation)(request) && succeeded(response) ? findCustomer(request) : undefined;
    if (sender !== undefined) act(request, sender, response);
    return response;
  };

export const otherCustomers = ({ store }: ServiceRequest, sender: User): User[] =>
  [...store.users.values()].filter((user) => user !== sender && user.userType === 'customer' && user.agent === sender.agent);

export const issuedInvoice = (response: ServiceResponse): string => asText(field(apiResult(response), 'invoiceId'));
