import { API_CODES } from '../../http/codes.ts';
import { faultTable } from '../table.ts';
import { httpError, successResponse } from '../../http/responses.ts';
import { lastSegment, hasOwnSubAgent, userInPath, isWellFormedOn } from '../../twists/requests.ts';
import type { Beneficiary } from '../../state/store.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import { field, type Json } from '../../http/json.ts';
import { changeResponse, apiCode, respondWith, type When } from '../../twists/twists.ts';

const isUnknownId =
  (operation: string): When =>
  (request) => {
    const id = lastSegment(request);
    const { agents, invoices, transfers } = request.store;
    const known = invoices.has(id) || [...agents.keys()].some((agent) => transfers.has(`${agent} ${id}`));
    return isWellFormedOn(operation)(request) && hasOwnSubAgent(request) && !known;
  };

/** Answers a result where nothing was found. */
const answerFound = (operation: string, result: Json): Twist =>
  changeResponse(isUnknownId(operation), (response, { policy }) =>
    apiCode(response) === API_CODES.notFound ? successResponse(policy, result) : response,
  );

const answerNotFound = (operation: string, status: number): Twist =>
  changeResponse(isUnknownId(operation), (response, request) =>
    apiCode(response) === API_CODES.notFound ? httpError(request, status) : response,
  );

const PENDING = { invoiceId: 1, message: 'Request is being processed', status: 'PENDING' };

const INVOICE: Json = { amount: 0, beneficiaryName: '', transactionId: '', status: 'PENDING', bankRRN: null, isDelayed: 'false' };

/** Activates the beneficiary of any sender. */
const activateAnybodys: Twist = (right) => async (request) => {
  const response = await right(request);
  const one =
    isWellFormedOn('OP-13')(request) && hasOwnSubAgent(request) && apiCode(response) === API_CODES.notFound
      ? findAnybodys(request)
      : undefined;
  if (one === undefined) return response;
  one.active ||= field(request.body, 'object') === true;
  return successResponse(request.policy, null, 'activate.beneficiary.success', true);
};

/** The tag of a sub-agent is no sender, so a fault of ids refuses it. */
function isOwnCustomerInPath(request: ServiceRequest): boolean {
  const user = userInPath(request);
  return user !== undefined && user.agent === request.agent && user.userType === 'customer';
}

/** The beneficiary in the path, which belongs to another sender of the same agent. */
const findAnybodys = (request: ServiceRequest): Beneficiary | undefined =>
  [...request.store.users.values()]
    .filter(({ agent }) => agent === request.agent && isOwnCustomerInPath(request))
    .map((user) => user.beneficiaries.get(Number(lastSegment(request))))
    .find((one) => one !== undefined);

export const unknownIdFaults = faultTable({}, [
  {
    id: 'unknown-id-activated',
    breaks: ['OP13-UNKNOWN-ID'],
    does: 'OP-13 activates a beneficiary that nobody has.',
    twist: respondWith(
      (request) =>
        isWellFormedOn('OP-13')(request) && hasOwnSubAgent(request) && findAnybodys(request) === undefined && isOwnCustomerInPath(request),
      ({ policy }) => successResponse(policy, null, 'activate.beneficiary.success', true),
    ),
  },
  {
    id: 'foreign-id-activated',
    breaks: ['OP13-UNKNOWN-ID'],
    does: "OP-13 activates another sender's beneficiary.",
    twist: activateAnybodys,
  },
  {
    id: 'unknown-transfer-pending',
    breaks: ['OP10-UNKNOWN-ID'],
    warns: ['CODE-4040'],
    does: 'A transfer never asked for is PENDING.',
    twist: answerFound('OP-10', PENDING),
  },
  {
    id: 'unknown-transfer-completed',
    // A refused one is not known either.
    breaks: ['OP10-UNKNOWN-ID', 'REFUSAL-NOTHING-CHANGED'],
    warns: ['CODE-4040'],
    does: 'A transfer never asked for is COMPLETED.',
    twist: answerFound('OP-10', { ...PENDING, status: 'COMPLETED' }),
  },
  {
    id: 'unknown-transfer-is-404',
    breaks: ['OP10-UNKNOWN-ID'],
    warns: ['CODE-4040', 'HTTP-LISTED'],
    does: 'A transfer never asked for is HTTP 404.',
    twist: answerNotFound('OP-10', 404),
  },
  {
    id: 'unknown-transfer-is-500',
    breaks: ['HTTP-NO-5XX'],
    warns: ['CODE-4040'],
    does: 'OP-10 stumbles over a transfer never asked for.',
    twist: answerNotFound('OP-10', 500),
  },
  {
    id: 'unknown-invoice-pending',
    breaks: ['OP11-UNKNOWN-ID'],
    warns: ['CODE-4040'],
    does: 'An invoice never issued is PENDING.',
    twist: answerFound('OP-11', INVOICE),
  },
  {
    id: 'unknown-invoice-is-404',
    breaks: ['OP11-UNKNOWN-ID'],
    warns: ['CODE-4040', 'HTTP-LISTED'],
    does: 'An invoice never issued is HTTP 404.',
    twist: answerNotFound('OP-11', 404),
  },
  {
    id: 'unknown-invoice-is-500',
    breaks: ['HTTP-NO-5XX'],
    warns: ['CODE-4040'],
    does: 'OP-11 stumbles over an invoice never issued.',
    twist: answerNotFound('OP-11', 500),
  },
]);
