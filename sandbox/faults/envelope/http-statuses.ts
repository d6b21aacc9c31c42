import { API_CODES } from '../../http/codes.ts';
import { faultTable } from '../table.ts';
import { json, httpError, refusalResponse } from '../../http/responses.ts';
import type { Fault } from '../../catalog.ts';
import type { ServiceResponse, ServiceRequest, Twist } from '../../http/exchange.ts';
import { field, isObject, type Json } from '../../http/json.ts';
import type { Refusal } from '../../service/policy.ts';
import { UUID_FORM } from '../../twists/requests.ts';
import { changeResponse, changeRequest, isBusiness, isBusinessPath, on, onPath, type When, succeeded } from '../../twists/twists.ts';

const hasToken: When = ({ agent }) => agent !== undefined;

/** GET on a path that requires POST, or the reverse. */
const isWrongMethodOn =
  (...operations: string[]): When =>
  (request) =>
    request.operation === undefined &&
    hasToken(request) &&
    (request.method === 'GET' || request.method === 'POST') &&
    onPath(...operations)(request);

const GETS = ['OP-1', 'OP-2', 'OP-5', 'OP-6', 'OP-10', 'OP-11', 'OP-14', 'OP-15'];
const POSTS = ['OP-3', 'OP-4', 'OP-7', 'OP-8', 'OP-9', 'OP-13', 'OP-16'];

/** Replaces answers with this HTTP status. */
const replaceStatusWhen = (status: number, when: When, other: (request: ServiceRequest) => ServiceResponse): Twist =>
  changeResponse(when, (response, request) => (response.status === status ? other(request) : response));

const serveEitherWay = (operation: string): Twist =>
  changeRequest(isWrongMethodOn(operation), (request) => ({ ...request, method: request.method === 'GET' ? 'POST' : 'GET', operation }));

const methodFaults = [
  ...faultTable({ breaks: ['HTTP-415'] }, [
    {
      id: 'get-for-post-is-400',
      does: 'GET where POST is required is 400.',
      twist: replaceStatusWhen(415, isWrongMethodOn(...POSTS), (request) => httpError(request, 400)),
    },
    {
      id: 'wrong-method-is-403',
      does: 'OP-6 forbids POST with 403.',
      twist: replaceStatusWhen(415, isWrongMethodOn('OP-6'), (request) => httpError(request, 403)),
    },
    {
      id: 'wrong-method-is-4001',
      does: 'OP-9 answers GET with code 4001.',
      twist: replaceStatusWhen(415, isWrongMethodOn('OP-9'), (request) =>
        refusalResponse(request, API_CODES.notAuthorized, 'method.wrong'),
      ),
    },
    { id: 'post-reads-sources', does: 'OP-2 is served under POST as well.', twist: serveEitherWay('OP-2') },
    { id: 'post-reads-agent-balance', does: 'OP-15 is served under POST as well.', twist: serveEitherWay('OP-15') },
    { id: 'get-tags', does: 'OP-4 is served under GET as well.', twist: serveEitherWay('OP-4') },
    { id: 'get-names-scheme', does: 'OP-8 is served under GET as well.', twist: serveEitherWay('OP-8') },
  ]),
  ...faultTable({}, [
    {
      id: 'post-for-get-is-404',
      breaks: ['HTTP-415'],
      warns: ['HTTP-LISTED'],
      does: 'POST where GET is required is 404.',
      twist: replaceStatusWhen(415, isWrongMethodOn(...GETS), (request) => httpError(request, 404)),
    },
    {
      id: 'get-for-post-is-405',
      breaks: ['HTTP-415'],
      warns: ['HTTP-LISTED'],
      does: 'GET where POST is required is 405.',
      twist: replaceStatusWhen(415, isWrongMethodOn(...POSTS), (request) => httpError(request, 405)),
    },
    {
      id: 'wrong-method-is-500',
      breaks: ['HTTP-415', 'HTTP-NO-5XX'],
      does: 'OP-13 stumbles over GET.',
      twist: replaceStatusWhen(415, isWrongMethodOn('OP-13'), (request) => httpError(request, 500)),
    },
  ]),
];

const isBrokenOn =
  (...operations: string[]): When =>
  (request) =>
    request.malformed && hasToken(request) && on(...operations)(request);

const validationFailed = (request: ServiceRequest): ServiceResponse =>
  refusalResponse(request, API_CODES.validationFailed, 'payload.invalid');

const payloadFaults = [
  ...faultTable({ breaks: ['HTTP-400'] }, [
    {
      id: 'broken-json-is-4160-op-3',
      does: 'OP-3 answers broken JSON with code 4160.',
      twist: replaceStatusWhen(400, isBrokenOn('OP-3'), validationFailed),
    },
    {
      id: 'broken-json-is-4160-op-9',
      does: 'OP-9 answers broken JSON with code 4160.',
      twist: replaceStatusWhen(400, isBrokenOn('OP-9'), validationFailed),
    },
    {
      id: 'broken-json-is-415',
      does: 'OP-7 answers broken JSON with 415.',
      twist: replaceStatusWhen(400, isBrokenOn('OP-7'), (request) => httpError(request, 415)),
    },
    {
      id: 'broken-json-is-403',
      does: 'OP-13 answers broken JSON with 403.',
      twist: replaceStatusWhen(400, isBrokenOn('OP-13'), (request) => httpError(request, 403)),
    },
    {
      id: 'broken-json-mended',
      does: 'OP-3 reads the mobile out of JSON that is cut off.',
      twist: changeRequest(isBrokenOn('OP-3'), (request) => ({
        ...request,
        malformed: false,
        body: { object: Number(/\d+/.exec(Buffer.from(request.raw).toString('utf8'))?.[0].padEnd(10, '0') ?? 0) },
      })),
    },
  ]),
  ...faultTable({}, [
    {
      id: 'broken-json-is-422',
      breaks: ['HTTP-400'],
      warns: ['HTTP-LISTED'],
      does: 'OP-16 answers broken JSON with 422.',
      twist: replaceStatusWhen(400, isBrokenOn('OP-16'), (request) => httpError(request, 422)),
    },
    {
      id: 'broken-json-is-500',
      breaks: ['HTTP-400', 'HTTP-NO-5XX'],
      does: 'OP-12 stumbles over broken JSON.',
      twist: replaceStatusWhen(400, isBrokenOn('OP-12'), (request) => httpError(request, 500)),
    },
  ]),
];

/** The documented types of each field; `object` of OP-3 may be a number or text. */
const TYPES: Record<string, Record<string, string[]>> = {
  'OP-3': { object: ['number', 'string'] },
  'OP-7': { accountNo: ['string'], ifscCode: ['string'], name: ['string'] },
  'OP-9': { amount: ['number'], correlationId: ['string'], from: ['string'], to: ['string'], type: ['string'], options: ['object'] },
  'OP-12': { mpin: ['string'], otp: ['string'], state: ['string'] },
  'OP-13': { object: ['boolean'] },
  'OP-16': { userType: ['string'], name: ['string'], mobile: ['number'], email: ['string'], subAgentTag: ['string'] },
};

/** The payload is no object, or a field has another type than documented. */
const isMistypedOn =
  (operation: string): When =>
  (request) =>
    on(operation)(request) &&
    hasToken(request) &&
    request.body !== undefined &&
    (!isObject(request.body) || hasMistyped(request.body, TYPES[operation] ?? {}));

const hasMistyped = (body: Json, types: Record<string, string[]>): boolean =>
  Object.entries(types).some(([name, allowed]) => {
    const value = field(body, name);
    return value !== undefined && (value === null || !allowed.includes(typeof value));
  });

const refuseMistyped = (operation: string, status: number): Twist =>
  changeResponse(isMistypedOn(operation), (response, request) => (succeeded(response) ? response : httpError(request, status)));

const refuseNonUuids: Twist = changeResponse(
  (request) => on('OP-5')(request) && hasToken(request) && !UUID_FORM.test(request.path.split('/').at(-1) ?? ''),
  (_answer, request) => httpError(request, 500),
);

const valueFaults = [
  ...faultTable(
    { breaks: ['HTTP-NO-5XX'] },
    Object.keys(TYPES).map((operation) => ({
      id: `mistyped-field-is-500-${operation.toLowerCase()}`,
      does: `${operation} stumbles over a field of another type.`,
      twist: refuseMistyped(operation, 500),
    })),
  ),
  ...faultTable({ warns: ['HTTP-LISTED'] }, [
    { id: 'mistyped-field-is-404', does: 'OP-13 answers a field of another type with 404.', twist: refuseMistyped('OP-13', 404) },
    { id: 'mistyped-field-is-405', does: 'OP-3 answers a field of another type with 405.', twist: refuseMistyped('OP-3', 405) },
    { id: 'mistyped-field-is-422', does: 'OP-9 answers a field of another type with 422.', twist: refuseMistyped('OP-9', 422) },
  ]),
  ...faultTable({ breaks: ['HTTP-NO-5XX'] }, [
    { id: 'sender-id-no-uuid-is-500', does: 'OP-5 stumbles over a sender id that is no UUID.', twist: refuseNonUuids },
    {
      id: 'unknown-source-is-500',
      does: 'OP-8 stumbles over a payment source it does not know.',
      twist: changeResponse(
        (request) =>
          on('OP-8')(request) && hasToken(request) && !['bank', 'wallet'].includes(request.query.get('paymentSource') ?? 'wallet'),
        (_answer, request) => httpError(request, 500),
      ),
    },
    {
      id: 'unknown-user-type-is-500',
      does: 'OP-1 stumbles over a user type it does not know.',
      twist: changeResponse(
        (request) => on('OP-1')(request) && hasToken(request) && !/\/(subAgent|customer)\/[^/]*$/.test(request.path),
        (_answer, request) => httpError(request, 500),
      ),
    },
  ]),
];

/** Most partners send this header, and the document does not ask for it. */
const acceptFaults = faultTable({ breaks: ['HTTP-NO-5XX'], way: 'accept-*' }, [
  {
    id: 'accept-json-is-500',
    does: 'Every operation stumbles over Accept: application/json.',
    twist: changeResponse(
      (request) => isBusinessPath(request) && hasToken(request) && request.headers.accept === 'application/json',
      (_answer, request) => httpError(request, 500),
    ),
  },
]);

const withCode = (status: number, code: Refusal, when: When): Twist =>
  replaceStatusWhen(status, when, (request) => ({ ...refusalResponse(request, code, 'refused'), status }));

const codeFaults = faultTable({ breaks: ['CODE-ONLY-WITH-200'] }, [
  { id: 'code-with-400', does: 'HTTP 400 carries code 4160.', twist: withCode(400, API_CODES.validationFailed, isBusiness) },
  { id: 'code-with-401', does: 'HTTP 401 carries code 4001.', twist: withCode(401, API_CODES.notAuthorized, isBusiness) },
  { id: 'code-with-415', does: 'HTTP 415 carries code 4000.', twist: withCode(415, API_CODES.systemFailure, onPath(...GETS, ...POSTS)) },
  {
    id: 'code-with-415-on-one',
    does: 'HTTP 415 of OP-10 carries code 4160.',
    twist: withCode(415, API_CODES.validationFailed, onPath('OP-10')),
  },
  {
    id: 'text-code-with-400',
    does: 'HTTP 400 of OP-16 carries its code as text.',
    twist: replaceStatusWhen(400, on('OP-16'), () => json(400, { status: { message: 'bad request', code: '4160' }, result: null })),
  },
  {
    id: 'success-code-with-4xx',
    does: 'Every HTTP 4xx carries code 2000.',
    everywhere: true,
    twist: changeResponse(isBusinessPath, (response) =>
      response.status >= 400 && response.status < 500
        ? json(response.status, { status: { message: 'refused', code: API_CODES.success }, result: null })
        : response,
    ),
  },
]);

export const httpStatusFaults: Fault[] = [...methodFaults, ...payloadFaults, ...valueFaults, ...acceptFaults, ...codeFaults];
