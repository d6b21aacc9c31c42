import { isOtherAgent } from '../../twists/agents.ts';
import { API_CODES } from '../../http/codes.ts';
import { faultTable } from '../table.ts';
import { httpError } from '../../http/responses.ts';
import type { Twist } from '../../http/exchange.ts';
import { field, isObject } from '../../http/json.ts';
import {
  changeResponse,
  changeRequest,
  isBusiness,
  respondWith,
  on,
  onPath,
  onWire,
  apiResult,
  succeeded,
  allOperations,
  changeSuccess,
} from '../../twists/twists.ts';
import { withJson } from '../../twists/results.ts';
import { envelopeResponse, htmlPage, isOfSecondCustomer, serverError } from '../../twists/responses.ts';

const servedClause = (operation: string): string => `${operation.replace('-', '')}-SERVED`;

/** From the second COMPLETED invoice on, OP-11 answers "nothing found". */
const forgetInvoices: Twist = (right) => {
  let done = 0;
  return async (request) => {
    const response = await right(request);
    if (!on('OP-11')(request) || field(apiResult(response), 'status') !== 'COMPLETED') return response;
    done += 1;
    return done > 1 ? envelopeResponse(API_CODES.notFound, 'invoice.not.found') : response;
  };
};

const missingFaults = faultTable(
  {},
  allOperations.map((operation) => ({
    breaks: [servedClause(operation)],
    does: `${operation} is HTTP 404 behind the login.`,
    twist: respondWith(
      (request) => onPath(operation)(request) && request.agent !== undefined,
      (request) => httpError(request, 404),
    ),
  })),
);

/** The code says that the call was served, and the status is another one. */
const createdFaults = faultTable(
  {},
  allOperations.map((operation) => ({
    breaks: [servedClause(operation), 'CODE-ONLY-WITH-200'],
    does: `${operation} is HTTP 201 when it is served.`,
    twist: changeSuccess(on(operation), (response) => ({ ...response, status: 201 })),
  })),
);

/** Serves an operation to the first agent a few times, and then refuses it. Another agent's calls would break a clause of their own. */
const refuseAfter =
  (operation: string, times: number, status: number): Twist =>
  (right) => {
    let done = 0;
    return async (request) => {
      const response = await right(request);
      if (!on(operation)(request) || isOtherAgent(request) || !succeeded(response)) return response;
      done += 1;
      return done > times ? httpError(request, status) : response;
    };
  };

const REFUSED_AFTER: [operation: string, times: number, status: number][] = [
  ['OP-6', 3, 400],
  ['OP-8', 3, 404],
  ['OP-14', 3, 405],
];

const refusedLaterFaults = faultTable(
  {},
  REFUSED_AFTER.map(([operation, times, status]) => ({
    breaks: [servedClause(operation)],
    does: `${operation} is HTTP ${status} once it was served ${times} times.`,
    twist: refuseAfter(operation, times, status),
  })),
);

export const notServedFaults = [
  ...missingFaults,
  ...createdFaults,
  ...refusedLaterFaults,
  ...faultTable({ breaks: ['OP5-SERVED'] }, [
    {
      does: 'OP-5 is HTTP 405.',
      twist: changeSuccess(on('OP-5'), (_response, request) => httpError(request, 405)),
    },
    { does: 'OP-5 is a server error.', twist: changeSuccess(on('OP-5'), () => serverError) },
    {
      does: 'OP-5 fails at the gateway each time.',
      twist: changeSuccess(on('OP-5'), () => htmlPage(502)),
    },
    { does: 'The second customer has no OP-5.', twist: respondWith(isOfSecondCustomer('OP-5'), (request) => httpError(request, 404)) },
  ]),
  ...faultTable({}, [
    {
      breaks: ['OP8-SERVED'],
      does: 'OP-8 is HTTP 415.',
      twist: changeSuccess(on('OP-8'), (_response, request) => httpError(request, 415)),
    },
    {
      // Each of them moves money all the same.
      breaks: ['OP9-SERVED', 'REFUSAL-NOTHING-CHANGED'],
      does: 'OP-9 is HTTP 400.',
      twist: changeSuccess(on('OP-9'), (_response, request) => httpError(request, 400)),
    },
    {
      breaks: ['OP7-SERVED', 'CODE-ONLY-WITH-200'],
      does: 'OP-7 succeeds with HTTP 201.',
      twist: changeSuccess(on('OP-7'), (response) => ({ ...response, status: 201 })),
    },
    {
      breaks: ['OP9-SERVED'],
      does: 'OP-9 is a server error.',
      twist: changeSuccess(on('OP-9'), () => serverError),
    },
    {
      breaks: ['OP11-SERVED'],
      does: 'OP-11 is cut each time.',
      twist: onWire((request) => on('OP-11')(request) && request.agent !== undefined, { kind: 'truncate', bytes: 10 }),
    },
    {
      id: 'op15-busy-each-time',
      breaks: ['OP15-SERVED'],
      does: 'OP-15 alone is answered with 503 and asks us to come back at once, each time.',
      twist: changeSuccess(on('OP-15'), () => ({ ...htmlPage(503), headers: { 'retry-after': '0' } })),
    },
    {
      id: 'invoices-forgotten',
      breaks: ['OP11-SERVED'],
      does: 'Invoices are forgotten from the second that is done on, and tags are not: no reset of the data.',
      twist: forgetInvoices,
    },
    {
      breaks: ['ENVELOPE-BODY'],
      does: 'OP-1 is an HTML page each time.',
      twist: changeSuccess(on('OP-1'), () => htmlPage(200)),
    },
    {
      breaks: ['AUTH-TOKEN-ACCEPTED'],
      does: 'A fresh token opens nothing.',
      twist: respondWith(isBusiness, (request) => httpError(request, 401)),
    },
    {
      breaks: ['TOKEN-ACCESS-TOKEN'],
      does: 'The token answer has no access_token.',
      twist: changeResponse(on('TOKEN'), (response) => withJson(response, { token: 'artificial' })),
    },
    {
      breaks: ['TOKEN-ACCESS-TOKEN'],
      does: 'The token answer is empty.',
      twist: respondWith(on('TOKEN'), () => ({ status: 200, headers: {} })),
    },
    {
      breaks: ['TOKEN-SERVED'],
      does: 'The documented token request is HTTP 415.',
      twist: respondWith(on('TOKEN'), (request) => httpError(request, 415)),
    },
    {
      breaks: ['OP2-SERVED'],
      does: 'OP-2 succeeds with 4001.',
      twist: changeSuccess(on('OP-2'), () => envelopeResponse(API_CODES.notAuthorized, 'not.allowed')),
    },
    {
      // What is refused has no effect.
      breaks: ['OP13-SERVED', 'REFUSAL-NOTHING-CHANGED'],
      does: 'OP-13 succeeds with 4001.',
      twist: changeSuccess(on('OP-13'), () => envelopeResponse(API_CODES.notAuthorized, 'not.allowed')),
    },
    {
      id: 'account-field-renamed',
      breaks: ['OP7-SERVED'],
      does: 'OP-7 wants accountNumber instead of accountNo.',
      twist: changeRequest(on('OP-7'), (request) =>
        isObject(request.body) ? { ...request, body: { ...request.body, accountNo: request.body['accountNumber'] ?? null } } : request,
      ),
    },
  ]),
];
