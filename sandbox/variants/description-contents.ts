import type { Variant } from '../catalog.ts';
import {
  append,
  changeDocument,
  editAt,
  editPlaces,
  listEntries,
  mapObjects,
  changeOperations,
  operationPath,
  describeParameter,
  propertyPath,
  resultPath,
  setTo,
} from '../description/edit.ts';
import type { Twist } from '../http/exchange.ts';
import type { Json, JsonObject } from '../http/json.ts';
import { combine, omit } from '../twists/twists.ts';

const withAdded = (value: Json | undefined, more: JsonObject): JsonObject => ({ ...Object.fromEntries(listEntries(value)), ...more });

const retypeSchema = (from: string, to: JsonObject): Twist =>
  changeDocument((document) =>
    editAt(document, ['definitions'], (models) =>
      mapObjects(models ?? {}, (schema) => (schema['type'] === from ? { ...omit(schema, 'format'), ...to } : schema)),
    ),
  );

const all: Variant[] = [
  {
    id: 'description-any-media',
    does: 'Every operation produces any media type.',
    twist: changeOperations((operation) => ({ ...operation, produces: ['*/*'] })),
  },
  { id: 'description-integers', does: 'Numbers are described as integers.', twist: retypeSchema('number', { type: 'integer' }) },
  { id: 'description-without-formats', does: 'No number has a format.', twist: retypeSchema('integer', {}) },
  {
    id: 'description-extra-paths',
    does: 'Paths are described that the document does not know, wildcards among them.',
    twist: editPlaces([
      ['paths'],
      (paths) =>
        withAdded(paths, {
          '/actuator/prometheus': { get: { responses: { 200: { description: 'OK', schema: { type: 'string' } } } } },
          '/actuator/health/**': { get: { responses: { 200: { description: 'OK', schema: { type: 'object' } } } } },
          '/internal/echo': { post: { responses: { 200: { description: 'OK' } } } },
        }),
    ]),
  },
  {
    id: 'description-extra-statuses',
    does: 'Every operation is also described with 500 and a default.',
    twist: changeOperations((operation) =>
      editAt(operation, ['responses'], (own) => withAdded(own, { 500: { description: 'Failure' }, default: { description: 'Other' } })),
    ),
  },
  {
    id: 'description-dangling-elsewhere',
    does: 'Only a response that nobody expects refers to a missing definition.',
    twist: changeOperations((operation) =>
      editAt(operation, ['responses'], (own) =>
        withAdded(own, { 500: { description: 'Failure', schema: { $ref: '#/definitions/Failure' } } }),
      ),
    ),
  },
  {
    id: 'description-with-status-check-type',
    does: 'OP-10 is described with the parameter of its sample request.',
    twist: changeOperations((operation, path) =>
      path.endsWith('/status/{correlationId}')
        ? editAt(operation, ['parameters'], (own) => append(own, { ...describeParameter('query', 'statusCheckType'), required: false }))
        : operation,
    ),
  },
  {
    id: 'description-with-headers',
    does: 'Business operations are described with Authorization and request-time.',
    twist: changeOperations((operation, path) =>
      path.includes('/endpoint/v3/')
        ? editAt(operation, ['parameters'], (own) =>
            append(own, describeParameter('header', 'Authorization'), {
              ...describeParameter('header', 'request-time'),
              type: 'integer',
              format: 'int64',
            }),
          )
        : operation,
    ),
  },
  {
    id: 'description-strict',
    does: 'Fields of payloads are required, and lists of values are described as the document has them.',
    twist: editPlaces(
      [['definitions', 'FundTransferRequest', 'required'], setTo(['amount', 'correlationId', 'from', 'to', 'type', 'options'])],
      [propertyPath('TransactionStatus', 'status'), setTo({ type: 'string', enum: ['COMPLETED', 'FAILED', 'PENDING'] })],
    ),
  },
  {
    id: 'description-mobile-as-integer',
    does: 'The mobile in a path is described as an integer.',
    twist: editPlaces([
      operationPath('GET', '/uiObjects/endpoint/v3/onboarding/status/{userType}/{mobile}', 'parameters'),
      setTo([describeParameter('path', 'userType'), { ...describeParameter('path', 'mobile'), type: 'integer', format: 'int64' }]),
    ]),
  },
  {
    id: 'description-loose-results',
    does: 'The result of the heap dump and that of OP-13 are described as text.',
    twist: editPlaces(
      [resultPath('GET', '/actuator/heapdump'), setTo({ type: 'string' })],
      [propertyPath('ApiResponse«Void»', 'result'), setTo({ type: 'string' })],
    ),
  },
  {
    id: 'description-view-of-errors',
    does: '/error is described with the ModelAndView of the framework.',
    twist: combine(
      changeOperations((operation, path) =>
        path === '/error' ? editAt(operation, ['responses', '200', 'schema'], setTo({ $ref: '#/definitions/ModelAndView' })) : operation,
      ),
      editPlaces([
        ['definitions', 'ModelAndView'],
        setTo({ type: 'object', properties: { empty: { type: 'boolean' }, model: { type: 'object' }, viewName: { type: 'string' } } }),
      ]),
    ),
  },
];

export const descriptionContentVariants: Variant[] = all.map((variant) => ({ ...variant, checks: ['SWAGGER-*'] }));
