import { json, plain } from '../../http/responses.ts';
import type { Fault } from '../../catalog.ts';
import {
  described,
  edit,
  edited,
  everyOperation,
  gone,
  isDocument,
  operationAt,
  renamed,
  set,
  type Change,
} from '../../description/edit.ts';
import type { Twist } from '../../http/exchange.ts';
import { both, instead, type When } from '../../twists/twists.ts';

const page =
  (path: string): When =>
  (ask) =>
    ask.path === path;

const openApi3 = { openapi: '3.0.1', info: { title: 'Api Documentation', version: '1.0' }, paths: {} };

/** The page, the format and the version. */
const head: Fault[] = [
  {
    id: 'no-swagger-page',
    story: '/swagger-ui.html is 404 while the document is there.',
    breaks: ['SWAGGER-UI-SERVED'],
    twist: instead(page('/swagger-ui.html'), (ask) => plain(ask, 404)),
  },
  {
    id: 'swagger-page-broken',
    story: '/swagger-ui.html is 500.',
    breaks: ['SWAGGER-UI-SERVED'],
    twist: instead(page('/swagger-ui.html'), (ask) => plain(ask, 500)),
  },
  {
    id: 'openapi-3-at-the-usual-place',
    story: '/v2/api-docs serves an OpenAPI 3 document.',
    breaks: ['SWAGGER-FORMAT'],
    twist: described(() => openApi3),
  },
  {
    id: 'openapi-3-alone',
    story: 'The only document is OpenAPI 3 at /v3/api-docs.',
    breaks: ['SWAGGER-FORMAT'],
    twist: both(
      instead(
        (ask) => isDocument(ask) || ask.path.startsWith('/swagger-resources'),
        (ask) => plain(ask, 404),
      ),
      instead(page('/v3/api-docs'), () => json(200, openApi3)),
    ),
  },
  {
    id: 'swagger-1-2',
    story: 'The document calls itself Swagger 1.2.',
    breaks: ['SWAGGER-FORMAT'],
    twist: edited([['swagger'], set('1.2')]),
  },
  { id: 'swagger-unnamed', story: 'The document names no format.', breaks: ['SWAGGER-FORMAT'], twist: edited([['swagger'], gone]) },
  {
    id: 'description-2-0',
    story: 'The description is marked 2.0.',
    breaks: ['SWAGGER-VERSION'],
    twist: edited([['info', 'version'], set('2.0')]),
  },
  {
    id: 'description-without-version',
    story: 'The description has no version.',
    breaks: ['SWAGGER-VERSION'],
    twist: edited([['info', 'version'], gone]),
  },
  {
    id: 'operations-group-marked-3',
    story: 'Of two groups the one of the operational endpoints is marked 3.0.',
    breaks: ['SWAGGER-VERSION'],
    policy: { description: { groups: true } },
    twist: described((document, { query }) =>
      query.get('group') === 'operations' ? edit(document, ['info', 'version'], set('3.0')) : document,
    ),
  },
];

const absent = (...places: [method: string, path: string][]): Twist =>
  edited(...places.map(([method, path]): [string[], Change] => [operationAt(method, path), gone]));

/** What the document lists and the description leaves out. */
const presence: Fault[] = [
  {
    id: 'undescribed-features',
    story: '/actuator/features is not described.',
    breaks: ['SWAGGER-ACTUATOR-PRESENT'],
    twist: edited([['paths', '/actuator/features'], gone]),
  },
  {
    id: 'undescribed-links',
    story: '/actuator itself is not described.',
    breaks: ['SWAGGER-ACTUATOR-PRESENT'],
    twist: edited([['paths', '/actuator'], gone]),
  },
  {
    id: 'undescribed-delete-env',
    story: 'DELETE /actuator/env is not described.',
    breaks: ['SWAGGER-ACTUATOR-PRESENT'],
    twist: absent(['DELETE', '/actuator/env']),
  },
  {
    id: 'undescribed-set-level',
    story: 'POST /actuator/loggers/{name} is not described, in a document of two groups.',
    breaks: ['SWAGGER-ACTUATOR-PRESENT'],
    policy: { description: { groups: true } },
    twist: absent(['POST', '/actuator/loggers/{name}']),
  },
  {
    id: 'thread-dump-misspelled',
    story: 'The thread dump is described under /actuator/dump.',
    breaks: ['SWAGGER-ACTUATOR-PRESENT'],
    twist: edited([['paths'], renamed((path) => path.replace('/threaddump', '/dump'))]),
  },
  {
    id: 'undescribed-error',
    story: '/error is not described.',
    breaks: ['SWAGGER-ERROR-PRESENT'],
    twist: edited([['paths', '/error'], gone]),
  },
  {
    id: 'undescribed-error-patch',
    story: 'PATCH /error is not described.',
    breaks: ['SWAGGER-ERROR-PRESENT'],
    twist: absent(['PATCH', '/error']),
  },
  {
    id: 'undescribed-error-head',
    story: 'HEAD and OPTIONS of /error are not described.',
    breaks: ['SWAGGER-ERROR-PRESENT'],
    twist: absent(['HEAD', '/error'], ['OPTIONS', '/error']),
  },
  {
    id: 'undescribed-service',
    story: '/service/{servicename} is not described.',
    breaks: ['SWAGGER-SERVICE-PRESENT'],
    twist: edited([['paths', '/service/{servicename}'], gone]),
  },
  {
    id: 'service-described-as-post',
    story: '/service/{servicename} is described with POST.',
    breaks: ['SWAGGER-SERVICE-PRESENT'],
    twist: edited([['paths', '/service/{servicename}'], renamed(() => 'post')]),
  },
];

/** Responses taken out of operational operations. */
const silentOn = (status: string, holds: (path: string, method: string) => boolean): Twist =>
  described((document) =>
    everyOperation(document, (operation, path, method) =>
      path.startsWith('/actuator') && holds(path, method) ? edit(operation, ['responses', status], gone) : operation,
    ),
  );

const statuses: Fault[] = [
  { id: 'undescribed-401', story: 'No operational endpoint is described with 401.', twist: silentOn('401', () => true) },
  {
    id: 'undescribed-403',
    story: 'GET /actuator/beans is not described with 403.',
    twist: silentOn('403', (path) => path === '/actuator/beans'),
  },
  {
    id: 'undescribed-404',
    story: 'Operational endpoints by POST are not described with 404.',
    twist: silentOn('404', (_, method) => method === 'post'),
  },
  {
    id: 'undescribed-404-of-a-metric',
    story: 'GET /actuator/metrics/{requiredMetricName} is not described with 404.',
    twist: silentOn('404', (path) => path.includes('{requiredMetricName}')),
  },
  {
    id: 'undescribed-401-of-delete',
    story: 'DELETE /actuator/env is not described with 401.',
    twist: silentOn('401', (_, method) => method === 'delete'),
  },
].map((fault) => ({ ...fault, breaks: ['SWAGGER-STATUSES'] }));

/** The live description as a whole: found, in its format, with everything in it. */
export const descriptionFaults: Fault[] = [...head, ...presence, ...statuses];
