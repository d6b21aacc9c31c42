import { faultTable } from '../table.ts';
import { json, httpError, text } from '../../http/responses.ts';
import type { Fault } from '../../catalog.ts';
import type { ServiceResponse, ServiceRequest, Twist } from '../../http/exchange.ts';
import { changeResponse, onRoute, respondWith, on, type When } from '../../twists/twists.ts';
import { answerInstead } from '../../twists/responses.ts';
import { answerStatus } from './statuses.ts';

const error = (method: string): When => onRoute(method, '/error');
const service = onRoute('GET', '/service/{servicename}');

/** Answers a known definition in another form. */
const defined = (form: (definition: string) => ServiceResponse): Twist =>
  changeResponse(service, (response) => (response.status === 200 ? form(Buffer.from(response.bytes ?? []).toString()) : response));

const page = '<!doctype html><title>Error</title><h1>Whitelabel Error Page</h1>';
const framework500 = (request: ServiceRequest): ServiceResponse =>
  json(500, { timestamp: new Date(request.clock.now()).toISOString(), status: 500, error: 'Internal Server Error', message: null });

/** A method of /error and a status that its row does not list. */
const METHODS: [clause: string, method: string, status: number][] = [
  ['ERROR-GET', 'GET', 405],
  ['ERROR-GET', 'GET', 204],
  ['ERROR-HEAD', 'HEAD', 405],
  ['ERROR-POST', 'POST', 204],
  ['ERROR-PUT', 'PUT', 501],
  ['ERROR-DELETE', 'DELETE', 201],
  ['ERROR-OPTIONS', 'OPTIONS', 405],
  ['ERROR-PATCH', 'PATCH', 201],
  ['ERROR-PATCH', 'PATCH', 501],
];

const statuses = faultTable(
  {},
  METHODS.map(([clause, method, status]) => ({
    id: `${clause.toLowerCase()}-is-${status}`,
    does: `${method} /error is answered with ${status}.`,
    breaks: [clause],
    twist: answerStatus(error(method), status),
  })),
);

const bodies = faultTable({ breaks: ['ERROR-OBJECT'] }, [
  { id: 'error-get-is-a-list', does: 'GET /error is a JSON array.', twist: answerInstead(error('GET'), json(200, ['None'])) },
  { id: 'error-post-is-text', does: 'POST /error is plain text.', twist: answerInstead(error('POST'), text(200, 'text/plain', 'None')) },
  { id: 'error-put-is-a-string', does: 'PUT /error is a JSON string.', twist: answerInstead(error('PUT'), json(200, 'None')) },
  { id: 'error-delete-is-null', does: 'DELETE /error is the JSON null.', twist: answerInstead(error('DELETE'), json(200, null)) },
  { id: 'error-options-is-a-list', does: 'OPTIONS /error is a JSON array.', twist: answerInstead(error('OPTIONS'), json(200, [])) },
  {
    id: 'error-patch-is-cut',
    does: 'PATCH /error is JSON without its end.',
    twist: answerInstead(error('PATCH'), text(200, 'application/json', '{"status":')),
  },
  {
    id: 'error-get-is-a-page',
    does: 'GET /error is a web page whatever the client accepts.',
    twist: answerInstead(error('GET'), text(200, 'text/html;charset=UTF-8', page)),
  },
]);

const failures = faultTable({}, [
  {
    id: 'error-is-500-with-object',
    warns: ['ERROR-FRAMEWORK-500'],
    does: '/error answers 500 with its JSON object, as the framework does.',
    twist: respondWith(on('ERROR'), framework500),
  },
  {
    id: 'error-get-is-500-with-text',
    breaks: ['ERROR-GET'],
    does: 'GET /error answers 500 with text.',
    twist: respondWith(error('GET'), () => text(500, 'text/plain', 'Internal Server Error')),
  },
]);

const definitions = [
  ...faultTable({ breaks: ['SERVICE-SERVED'] }, [
    {
      id: 'unknown-service-is-500',
      does: 'The definition of a service nobody knows is 500.',
      twist: changeResponse(service, (response, request) => (response.status === 404 ? httpError(request, 500) : response)),
    },
    {
      id: 'unknown-service-is-400',
      does: 'The definition of a service nobody knows is 400.',
      twist: changeResponse(service, (response, request) => (response.status === 404 ? httpError(request, 400) : response)),
    },
    { id: 'service-is-405', does: 'GET /service/{servicename} is 405.', twist: answerStatus(service, 405) },
    { id: 'service-is-201', does: 'A service definition is answered with 201.', twist: defined((found) => text(201, 'text/plain', found)) },
  ]),
  ...faultTable({ breaks: ['SERVICE-STRING'] }, [
    {
      id: 'service-is-an-object',
      does: 'A service definition is a JSON object.',
      twist: defined((definition) => json(200, { definition })),
    },
    { id: 'service-is-a-number', does: 'A service definition is a JSON number.', twist: defined(() => json(200, 3)) },
    {
      id: 'service-is-a-list',
      does: 'A service definition is a JSON array of lines.',
      twist: defined((found) => json(200, found.split(', '))),
    },
    {
      id: 'service-is-unquoted',
      does: 'A service definition is bare text under the media type of JSON.',
      twist: defined((found) => text(200, 'application/json', found)),
    },
    {
      id: 'service-is-an-object-in-vendor-json',
      does: 'A service definition is an object under a vendor type of JSON.',
      twist: defined((definition) => json(200, { definition }, 'application/vnd.service.actuator.v2+json')),
    },
  ]),
];

export const errorAndServiceFaults: Fault[] = [...statuses, ...bodies, ...failures, ...definitions];
