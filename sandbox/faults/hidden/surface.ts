import { htmlPage, serverError } from '../../twists/responses.ts';
import { json, text, httpError } from '../../http/responses.ts';
import type { Twist } from '../../http/exchange.ts';
import { isObject, type Json } from '../../http/json.ts';
import { editPlaces, operationPath } from '../../description/edit.ts';
import { field } from '../../http/json.ts';
import { allOf } from '../../twists/circumstances.ts';
import { findSender, headerText } from '../../twists/requests.ts';
import {
  apiCode,
  changeResponse,
  changeSuccess,
  isBusiness,
  on,
  onRoute,
  respondWith,
  succeeded,
  withStatus,
  type When,
} from '../../twists/twists.ts';
import { withoutResult, withoutStatusField } from '../../twists/responses.ts';
import type { ServiceResponse } from '../../http/exchange.ts';
import { faultTable } from '../table.ts';

/** Changes the envelopes of refusals alone. */
const changeRefusals = (when: When, change: (response: ServiceResponse) => ServiceResponse): Twist =>
  changeResponse(when, (response) =>
    apiCode(response) === undefined || succeeded(response) || response.status !== 200 ? response : change(response),
  );

const apiCodeOf = (response: ServiceResponse): number => Number(apiCode(response));

const withResultOf =
  (value: Json) =>
  (response: ServiceResponse): ServiceResponse =>
    isObject(response.json) ? { ...response, json: { ...response.json, result: value } } : response;

const labeled =
  (type: string) =>
  (response: ServiceResponse): ServiceResponse => ({ ...response, headers: { ...response.headers, 'content-type': type } });

const isRepeated: When = (request) =>
  on('OP-9')(request) &&
  request.agent !== undefined &&
  [...request.store.invoices.values()].some(({ correlationId }) => correlationId === field(request.body, 'correlationId'));

const envelopes = faultTable({ prefix: 'surface-' }, [
  { breaks: ['ENVELOPE-RESULT'], does: 'The result of a refusal is text.', twist: changeRefusals(isBusiness, withResultOf('none')) },
  {
    breaks: ['ENVELOPE-RESULT'],
    does: 'The result of a refusal of OP-7 is false.',
    twist: changeRefusals(on('OP-7'), withResultOf(false)),
  },
  { breaks: ['ENVELOPE-RESULT'], does: 'A refusal of OP-12 has no result.', twist: changeRefusals(on('OP-12'), withoutResult) },
  {
    breaks: ['ENVELOPE-STATUS-MESSAGE'],
    does: 'A refusal of OP-13 has no message.',
    twist: changeRefusals(on('OP-13'), (response) => withoutStatusField(response, 'message')),
  },
  {
    breaks: ['ENVELOPE-STATUS-MESSAGE'],
    does: 'The message of a refusal of OP-9 is a list.',
    twist: changeRefusals(on('OP-9'), (response) => withStatus(response, { message: ['refused'] })),
  },
  {
    breaks: ['ENVELOPE-STATUS-CODE'],
    does: 'The code of an unknown transfer is text.',
    twist: changeRefusals(on('OP-10'), (response) => withStatus(response, { code: String(apiCodeOf(response)) })),
  },
  {
    breaks: ['CODE-LISTED'],
    does: 'The code of an unknown invoice is 4041.',
    twist: changeRefusals(on('OP-11'), (response) => withStatus(response, { code: 4041 })),
  },
  { breaks: ['ENVELOPE-MEDIA-TYPE'], does: 'OP-9 labels its envelope text/html.', twist: changeSuccess(on('OP-9'), labeled('text/html')) },
  {
    breaks: ['ENVELOPE-MEDIA-TYPE'],
    does: 'OP-7 labels its envelope text/html.',
    twist: changeSuccess(on('OP-7'), labeled('text/html;charset=utf-8')),
  },
  { breaks: ['ENVELOPE-MEDIA-TYPE'], does: 'Refusals are labeled text/plain.', twist: changeRefusals(isBusiness, labeled('text/plain')) },
  {
    breaks: ['HTTP-NO-5XX'],
    does: 'OP-2 is a server error for somebody who accepts JSON alone.',
    twist: respondWith(
      (request) => on('OP-2')(request) && request.agent !== undefined && headerText(request, 'accept') === 'application/json',
      () => serverError,
    ),
  },
  {
    breaks: ['HTTP-NO-5XX'],
    does: 'A transfer asked for again under its correlationId is a server error.',
    twist: respondWith(isRepeated, () => serverError),
  },
  {
    breaks: ['HTTP-NO-5XX'],
    does: 'OP-14 without a session is a server error.',
    twist: respondWith(
      (request) => on('OP-14')(request) && request.agent !== undefined && !request.query.has('sessionId'),
      () => serverError,
    ),
  },
  {
    breaks: ['HTTP-NO-5XX'],
    does: 'OP-6 is a server error for somebody who accepts JSON alone.',
    twist: respondWith(
      (request) => on('OP-6')(request) && request.agent !== undefined && headerText(request, 'accept') === 'application/json',
      () => serverError,
    ),
  },
  {
    breaks: ['OP6-SERVED'],
    does: 'OP-6 is a server error for a sender with five beneficiaries.',
    twist: changeSuccess(on('OP-6'), (response, request) => ((findSender(request)?.beneficiaries.size ?? 0) >= 5 ? serverError : response)),
  },
  {
    breaks: ['OP14-SERVED'],
    does: 'OP-14 is a server error once the wallet is empty.',
    twist: changeSuccess(on('OP-14'), (response, request) => ((findSender(request)?.balance ?? 1) <= 0 ? serverError : response)),
  },
]);

const isUiPage: When = ({ path }) => path === '/swagger-ui.html';

const descriptions = [
  ...faultTable({ prefix: 'surface-', breaks: ['SWAGGER-UI-SERVED'] }, [
    { does: 'The page of the description is empty.', twist: respondWith(isUiPage, () => text(200, 'text/html', '')) },
    { does: 'The page of the description is plain text.', twist: respondWith(isUiPage, () => text(200, 'text/plain', 'see v2/api-docs')) },
    {
      does: 'The page of the description redirects to itself.',
      twist: respondWith(isUiPage, () => ({ status: 302, headers: { location: '/swagger-ui.html' } })),
    },
    { does: 'The page of the description is JSON.', twist: respondWith(isUiPage, () => json(200, {})) },
  ]),
  ...faultTable({ prefix: 'surface-', breaks: ['SWAGGER-PARAMETERS'] }, [
    {
      does: 'servicename is described as an integer.',
      twist: editPlaces([
        operationPath('GET', '/service/{servicename}', 'parameters'),
        (parameters) =>
          Array.isArray(parameters)
            ? parameters.map((one) => (isObject(one) && field(one, 'name') === 'servicename' ? { ...one, type: 'integer' } : one))
            : parameters,
      ]),
    },
  ]),
];

const isAnonymous: When = ({ headers }) => headers.authorization === undefined;

/** Path, clause and status of an operational endpoint that stumbles without a token. */
const CLOSED: [path: string, clause: string, status: number][] = [
  ['/actuator/beans', 'ACTUATOR-BEANS', 302],
  ['/actuator/health', 'ACTUATOR-HEALTH', 500],
  ['/actuator/env', 'ACTUATOR-ENV', 302],
  ['/actuator/metrics', 'ACTUATOR-METRICS', 500],
  ['/error', 'ERROR-GET', 302],
];

const closedEndpoints = faultTable(
  { prefix: 'surface-' },
  CLOSED.map(([path, clause, status]) => ({
    breaks: [clause],
    does: `GET ${path} is HTTP ${status} without a token.`,
    twist: respondWith(
      (request) => request.method === 'GET' && request.path === path && isAnonymous(request),
      (request) => (status === 302 ? { status, headers: { location: '/login' } } : httpError(request, status)),
    ),
  })),
);

const foundNothing = (template: string, response: ServiceResponse): Twist =>
  changeResponse(onRoute('GET', template), (right) => (right.status === 404 ? response : right));

const unknownNames = [
  ...faultTable({ prefix: 'surface-', breaks: ['ACTUATOR-OBJECT'] }, [
    { does: 'An unknown logger is an empty list.', twist: foundNothing('/actuator/loggers/{name}', json(200, [])) },
    { does: 'An unknown metric is an empty list.', twist: foundNothing('/actuator/metrics/{requiredMetricName}', json(200, [])) },
    { does: 'An unknown property is an empty list.', twist: foundNothing('/actuator/env/{toMatch}', json(200, [])) },
    { does: 'An unknown metric is null.', twist: foundNothing('/actuator/metrics/{requiredMetricName}', json(200, null)) },
  ]),
  ...faultTable({ prefix: 'surface-' }, [
    {
      breaks: ['SERVICE-SERVED'],
      does: 'A service definition leads to a login page without a token.',
      twist: respondWith(allOf(onRoute('GET', '/service/{servicename}'), isAnonymous), () => ({
        status: 302,
        headers: { location: '/login' },
      })),
    },
    {
      breaks: ['SERVICE-SERVED'],
      does: 'An unknown service is a server error.',
      twist: foundNothing('/service/{servicename}', htmlPage(500)),
    },
    {
      breaks: ['ACTUATOR-LOGGERS-NAME'],
      does: 'An unknown logger is a server error.',
      twist: foundNothing('/actuator/loggers/{name}', serverError),
    },
    {
      breaks: ['ACTUATOR-ENV-TO-MATCH'],
      does: 'An unknown property is HTTP 400.',
      twist: foundNothing('/actuator/env/{toMatch}', htmlPage(400)),
    },
  ]),
];

export const hiddenSurfaceFaults = [...envelopes, ...descriptions, ...closedEndpoints, ...unknownNames];
