import type { Fault } from '../../catalog.ts';
import { edited, gone, moved, operationAt, property, resultOf, set } from '../../description/edit.ts';
import type { Twist } from '../../http/exchange.ts';
import type { Json } from '../../http/json.ts';
import { both } from '../../twists/twists.ts';

const text: Json = { type: 'string' };
const integer: Json = { type: 'integer', format: 'int64' };
const list = (items: Json): Json => ({ type: 'array', items });

const displaced = (method: string, path: string, name: string, place: string): Twist =>
  edited([operationAt(method, path, 'parameters'), moved(name, place)]);

const producing = (method: string, path: string, ...types: string[]): Twist => edited([operationAt(method, path, 'produces'), set(types)]);

const resulting = (method: string, path: string, schema: Json): Twist => edited([resultOf(method, path), set(schema)]);

const parameters: Fault[] = [
  {
    id: 'to-match-in-query',
    story: 'toMatch is described in the query.',
    twist: displaced('GET', '/actuator/env/{toMatch}', 'toMatch', 'query'),
  },
  {
    id: 'logger-name-in-header',
    story: 'The name of a logger is described as a header.',
    twist: displaced('POST', '/actuator/loggers/{name}', 'name', 'header'),
  },
  {
    id: 'format-in-query',
    story: 'The format of the routes is described in the query.',
    twist: displaced('GET', '/actuator/routes/{format}', 'format', 'query'),
  },
  {
    id: 'service-name-in-query',
    story: 'servicename is described in the query.',
    twist: displaced('GET', '/service/{servicename}', 'servicename', 'query'),
  },
].map((fault) => ({ ...fault, breaks: ['SWAGGER-PARAMETERS'] }));

const mediaTypes: Fault[] = [
  {
    id: 'beans-described-in-xml',
    story: 'GET /actuator/beans is described as XML.',
    twist: producing('GET', '/actuator/beans', 'application/xml'),
  },
  {
    id: 'heapdump-described-as-json',
    story: 'The heap dump is described as JSON.',
    twist: producing('GET', '/actuator/heapdump', 'application/json'),
  },
  {
    id: 'env-described-as-text',
    story: 'POST /actuator/env is described as text.',
    twist: producing('POST', '/actuator/env', 'text/plain'),
  },
  {
    id: 'refresh-takes-a-form',
    story: 'POST /actuator/refresh is described to take a form.',
    twist: edited([operationAt('POST', '/actuator/refresh', 'consumes'), set(['application/x-www-form-urlencoded'])]),
  },
  {
    id: 'info-described-by-the-document',
    story: 'GET /actuator/info names no media type of its own and the whole document says XML.',
    twist: edited([operationAt('GET', '/actuator/info', 'produces'), gone], [['produces'], set(['application/xml'])]),
  },
].map((fault) => ({ ...fault, breaks: ['SWAGGER-MEDIA-TYPES'] }));

const types: Fault[] = [
  {
    id: 'beans-described-as-text',
    story: 'GET /actuator/beans is described as a string.',
    twist: resulting('GET', '/actuator/beans', text),
  },
  {
    id: 'metrics-described-as-list',
    story: 'GET /actuator/metrics is described as an array.',
    twist: resulting('GET', '/actuator/metrics', list(text)),
  },
  {
    id: 'env-reset-described-as-number',
    story: 'The result of DELETE /actuator/env is described as a number.',
    twist: resulting('DELETE', '/actuator/env', { type: 'number' }),
  },
  {
    id: 'links-described-as-list',
    story: 'GET /actuator is described as an array of links.',
    twist: resulting('GET', '/actuator', list({ $ref: '#/definitions/Link' })),
  },
  {
    id: 'href-described-as-number',
    story: 'The href of a link is described as an integer.',
    twist: edited([property('Link', 'href'), set(integer)]),
  },
  {
    id: 'templated-described-as-text',
    story: 'templated is described as a string.',
    twist: edited([property('Link', 'templated'), set(text)]),
  },
  {
    id: 'error-described-as-list',
    story: 'GET /error is described as an array.',
    twist: resulting('GET', '/error', list({ type: 'object' })),
  },
  {
    id: 'service-described-as-object',
    story: 'A service definition is described as an object.',
    twist: resulting('GET', '/service/{servicename}', { type: 'object' }),
  },
].map((fault) => ({ ...fault, breaks: ['SWAGGER-TYPES'] }));

const references: Fault[] = [
  {
    id: 'beans-lead-nowhere',
    story: 'The result of GET /actuator/beans is a reference to no definition.',
    twist: resulting('GET', '/actuator/beans', { $ref: '#/definitions/Beans' }),
  },
  { id: 'link-not-defined', story: 'The definition of a link is missing.', twist: edited([['definitions', 'Link'], gone]) },
  { id: 'status-not-defined', story: 'The status inside every envelope is not defined.', twist: edited([['definitions', 'Status'], gone]) },
  { id: 'no-definitions', story: 'The document has no definitions at all.', twist: edited([['definitions'], gone]) },
].map((fault) => ({ ...fault, breaks: ['SWAGGER-REFERENCES'] }));

/** Served as ever, and described in a way that is legal and not what is served. */
const behavior: Fault[] = [
  {
    id: 'described-in-the-other-media-type',
    story: 'Health is described in the vendor media type alone and served as application/json.',
    twist: producing('GET', '/actuator/health', 'application/vnd.service.actuator.v2+json'),
  },
  {
    id: 'service-described-in-json',
    story: 'A service definition is described as JSON and served as text/plain.',
    twist: producing('GET', '/service/{servicename}', 'application/json'),
  },
  {
    id: 'info-described-without-200',
    checks: ['SWAGGER-*', 'ACTUATOR-INFO'],
    story: 'GET /actuator/info answers 200 and is described with 401, 403 and 404 alone.',
    twist: edited([operationAt('GET', '/actuator/info', 'responses', '200'), gone]),
  },
  {
    id: 'health-described-with-a-number',
    story: 'The status of the health is described as an integer and served as text.',
    twist: both(
      resulting('GET', '/actuator/health', { $ref: '#/definitions/Health' }),
      edited([['definitions', 'Health'], set({ type: 'object', properties: { status: integer }, required: ['status'] })]),
    ),
  },
].map((fault) => ({ ...fault, breaks: [], warns: ['SWAGGER-AGREES-WITH-BEHAVIOR'] }));

/** Single operations described otherwise than the document tells. */
export const descriptionDetailFaults: Fault[] = [...parameters, ...mediaTypes, ...types, ...references, ...behavior];
