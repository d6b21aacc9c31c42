import { apiCodes, apiCodeMeanings, httpStatuses } from '../../../specs/codes.ts';
import type { Operation } from '../../../specs/operation.ts';
import { operations } from '../../../specs/operations.ts';
import { schemaOf } from '../../judge/schema/schemas.ts';
import type { Json } from '../../core/json.ts';
import { convert } from './convert.ts';
import { examples, successMessages } from './examples.ts';
import { definitionOf, reference, variablesOf, wordOf } from './names.ts';
import { addressParameter } from './parameters.ts';

const answerOf = ({ result }: Operation): string => `${definitionOf(result)}Answer`;

const codes = Object.entries(apiCodeMeanings)
  .map(([code, { meaning }]) => `${code} ${meaning}`)
  .join(', ');

/** Beside another code than 2000 the result is open, which OpenAPI 2.0 cannot say: null is allowed throughout. */
const answer = (operation: Operation): Json => ({
  type: 'object',
  description: `Envelope of ${operation.id}. The result has this form when the code is 2000. Codes: ${codes}.`,
  required: ['status', 'result'],
  properties: { status: reference('Status'), result: reference(definitionOf(operation.result)) },
});

const exampleOf = ({ id, result }: Operation): Json => ({
  'application/json': { status: { message: successMessages[id] ?? 'success', code: apiCodes.success }, result: examples[result] },
});

function responsesOf(operation: Operation): Json {
  const executed = { description: httpStatuses[200], schema: reference(answerOf(operation)), examples: exampleOf(operation) };
  const refusals = Object.entries(httpStatuses).filter(([status]) => status !== '200');
  return { 200: executed, ...Object.fromEntries(refusals.map(([status, description]) => [status, { description }])) };
}

const payloadOf = (payload: string): Json => ({ in: 'body', name: 'payload', required: true, schema: reference(definitionOf(payload)) });

function parametersOf({ path, query, consent, payload }: Operation): Json[] {
  return [
    { $ref: '#/parameters/Authorization' },
    { $ref: '#/parameters/RequestTime' },
    ...(consent === 'required' ? [{ $ref: '#/parameters/Consent' }] : []),
    ...variablesOf(path).map((name) => addressParameter('path', name)),
    ...query.map((name) => addressParameter('query', name)),
    ...(payload === null ? [] : [payloadOf(payload)]),
  ];
}

const described = (operation: Operation): Json => ({
  tags: ['Business operations'],
  summary: `${operation.id} ${operation.title}`,
  operationId: wordOf(operation.title),
  'x-operation': operation.id,
  ...(operation.payload === null ? {} : { consumes: ['application/json'] }),
  produces: ['application/json'],
  security: [{ agent: [] }],
  parameters: parametersOf(operation),
  responses: responsesOf(operation),
});

/** Method, path and description of each business operation. */
export const businessEntries = operations.map((operation) => [operation.path, operation.method, described(operation)] as const);

function statusDefinition(): Json {
  const { properties } = convert(schemaOf('envelope'));
  return typeof properties === 'object' && properties !== null ? (Reflect.get(properties, 'status') as Json) : {};
}

const resultDefinition = (operation: Operation): Json => ({
  ...convert(schemaOf(operation.result)),
  'x-nullable': true,
  ...(examples[operation.result] === null ? {} : { example: examples[operation.result] }),
});

export const businessDefinitions: Json = {
  Status: statusDefinition(),
  ...Object.fromEntries(
    operations.flatMap((operation) => [
      [answerOf(operation), answer(operation)],
      [definitionOf(operation.result), resultDefinition(operation)],
    ]),
  ),
};
