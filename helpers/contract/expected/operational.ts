import { clauseById } from '../../../specs/clauses.ts';
import { operationalOperations, type OperationalOperation } from '../../../specs/operational.ts';
import { schemaByName } from '../../judge/schema/schemas.ts';
import type { Json } from '../../core/json.ts';
import { convertSchema } from './convert.ts';
import { examples } from './examples.ts';
import { toDefinitionName, createReference, listPathVariables, toOperationId } from './names.ts';
import { buildAddressParameter, buildBodyParameter } from './parameters.ts';

const statusTexts: Readonly<Record<number, string>> = {
  200: 'served',
  201: 'served, and something was made',
  204: 'served, without content',
  401: 'not authenticated',
  403: 'not authorized',
  404: 'not found',
};

const tagBySubject = { ACTUATOR: 'Operational endpoints', ERROR: 'Error endpoint', SERVICE: 'Service definition' } as const;

const octets = 'application/octet-stream';

function buildContent({ result, produces }: OperationalOperation): Json {
  if (result === null) return produces?.includes(octets) === true ? { schema: { type: 'file' } } : {};
  return { schema: createReference(toDefinitionName(result)), examples: { 'application/json': examples[result] } };
}

function buildResponses(row: OperationalOperation): Json {
  const describe = (status: number): Json => ({
    description: statusTexts[status] ?? String(status),
    ...(status === 200 ? buildContent(row) : {}),
  });
  return Object.fromEntries(row.statuses.map((status) => [status, describe(status)] as const));
}

const buildOperation = (row: OperationalOperation): Json => ({
  tags: [tagBySubject[row.subject]],
  summary: clauseById(row.clause).text,
  operationId: toOperationId(`${row.method} ${row.path}`),
  'x-operation': row.subject,
  'x-clause': row.clause,
  // GET and DELETE take a body too, but servers that describe themselves name no media type for it.
  ...(row.payload === null || row.method !== 'POST' ? {} : { consumes: ['application/json'] }),
  produces: row.produces ?? ['*/*'],
  parameters: [
    ...listPathVariables(row.path).map((name) => buildAddressParameter('path', name)),
    ...(row.payload === null ? [] : [buildBodyParameter('body', false, row.payload)]),
  ],
  responses: buildResponses(row),
});

export const operationalEntries = operationalOperations.map((row) => [row.path, row.method, buildOperation(row)] as const);

const schemasUsed = new Set(operationalOperations.flatMap(({ payload, result }) => [payload, result]).filter((name) => name !== null));

export const operationalDefinitions: Json = Object.fromEntries(
  [...schemasUsed].map((name) => [toDefinitionName(name), { ...convertSchema(schemaByName(name)), example: examples[name] }]),
);
