import { faultTable } from '../table.ts';
import { json, httpError, text } from '../../http/responses.ts';
import type { Fault } from '../../catalog.ts';
import type { ServiceResponse, Twist } from '../../http/exchange.ts';
import type { Json } from '../../http/json.ts';
import { changeResponse, onRoute, everyNth, respondWith, on, type When } from '../../twists/twists.ts';
import { answered } from './statuses.ts';

const actuator = on('ACTUATOR');
const get = (name: string): When => onRoute('GET', `/actuator/${name}`);

/** What a refusal holds is open. */
const succeeding = (when: When, change: (response: ServiceResponse) => ServiceResponse): Twist =>
  changeResponse(when, (response) => (response.status === 200 ? change(response) : response));

/** Another JSON value, in the media type of the honest answer. */
const holding = (when: When, value: Json): Twist => succeeding(when, (response) => ({ ...response, json: value }));

const inMedia = (when: When, type: string): Twist =>
  succeeding(when, (response) => ({ ...response, headers: { ...response.headers, 'content-type': type } }));

const replaced = (when: When, response: ServiceResponse): Twist => changeResponse(when, () => response);

const refusing = (when: When, status: number): Twist =>
  respondWith(
    (request) => when(request) && request.raw.length > 0,
    (request) => httpError(request, status),
  );

/** Rows whose answer is a bare JSON object. */
const bare: When = (request) => actuator(request) && !/^\/actuator(\/heapdump|\/loggers\/[^/]+)?$/.test(request.path);

const html = '<!doctype html><title>Operations</title><h1>Operations</h1>';

/** Answers that are no JSON object. */
const objects = faultTable({ breaks: ['ACTUATOR-OBJECT'] }, [
  { id: 'beans-are-a-list', does: 'GET /actuator/beans is a JSON array.', twist: holding(get('beans'), [{ name: 'a bean' }]) },
  { id: 'health-is-a-string', does: 'GET /actuator/health is a JSON string.', twist: holding(get('health'), 'UP') },
  { id: 'info-is-null', does: 'GET /actuator/info is the JSON null.', twist: holding(get('info'), null) },
  { id: 'metric-is-a-number', does: 'One metric is a bare number.', twist: holding(get('metrics/{requiredMetricName}'), 2) },
  { id: 'metrics-are-a-list', does: 'GET /actuator/metrics is the list of names alone.', twist: holding(get('metrics'), ['cpu.count']) },
  { id: 'filters-are-false', does: 'GET /actuator/filters is a JSON boolean.', twist: holding(get('filters'), false) },
  {
    id: 'refresh-is-a-list',
    does: 'POST /actuator/refresh answers the list of what changed.',
    twist: holding(onRoute('POST', '/actuator/refresh'), []),
  },
  {
    id: 'reset-is-a-string',
    does: 'DELETE /actuator/env answers a JSON string.',
    twist: holding(onRoute('DELETE', '/actuator/env'), 'done'),
  },
  {
    id: 'threads-are-text',
    does: 'GET /actuator/threaddump holds text that is not JSON under the media type of JSON.',
    twist: replaced(get('threaddump'), text(200, 'application/json', 'Full thread dump\n"main" runnable')),
  },
  {
    id: 'mappings-are-cut',
    does: 'GET /actuator/mappings is JSON without its end.',
    twist: replaced(get('mappings'), text(200, 'application/json', '{"contexts":{"application":')),
  },
  {
    id: 'conditions-are-empty',
    does: 'GET /actuator/conditions is 200 with an empty body.',
    twist: replaced(get('conditions'), text(200, 'application/json', '')),
  },
  {
    id: 'a-list-now-and-then',
    does: 'Every fifth operational answer is an array around the object.',
    twist: everyNth(
      5,
      bare,
      succeeding(bare, (response) => ({ ...response, json: [response.json ?? null] })),
    ),
  },
]);

/** Answers in a media type that is none of the two. */
const mediaTypes = faultTable({ breaks: ['ACTUATOR-MEDIA-TYPE'] }, [
  { id: 'health-labeled-html', does: 'GET /actuator/health is JSON called text/html.', twist: inMedia(get('health'), 'text/html') },
  { id: 'env-labeled-text', does: 'GET /actuator/env is JSON called text/plain.', twist: inMedia(get('env'), 'text/plain;charset=UTF-8') },
  {
    id: 'refresh-labeled-text',
    does: 'POST /actuator/refresh is JSON called text/plain.',
    twist: inMedia(onRoute('POST', '/actuator/refresh'), 'text/plain'),
  },
  {
    id: 'other-actuator-version',
    does: 'Operational answers are marked as version 1 of their media type.',
    twist: inMedia(bare, 'application/vnd.service.actuator.v1+json'),
  },
  {
    id: 'features-are-a-page',
    does: 'GET /actuator/features is a web page.',
    twist: replaced(get('features'), text(200, 'text/html;charset=UTF-8', html)),
  },
  {
    id: 'routes-are-unlabeled',
    does: 'GET /actuator/routes names no media type.',
    twist: changeResponse(get('routes'), (response) => ({ ...response, headers: {} })),
  },
  {
    id: 'links-labeled-hal',
    does: 'GET /actuator is called application/hal+json.',
    twist: inMedia(onRoute('GET', '/actuator'), 'application/hal+json'),
  },
]);

const dump = get('heapdump');

const heapdump = faultTable({ breaks: ['ACTUATOR-HEAPDUMP-OCTETS'] }, [
  { id: 'heapdump-is-json', does: 'The heap dump is a JSON object.', twist: replaced(dump, json(200, { dump: 'none' })) },
  { id: 'heapdump-is-text', does: 'The heap dump is text.', twist: replaced(dump, text(200, 'text/plain', 'JAVA PROFILE')) },
  { id: 'heapdump-labeled-zip', does: 'The heap dump is called application/zip.', twist: inMedia(dump, 'application/zip') },
]);

/** The optional body is not taken. */
const bodies = faultTable({ breaks: ['ACTUATOR-BODY-ACCEPTED'] }, [
  {
    id: 'get-body-is-400',
    does: 'A body on an operational GET is 400.',
    twist: refusing((request) => actuator(request) && request.method === 'GET', 400),
  },
  { id: 'beans-body-is-415', does: 'A body on GET /actuator/beans is 415.', twist: refusing(get('beans'), 415) },
  { id: 'links-body-is-400', does: 'A body on GET /actuator is 400.', twist: refusing(onRoute('GET', '/actuator'), 400) },
  { id: 'heapdump-body-is-413', does: 'A body on GET /actuator/heapdump is 413.', twist: refusing(dump, 413) },
  { id: 'metric-body-is-400', does: 'A body on a metric is 400.', twist: refusing(get('metrics/{requiredMetricName}'), 400) },
  { id: 'delete-body-is-400', does: 'A body on DELETE /actuator/env is 400.', twist: refusing(onRoute('DELETE', '/actuator/env'), 400) },
  { id: 'env-body-is-415', does: 'A body on POST /actuator/env is 415.', twist: refusing(onRoute('POST', '/actuator/env'), 415) },
  {
    id: 'registry-body-is-400',
    does: 'A body on POST /actuator/service-registry is 400.',
    twist: refusing(onRoute('POST', '/actuator/service-registry'), 400),
  },
]);

/** What is not found is another status. */
const unfound = (when: When, status: number): Twist =>
  changeResponse(when, (response, request) => (response.status === 404 ? httpError(request, status) : response));

/** Statuses that only some requests of a row meet. */
const statuses = faultTable({}, [
  {
    id: 'unknown-metric-is-500',
    breaks: ['ACTUATOR-METRICS-NAME'],
    does: 'A metric nobody knows is 500.',
    twist: unfound(get('metrics/{requiredMetricName}'), 500),
  },
  {
    id: 'unknown-property-is-400',
    breaks: ['ACTUATOR-ENV-TO-MATCH'],
    does: 'A property nobody knows is 400.',
    twist: unfound(get('env/{toMatch}'), 400),
  },
  {
    id: 'unknown-logger-is-204',
    breaks: ['ACTUATOR-LOGGERS-NAME'],
    does: 'A logger nobody knows is 204.',
    twist: changeResponse(get('loggers/{name}'), (response) => (response.status === 404 ? { status: 204, headers: {} } : response)),
  },
  {
    id: 'body-makes-202',
    breaks: ['ACTUATOR-ARCHAIUS'],
    does: 'GET /actuator/archaius with a body is answered with 202.',
    twist: answered((request) => get('archaius')(request) && request.raw.length > 0, 202),
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

export const operationalFaults: Fault[] = [...objects, ...mediaTypes, ...heapdump, ...bodies, ...statuses];
