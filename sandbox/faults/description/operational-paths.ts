import { faultTable } from '../table.ts';
import type { Fault } from '../../catalog.ts';
import { listSchema, longSchema, schemaRef, textSchema } from '../../description/definitions.ts';
import { editPlaces, removeValue, displaceParameter, operationPath, propertyPath, resultPath, setTo } from '../../description/edit.ts';
import type { Twist } from '../../http/exchange.ts';
import type { Json } from '../../http/json.ts';
import { combine } from '../../twists/twists.ts';

const setMediaTypes = (method: string, path: string, ...types: string[]): Twist =>
  editPlaces([operationPath(method, path, 'produces'), setTo(types)]);

const setResultSchema = (method: string, path: string, schema: Json): Twist => editPlaces([resultPath(method, path), setTo(schema)]);

const parameterFaults = faultTable({ breaks: ['SWAGGER-PARAMETERS'] }, [
  {
    id: 'to-match-in-query',
    does: 'toMatch is described in the query.',
    twist: displaceParameter('GET', '/actuator/env/{toMatch}', 'toMatch', 'query'),
  },
  {
    id: 'logger-name-in-header',
    does: 'The name of a logger is described as a header.',
    twist: displaceParameter('POST', '/actuator/loggers/{name}', 'name', 'header'),
  },
  {
    id: 'format-in-query',
    does: 'The format of the routes is described in the query.',
    twist: displaceParameter('GET', '/actuator/routes/{format}', 'format', 'query'),
  },
  {
    id: 'service-name-in-query',
    does: 'servicename is described in the query.',
    twist: displaceParameter('GET', '/service/{servicename}', 'servicename', 'query'),
  },
]);

const mediaTypeFaults = faultTable({ breaks: ['SWAGGER-MEDIA-TYPES'] }, [
  {
    id: 'beans-described-in-xml',
    does: 'GET /actuator/beans is described as XML.',
    twist: setMediaTypes('GET', '/actuator/beans', 'application/xml'),
  },
  {
    id: 'heapdump-described-as-json',
    does: 'The heap dump is described as JSON.',
    twist: setMediaTypes('GET', '/actuator/heapdump', 'application/json'),
  },
  {
    id: 'env-described-as-text',
    does: 'POST /actuator/env is described as text.',
    twist: setMediaTypes('POST', '/actuator/env', 'text/plain'),
  },
  {
    id: 'refresh-takes-a-form',
    does: 'POST /actuator/refresh is described to take a form.',
    twist: editPlaces([operationPath('POST', '/actuator/refresh', 'consumes'), setTo(['application/x-www-form-urlencoded'])]),
  },
  {
    id: 'info-described-by-the-document',
    does: 'GET /actuator/info names no media type of its own and the whole document says XML.',
    twist: editPlaces([operationPath('GET', '/actuator/info', 'produces'), removeValue], [['produces'], setTo(['application/xml'])]),
  },
]);

const typeFaults = faultTable({ breaks: ['SWAGGER-TYPES'] }, [
  {
    id: 'beans-described-as-text',
    does: 'GET /actuator/beans is described as a string.',
    twist: setResultSchema('GET', '/actuator/beans', textSchema),
  },
  {
    id: 'metrics-described-as-list',
    does: 'GET /actuator/metrics is described as an array.',
    twist: setResultSchema('GET', '/actuator/metrics', listSchema(textSchema)),
  },
  {
    id: 'env-reset-described-as-number',
    does: 'The result of DELETE /actuator/env is described as a number.',
    twist: setResultSchema('DELETE', '/actuator/env', { type: 'number' }),
  },
  {
    id: 'links-described-as-list',
    does: 'GET /actuator is described as an array of links.',
    twist: setResultSchema('GET', '/actuator', listSchema(schemaRef('Link'))),
  },
  {
    id: 'href-described-as-number',
    does: 'The href of a link is described as an integer.',
    twist: editPlaces([propertyPath('Link', 'href'), setTo(longSchema)]),
  },
  {
    id: 'templated-described-as-text',
    does: 'templated is described as a string.',
    twist: editPlaces([propertyPath('Link', 'templated'), setTo(textSchema)]),
  },
  {
    id: 'error-described-as-list',
    does: 'GET /error is described as an array.',
    twist: setResultSchema('GET', '/error', listSchema({ type: 'object' })),
  },
  {
    id: 'service-described-as-object',
    does: 'A service definition is described as an object.',
    twist: setResultSchema('GET', '/service/{servicename}', { type: 'object' }),
  },
]);

const referenceFaults = faultTable({ breaks: ['SWAGGER-REFERENCES'] }, [
  {
    id: 'beans-lead-nowhere',
    does: 'The result of GET /actuator/beans is a reference to no definition.',
    twist: setResultSchema('GET', '/actuator/beans', schemaRef('Beans')),
  },
  { id: 'link-not-defined', does: 'The definition of a link is missing.', twist: editPlaces([['definitions', 'Link'], removeValue]) },
  {
    id: 'status-not-defined',
    does: 'The status inside every envelope is not defined.',
    twist: editPlaces([['definitions', 'Status'], removeValue]),
  },
  { id: 'no-definitions', does: 'The document has no definitions at all.', twist: editPlaces([['definitions'], removeValue]) },
]);

/** Descriptions that are legal and differ from what the service answers. */
const behaviorFaults = faultTable({ warns: ['SWAGGER-AGREES-WITH-BEHAVIOR'] }, [
  {
    id: 'described-in-the-other-media-type',
    does: 'Health is described in the vendor media type alone and served as application/json.',
    twist: setMediaTypes('GET', '/actuator/health', 'application/vnd.service.actuator.v2+json'),
  },
  {
    id: 'service-described-in-json',
    does: 'A service definition is described as JSON and served as text/plain.',
    twist: setMediaTypes('GET', '/service/{servicename}', 'application/json'),
  },
  {
    id: 'info-described-without-200',
    does: 'GET /actuator/info answers 200 and is described with 401, 403 and 404 alone.',
    checks: ['SWAGGER-*', 'ACTUATOR-INFO'],
    twist: editPlaces([operationPath('GET', '/actuator/info', 'responses', '200'), removeValue]),
  },
  {
    id: 'health-described-with-a-number',
    does: 'The status of the health is described as an integer and served as text.',
    twist: combine(
      setResultSchema('GET', '/actuator/health', schemaRef('Health')),
      editPlaces([['definitions', 'Health'], setTo({ type: 'object', properties: { status: longSchema }, required: ['status'] })]),
    ),
  },
]);

export const descriptionOperationalPathFaults: Fault[] = [
  ...parameterFaults,
  ...mediaTypeFaults,
  ...typeFaults,
  ...referenceFaults,
  ...behaviorFaults,
];
