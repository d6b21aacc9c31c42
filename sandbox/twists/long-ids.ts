import type { ServiceRequest, ServiceResponse, Twist } from '../http/exchange.ts';
import { field, isObject } from '../http/json.ts';

/** With these digits before it, no id fits a double. */
const before = '900719925474';

const withOwnIds = (request: ServiceRequest): ServiceRequest => {
  const { path, body } = request;
  const to = field(body, 'to');
  const payee = typeof to === 'string' && isObject(body) ? { body: { ...body, to: to.replace(before, '') } } : {};
  return { ...request, path: path.replace(`/${before}`, '/'), ...payee };
};

const lengthened = (response: ServiceResponse): ServiceResponse => ({
  ...response,
  headers: { 'content-type': 'application/json', ...response.headers },
  bytes: Buffer.from(JSON.stringify(response.json).replaceAll(/("(?:beneficiaryId|invoiceId)":"?)(?=\d)/g, `$1${before}`)),
});

/** Beneficiaries and invoices have ids of 16 digits and more. */
export const longIds: Twist = (right) => async (request) => {
  const response = await right(withOwnIds(request));
  return /^OP-(6|7|9|10|11)$/.test(request.operation ?? '') && response.json !== undefined ? lengthened(response) : response;
};
