import { apiCodes, apiCodeMeanings, httpStatuses } from '../../../specs/codes.ts';
import type { Operation } from '../../../specs/operation.ts';
import { operations } from '../../../specs/operations.ts';
import { schemaByName } from '../../judge/schema/schemas.ts';
import { isRecord, member, type Json } from '../../core/json.ts';
import { convertSchema } from './convert.ts';
import { examples } from './examples.ts';
import { toDefinitionName, createReference, listPathVariables, toOperationId } from './names.ts';
import { buildAddressParameter, buildBodyParameter } from './parameters.ts';

const answerDefinitionName = ({ result }: Operation): string => `${toDefinitionName(result)}Answer`;

const codes = Object.entries(apiCodeMeanings)
  .map(([code, { meaning }]) => `${code} ${meaning}`)
  .join(', ');

/** With another code than 2000 the result is open. OpenAPI 2.0 cannot express that, so null is always allowed. */
const buildAnswerDefinition = (operation: Operation): Json => ({
  type: 'object',
  description: `Envelope of ${operation.id}. The result has this form when the code is 2000. Codes: ${codes}.`,
  required: ['status', 'result'],
  properties: { status: createReference('Status'), result: createReference(toDefinitionName(operation.result)) },
});

const buildExample = ({ result, successMessage = 'success' }: Operation): Json => ({
  'application/json': { status: { message: successMessage, code: apiCodes.success }, result: examples[result] },
});

function buildResponses(operation: Operation): Json {
  const executed = {
    description: httpStatuses[200],
    schema: createReference(answerDefinitionName(operation)),
    examples: buildExample(operation),
  };
  const refusals = Object.entries(httpStatuses).filter(([status]) => status !== '200');
  return { 200: executed, ...Object.fromEntries(refusals.map(([status, description]) => [status, { description }])) };
}

function buildParameters({ path, query, consent, payload }: Operation): Json[] {
  return [
    { $ref: '#/parameters/Authorization' },
    { $ref: '#/parameters/RequestTime' },
    ...(consent === 'required' ? [{ $ref: '#/parameters/Consent' }] : []),
    ...listPathVariables(path).map((name) => buildAddressParameter('path', name)),
    ...query.map((name) => buildAddressParameter('query', name)),
    ...(payload === null ? [] : [buildBodyParameter('payload', true, payload)]),
  ];
}

const buildOperation = (operation: Operation): Json => ({
  tags: ['Business operations'],
  summary: `${operation.id} ${operation.title}`,
  operationId: toOperationId(operation.title),
  'x-operation': operation.id,
  ...(operation.payload === null ? {} : { consumes: ['application/json'] }),
  produces: ['application/json'],
  security: [{ agent: [] }],
  parameters: buildParameters(operation),
  responses: buildResponses(operation),
});

export const businessEntries = operations.map((operation) => [operation.path, operation.method, buildOperation(operation)] as const);

function buildStatusDefinition(): Json {
  const { properties } = convertSchema(schemaByName('envelope'));
  const status = member(properties, 'status');
  return isRecord(status) ? status : {};
}

const buildResultDefinition = (operation: Operation): Json => ({
  ...convertSchema(schemaByName(operation.result)),
  'x-nullable': true,
  ...(examples[operation.result] === null ? {} : { example: examples[operation.result] }),
});

export const businessDefinitions: Json = {
  Status: buildStatusDefinition(),
  ...Object.fromEntries(
    operations.flatMap((operation) => [
      [answerDefinitionName(operation), buildAnswerDefinition(operation)],
      [toDefinitionName(operation.result), buildResultDefinition(operation)],
    ]),
  ),
};
