import { faultTable } from '../table.ts';
import { json, httpError, text } from '../../http/responses.ts';
import type { Fault } from '../../catalog.ts';
import type { ServiceResponse, Twist } from '../../http/exchange.ts';
import type { Json } from '../../http/json.ts';
import { changeResponse, onRoute, everyNth, respondWith, on, type When } from '../../twists/twists.ts';
import { answerInstead } from '../../twists/responses.ts';
import { answerStatus } from './statuses.ts';

const isActuator = on('ACTUATOR');
const onActuatorGet = (name: string): When => onRoute('GET', `/actuator/${name}`);

/** The body of a refusal is open, so only HTTP 200 is changed. */
const changeSuccessful = (when: When, change: (response: ServiceResponse) => ServiceResponse): Twist =>
  changeResponse(when, (response) => (response.status === 200 ? change(response) : response));

/** Answers another JSON value in the media type of the honest answer. */
const answerJson = (when: When, value: Json): Twist => changeSuccessful(when, (response) => ({ ...response, json: value }));

const answerMediaType = (when: When, type: string): Twist =>
  changeSuccessful(when, (response) => ({ ...response, headers: { ...response.headers, 'content-type': type } }));

const refuseWith = (when: When, status: number): Twist =>
  respondWith(
    (request) => when(request) && request.raw.length > 0,
    (request) => httpError(request, status),
  );

const isPlainJsonRow: When = (request) => isActuator(request) && !/^\/actuator(\/heapdump|\/loggers\/[^/]+)?$/.test(request.path);

const html = '<!doctype html><title>Operations</title><h1>Operations</h1>';

const objectFaults = faultTable({ breaks: ['ACTUATOR-OBJECT'] }, [
  { id: 'beans-are-a-list', does: 'GET /actuator/beans is a JSON array.', twist: answerJson(onActuatorGet('beans'), [{ name: 'a bean' }]) },
  { id: 'health-is-a-string', does: 'GET /actuator/health is a JSON string.', twist: answerJson(onActuatorGet('health'), 'UP') },
  { id: 'info-is-null', does: 'GET /actuator/info is the JSON null.', twist: answerJson(onActuatorGet('info'), null) },
  { id: 'metric-is-a-number', does: 'One metric is a bare number.', twist: answerJson(onActuatorGet('metrics/{requiredMetricName}'), 2) },
  {
    id: 'metrics-are-a-list',
    does: 'GET /actuator/metrics is the list of names alone.',
    twist: answerJson(onActuatorGet('metrics'), ['cpu.count']),
  },
  { id: 'filters-are-false', does: 'GET /actuator/filters is a JSON boolean.', twist: answerJson(onActuatorGet('filters'), false) },
  {
    id: 'refresh-is-a-list',
    does: 'POST /actuator/refresh answers the list of what changed.',
    twist: answerJson(onRoute('POST', '/actuator/refresh'), []),
  },
  {
    id: 'reset-is-a-string',
    does: 'DELETE /actuator/env answers a JSON string.',
    twist: answerJson(onRoute('DELETE', '/actuator/env'), 'done'),
  },
  {
    id: 'threads-are-text',
    does: 'GET /actuator/threaddump holds text that is not JSON under the media type of JSON.',
    twist: answerInstead(onActuatorGet('threaddump'), text(200, 'application/json', 'Full thread dump\n"main" runnable')),
  },
  {
    id: 'mappings-are-cut',
    does: 'GET /actuator/mappings is JSON without its end.',
    twist: answerInstead(onActuatorGet('mappings'), text(200, 'application/json', '{"contexts":{"application":')),
  },
  {
    id: 'conditions-are-empty',
    does: 'GET /actuator/conditions is 200 with an empty body.',
    twist: answerInstead(onActuatorGet('conditions'), text(200, 'application/json', '')),
  },
  {
    id: 'a-list-now-and-then',
    does: 'Every fifth operational answer is an array around the object.',
    twist: everyNth(
      5,
      isPlainJsonRow,
      changeSuccessful(isPlainJsonRow, (response) => ({ ...response, json: [response.json ?? null] })),
    ),
  },
]);

const mediaTypeFaults = faultTable({ breaks: ['ACTUATOR-MEDIA-TYPE'] }, [
  {
    id: 'health-labeled-html',
    does: 'GET /actuator/health is JSON called text/html.',
    twist: answerMediaType(onActuatorGet('health'), 'text/html'),
  },
  {
    id: 'env-labeled-text',
    does: 'GET /actuator/env is JSON called text/plain.',
    twist: answerMediaType(onActuatorGet('env'), 'text/plain;charset=UTF-8'),
  },
  {
    id: 'refresh-labeled-text',
    does: 'POST /actuator/refresh is JSON called text/plain.',
    twist: answerMediaType(onRoute('POST', '/actuator/refresh'), 'text/plain'),
  },
  {
    id: 'other-actuator-version',
    does: 'Operational answers are marked as version 1 of their media type.',
    twist: answerMediaType(isPlainJsonRow, 'application/vnd.service.actuator.v1+json'),
  },
  {
    id: 'features-are-a-page',
    does: 'GET /actuator/features is a web page.',
    twist: answerInstead(onActuatorGet('features'), text(200, 'text/html;charset=UTF-8', html)),
  },
  {
    id: 'routes-are-unlabeled',
    does: 'GET /actuator/routes names no media type.',
    twist: changeResponse(onActuatorGet('routes'), (response) => ({ ...response, headers: {} })),
  },
  {
    id: 'links-labeled-hal',
    does: 'GET /actuator is called application/hal+json.',
    twist: answerMediaType(onRoute('GET', '/actuator'), 'application/hal+json'),
  },
]);

const isHeapdump = onActuatorGet('heapdump');

const heapdumpFaults = faultTable({ breaks: ['ACTUATOR-HEAPDUMP-OCTETS'] }, [
  { id: 'heapdump-is-json', does: 'The heap dump is a JSON object.', twist: answerInstead(isHeapdump, json(200, { dump: 'none' })) },
  { id: 'heapdump-is-text', does: 'The heap dump is text.', twist: answerInstead(isHeapdump, text(200, 'text/plain', 'JAVA PROFILE')) },
  { id: 'heapdump-labeled-zip', does: 'The heap dump is called application/zip.', twist: answerMediaType(isHeapdump, 'application/zip') },
]);

const bodyFaults = faultTable({ breaks: ['ACTUATOR-BODY-ACCEPTED'] }, [
  {
    id: 'get-body-is-400',
    does: 'A body on an operational GET is 400.',
    twist: refuseWith((request) => isActuator(request) && request.method === 'GET', 400),
  },
  { id: 'beans-body-is-415', does: 'A body on GET /actuator/beans is 415.', twist: refuseWith(onActuatorGet('beans'), 415) },
  { id: 'links-body-is-400', does: 'A body on GET /actuator is 400.', twist: refuseWith(onRoute('GET', '/actuator'), 400) },
  { id: 'heapdump-body-is-413', does: 'A body on GET /actuator/heapdump is 413.', twist: refuseWith(isHeapdump, 413) },
  { id: 'metric-body-is-400', does: 'A body on a metric is 400.', twist: refuseWith(onActuatorGet('metrics/{requiredMetricName}'), 400) },
  { id: 'delete-body-is-400', does: 'A body on DELETE /actuator/env is 400.', twist: refuseWith(onRoute('DELETE', '/actuator/env'), 400) },
  { id: 'env-body-is-415', does: 'A body on POST /actuator/env is 415.', twist: refuseWith(onRoute('POST', '/actuator/env'), 415) },
  {
    id: 'registry-body-is-400',
    does: 'A body on POST /actuator/service-registry is 400.',
    twist: refuseWith(onRoute('POST', '/actuator/service-registry'), 400),
  },
]);

const answerNotFound = (when: When, status: number): Twist =>
  changeResponse(when, (response, request) => (response.status === 404 ? httpError(request, status) : response));

/** Wrong statuses for some requests of a row only. */
const httpStatusFaults = faultTable({}, [
  {
    id: 'unknown-metric-is-500',
    breaks: ['ACTUATOR-METRICS-NAME'],
    does: 'A metric nobody knows is 500.',
    twist: answerNotFound(onActuatorGet('metrics/{requiredMetricName}'), 500),
  },
  {
    id: 'unknown-property-is-400',
    breaks: ['ACTUATOR-ENV-TO-MATCH'],
    does: 'A property nobody knows is 400.',
    twist: answerNotFound(onActuatorGet('env/{toMatch}'), 400),
  },
  {
    id: 'unknown-logger-is-204',
    breaks: ['ACTUATOR-LOGGERS-NAME'],
    does: 'A logger nobody knows is 204.',
    twist: changeResponse(onActuatorGet('loggers/{name}'), (response) =>
      response.status === 404 ? { status: 204, headers: {} } : response,
    ),
  },
  {
    id: 'body-makes-202',
    breaks: ['ACTUATOR-ARCHAIUS'],
    does: 'GET /actuator/archaius with a body is answered with 202.',
    twist: answerStatus((request) => onActuatorGet('archaius')(request) && request.raw.length > 0, 202),
  },
  {
    id: 'loggers-take-no-json',
    breaks: ['ACTUATOR-BODY-ACCEPTED'],
    does: 'POST /actuator/loggers/{name} answers JSON with 415.',
    twist: respondWith(
      (request) => onRoute('POST', '/actuator/loggers/{name}')(request) && request.headers['content-type']?.includes('json') === true,
      (request) => httpError(request, 415),
    ),
  },
]);

export const operationalContentFaults: Fault[] = [
  ...objectFaults,
  ...mediaTypeFaults,
  ...heapdumpFaults,
  ...bodyFaults,
  ...httpStatusFaults,
];
