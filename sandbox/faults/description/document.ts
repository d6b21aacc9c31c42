import { faultTable } from '../table.ts';
import { json, httpError } from '../../http/responses.ts';
import type { Fault } from '../../catalog.ts';
import {
  changeDocument,
  editAt,
  editPlaces,
  mapOperations,
  removeValue,
  isDocument,
  operationPath,
  renameKeys,
  setTo,
  type Change,
} from '../../description/edit.ts';
import type { Twist } from '../../http/exchange.ts';
import { combine, respondWith, type When } from '../../twists/twists.ts';

const answerPage =
  (path: string): When =>
  (request) =>
    request.path === path;

const openApi3 = { openapi: '3.0.1', info: { title: 'Api Documentation', version: '1.0' }, paths: {} };

const documentFaults = [
  ...faultTable({ breaks: ['SWAGGER-FORMAT'] }, [
    { id: 'openapi-3-at-the-usual-place', does: '/v2/api-docs serves an OpenAPI 3 document.', twist: changeDocument(() => openApi3) },
    {
      id: 'openapi-3-alone',
      does: 'The only document is OpenAPI 3 at /v3/api-docs.',
      twist: combine(
        respondWith(
          (request) => isDocument(request) || request.path.startsWith('/swagger-resources'),
          (request) => httpError(request, 404),
        ),
        respondWith(answerPage('/v3/api-docs'), () => json(200, openApi3)),
      ),
    },
    { id: 'swagger-1-2', does: 'The document calls itself Swagger 1.2.', twist: editPlaces([['swagger'], setTo('1.2')]) },
    { id: 'swagger-unnamed', does: 'The document names no format.', twist: editPlaces([['swagger'], removeValue]) },
  ]),
  ...faultTable({ breaks: ['SWAGGER-VERSION'] }, [
    { id: 'description-2-0', does: 'The description is marked 2.0.', twist: editPlaces([['info', 'version'], setTo('2.0')]) },
    { id: 'description-without-version', does: 'The description has no version.', twist: editPlaces([['info', 'version'], removeValue]) },
    {
      id: 'operations-group-marked-3',
      does: 'Of two groups the one of the operational endpoints is marked 3.0.',
      policy: { description: { groups: true } },
      twist: changeDocument((document, { query }) =>
        query.get('group') === 'operations' ? editAt(document, ['info', 'version'], setTo('3.0')) : document,
      ),
    },
  ]),
  ...faultTable({}, [
    {
      id: 'no-swagger-page',
      breaks: ['SWAGGER-UI-SERVED'],
      does: '/swagger-ui.html is 404 while the document is there.',
      twist: respondWith(answerPage('/swagger-ui.html'), (request) => httpError(request, 404)),
    },
    {
      id: 'swagger-page-broken',
      breaks: ['SWAGGER-UI-SERVED'],
      does: '/swagger-ui.html is 500.',
      twist: respondWith(answerPage('/swagger-ui.html'), (request) => httpError(request, 500)),
    },
  ]),
];

const removePaths = (...places: [method: string, path: string][]): Twist =>
  editPlaces(...places.map(([method, path]): [string[], Change] => [operationPath(method, path), removeValue]));

const presenceFaults = [
  ...faultTable({ breaks: ['SWAGGER-ACTUATOR-PRESENT'] }, [
    {
      id: 'undescribed-features',
      does: '/actuator/features is not described.',
      twist: editPlaces([['paths', '/actuator/features'], removeValue]),
    },
    { id: 'undescribed-links', does: '/actuator itself is not described.', twist: editPlaces([['paths', '/actuator'], removeValue]) },
    { id: 'undescribed-delete-env', does: 'DELETE /actuator/env is not described.', twist: removePaths(['DELETE', '/actuator/env']) },
    {
      id: 'undescribed-set-level',
      does: 'POST /actuator/loggers/{name} is not described, in a document of two groups.',
      policy: { description: { groups: true } },
      twist: removePaths(['POST', '/actuator/loggers/{name}']),
    },
    {
      id: 'thread-dump-misspelled',
      does: 'The thread dump is described under /actuator/dump.',
      twist: editPlaces([['paths'], renameKeys((path) => path.replace('/threaddump', '/dump'))]),
    },
  ]),
  ...faultTable({ breaks: ['SWAGGER-ERROR-PRESENT'] }, [
    { id: 'undescribed-error', does: '/error is not described.', twist: editPlaces([['paths', '/error'], removeValue]) },
    { id: 'undescribed-error-patch', does: 'PATCH /error is not described.', twist: removePaths(['PATCH', '/error']) },
    {
      id: 'undescribed-error-head',
      does: 'HEAD and OPTIONS of /error are not described.',
      twist: removePaths(['HEAD', '/error'], ['OPTIONS', '/error']),
    },
  ]),
  ...faultTable({}, [
    {
      id: 'undescribed-service',
      breaks: ['SWAGGER-SERVICE-PRESENT'],
      does: '/service/{servicename} is not described.',
      twist: editPlaces([['paths', '/service/{servicename}'], removeValue]),
    },
    {
      id: 'service-described-as-post',
      breaks: ['SWAGGER-SERVICE-PRESENT'],
      does: '/service/{servicename} is described with POST.',
      twist: editPlaces([['paths', '/service/{servicename}'], renameKeys(() => 'post')]),
    },
  ]),
];

/** Removes responses of operational operations. */
const removeStatus = (status: string, holds: (path: string, method: string) => boolean): Twist =>
  changeDocument((document) =>
    mapOperations(document, (operation, path, method) =>
      path.startsWith('/actuator') && holds(path, method) ? editAt(operation, ['responses', status], removeValue) : operation,
    ),
  );

const httpStatusFaults = faultTable({ breaks: ['SWAGGER-STATUSES'] }, [
  { id: 'undescribed-401', does: 'No operational endpoint is described with 401.', twist: removeStatus('401', () => true) },
  {
    id: 'undescribed-403',
    does: 'GET /actuator/beans is not described with 403.',
    twist: removeStatus('403', (path) => path === '/actuator/beans'),
  },
  {
    id: 'undescribed-404',
    does: 'Operational endpoints by POST are not described with 404.',
    twist: removeStatus('404', (_, method) => method === 'post'),
  },
  {
    id: 'undescribed-404-of-a-metric',
    does: 'GET /actuator/metrics/{requiredMetricName} is not described with 404.',
    twist: removeStatus('404', (path) => path.includes('{requiredMetricName}')),
  },
  {
    id: 'undescribed-401-of-delete',
    does: 'DELETE /actuator/env is not described with 401.',
    twist: removeStatus('401', (_, method) => method === 'delete'),
  },
]);

export const descriptionDocumentFaults: Fault[] = [...documentFaults, ...presenceFaults, ...httpStatusFaults];
