import { faultTable } from '../table.ts';
import { json, httpError, text } from '../../http/responses.ts';
import type { ServiceRequest } from '../../http/exchange.ts';
import { changeResponse, combine, on, respondWith } from '../../twists/twists.ts';
import { withJson } from '../../twists/results.ts';
import { serverError } from '../../twists/responses.ts';

const actuator = on('ACTUATOR');
const hasBody = (request: ServiceRequest): boolean => actuator(request) && request.raw.length > 0;

/** Only the checks of these endpoints can notice these faults. */
const checks = ['ACTUATOR', 'ERROR', 'SERVICE'];

/** The clause of each row: `ACTUATOR-ENV-TO-MATCH` for GET `/actuator/env/{toMatch}`. */
const actuatorClauses = [
  ...['ROOT', 'ARCHAIUS', 'AUDITEVENTS', 'BEANS', 'CONDITIONS', 'CONFIGPROPS', 'ENV', 'ENV-POST', 'ENV-DELETE', 'ENV-TO-MATCH'],
  ...['FEATURES', 'FILTERS', 'HEALTH', 'HEAPDUMP', 'HTTPTRACE', 'INFO', 'LOGGERS', 'LOGGERS-NAME', 'LOGGERS-NAME-POST', 'MAPPINGS'],
  ...['METRICS', 'METRICS-NAME', 'REFRESH-POST', 'ROUTES', 'ROUTES-POST', 'ROUTES-FORMAT', 'SCHEDULEDTASKS', 'SERVICE-REGISTRY'],
  ...['SERVICE-REGISTRY-POST', 'THREADDUMP'],
].map((row) => `ACTUATOR-${row}`);
const namedClauses = ['ENV-TO-MATCH', 'LOGGERS-NAME', 'METRICS-NAME', 'ROUTES-FORMAT'].map((row) => `ACTUATOR-${row}`);

const refusedBodies = faultTable(
  { breaks: ['ACTUATOR-BODY-ACCEPTED'], checks },
  [400, 401, 403, 404, 415].map((status) => ({
    id: `operational-bodies-are-${status}`,
    does: `Bodies of operational requests are refused with HTTP ${status}.`,
    twist: changeResponse(hasBody, (_, request) => httpError(request, status)),
  })),
);

export const operationalEverywhereFaults = [
  ...refusedBodies,
  ...faultTable({ checks }, [
    {
      id: 'operational-bodies-are-a-server-error',
      breaks: ['ACTUATOR-BODY-ACCEPTED'],
      does: 'Bodies of operational requests are a server error.',
      twist: changeResponse(hasBody, () => serverError),
    },
    {
      id: 'operational-objects-are-arrays',
      breaks: ['ACTUATOR-OBJECT', 'ACTUATOR-LINKS'],
      does: 'Every operational object is an array.',
      twist: changeResponse(actuator, (response) => (response.json === undefined ? response : withJson(response, [response.json]))),
    },
    {
      id: 'operational-objects-are-null',
      breaks: ['ACTUATOR-OBJECT', 'ACTUATOR-LINKS'],
      does: 'Every operational object is null.',
      twist: changeResponse(actuator, (response) => (response.json === undefined ? response : withJson(response, null))),
    },
    {
      id: 'named-objects-are-arrays',
      breaks: ['ACTUATOR-OBJECT'],
      does: 'What is asked for by its name is an array.',
      twist: changeResponse(
        (request) => actuator(request) && request.path.split('/').length > 3,
        (response) => (response.status === 200 && response.json !== undefined ? withJson(response, [response.json]) : response),
      ),
    },
    {
      id: 'operational-objects-are-plain-text',
      breaks: ['ACTUATOR-MEDIA-TYPE'],
      does: 'Every operational object is JSON under text/plain.',
      twist: changeResponse(actuator, (response) =>
        response.json === undefined ? response : { ...response, headers: { 'content-type': 'text/plain' } },
      ),
    },
    {
      id: 'service-definitions-are-objects',
      breaks: ['SERVICE-STRING'],
      does: 'Every service definition, known or not, is an object.',
      twist: changeResponse(on('SERVICE'), () => json(200, { wallet: 'v3' })),
    },
    {
      id: 'operational-login-without-token',
      breaks: actuatorClauses,
      does: 'Operational calls without a token are sent to a login.',
      twist: respondWith(
        (request) => actuator(request) && request.headers.authorization === undefined,
        () => ({ status: 302, headers: { location: '/login' } }),
      ),
    },
    {
      id: 'unknown-names-are-gone',
      breaks: namedClauses,
      does: 'Operational names that are not known are HTTP 410.',
      twist: changeResponse(
        (request) => actuator(request) && request.path.endsWith('/dmt-conformance.testcase'),
        (_, request) => httpError(request, 410),
      ),
    },
    {
      id: 'operational-and-business-both-wrong',
      breaks: ['ACTUATOR-HEALTH', 'ERROR-POST', 'SERVICE-SERVED'],
      does: 'Operational answers, /error and service definitions are refused oddly, each in one place.',
      twist: combine(
        changeResponse(
          ({ path }) => path === '/actuator/health',
          (_, request) => httpError(request, 400),
        ),
        changeResponse(
          ({ method, path }) => method === 'POST' && path === '/error',
          (_, request) => httpError(request, 415),
        ),
        changeResponse(on('SERVICE'), () => text(400, 'text/plain', 'no')),
      ),
    },
  ]),
];
