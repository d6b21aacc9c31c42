import { faultTable } from '../table.ts';
import type { JsonObject } from '../../http/json.ts';
import {
  changeDocument,
  editPlaces,
  mapOperations,
  operationPath,
  propertyPath,
  removeValue,
  resultPath,
  setPlaces,
} from '../../description/edit.ts';

const queryParameter = (name: string): JsonObject => ({ in: 'query', name, required: false, type: 'string' });
const headerParameter = (name: string): JsonObject => ({ ...queryParameter(name), in: 'header' });
const pathParameter = (name: string): JsonObject => ({ ...queryParameter(name), in: 'path', required: true });

const withStatus = (status: string) => (described: JsonObject) => ({
  ...described,
  responses: { ...Object.fromEntries(Object.entries(described['responses'] ?? {})), [status]: { description: 'Other' } },
});

/** A schema that no answer fits. */
const impossibleSchema = { type: 'object', required: ['never'], properties: { never: { type: 'string' } } };

const bothAndXml = ['application/json', 'application/vnd.service.actuator.v2+json', 'application/xml'];

/** Descriptions beyond the document, or beyond the answers: they raise questions and contradict nothing. */
export const descriptionAdditionFaults = faultTable({ checks: ['SWAGGER-*'] }, [
  {
    id: 'described-with-500',
    warns: ['SWAGGER-STATUSES'],
    does: 'Operational endpoints are described with 500.',
    twist: changeDocument((document) =>
      mapOperations(document, (found, at) => (at.startsWith('/actuator') ? withStatus('500')(found) : found)),
    ),
  },
  {
    id: 'described-with-own-parameter',
    warns: ['SWAGGER-PARAMETERS'],
    does: 'An operational endpoint is described with a parameter of its own.',
    twist: setPlaces([operationPath('get', '/actuator/info', 'parameters'), [queryParameter('testcase')]]),
  },
  {
    id: 'described-as-xml-too',
    warns: ['SWAGGER-MEDIA-TYPES'],
    does: 'The beans are also described as XML.',
    twist: setPlaces([operationPath('get', '/actuator/beans', 'produces'), bothAndXml]),
  },
  {
    id: 'described-without-templated',
    warns: ['SWAGGER-TYPES'],
    does: 'A link is described without templated.',
    twist: editPlaces([propertyPath('Link', 'templated'), removeValue]),
  },
  {
    id: 'sender-detail-described-with-own-parameter',
    warns: ['SWAGGER-BUSINESS-PARAMETERS'],
    does: 'OP-6 is described with a parameter of its own.',
    twist: setPlaces([
      operationPath('get', '/uiObjects/endpoint/v3/sender/{senderId}', 'parameters'),
      [pathParameter('senderId'), queryParameter('subAgentTagId'), queryParameter('testcase'), headerParameter('Consent')],
    ]),
  },
  {
    id: 'invoice-described-without-rrn',
    warns: ['SWAGGER-BUSINESS-TYPES'],
    does: 'An invoice is described without its bankRRN.',
    twist: editPlaces([propertyPath('Invoice', 'bankRRN'), removeValue]),
  },
  {
    id: 'described-with-fields-no-answer-has',
    warns: ['SWAGGER-AGREES-WITH-BEHAVIOR'],
    does: 'Fields are described as required that no answer has.',
    twist: setPlaces(
      [
        ['definitions', 'Status', 'required'],
        ['code', 'message', 'never'],
      ],
      [resultPath('get', '/actuator/health'), impossibleSchema],
      [resultPath('get', '/error'), impossibleSchema],
    ),
  },
  {
    id: 'every-answer-described-otherwise',
    warns: ['SWAGGER-AGREES-WITH-BEHAVIOR'],
    does: 'Every business answer is described with a field it does not have.',
    checks: ['SWAGGER-*', 'OP*-SERVED'],
    twist: setPlaces([
      ['definitions', 'Status', 'required'],
      ['code', 'message', 'never'],
    ]),
  },
]);
