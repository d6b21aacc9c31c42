import { clauseOf } from '../../../specs/clauses.ts';
import { operationalOperations, type OperationalOperation } from '../../../specs/operational.ts';
import { schemaOf } from '../../judge/schema/schemas.ts';
import type { Json } from '../../core/json.ts';
import { convert } from './convert.ts';
import { examples } from './examples.ts';
import { definitionOf, reference, variablesOf, wordOf } from './names.ts';
import { addressParameter } from './parameters.ts';

const words: Readonly<Record<number, string>> = {
  200: 'served',
  201: 'served, and something was made',
  204: 'served, without content',
  401: 'not authenticated',
  403: 'not authorized',
  404: 'not found',
};

const tags = { ACTUATOR: 'Operational endpoints', ERROR: 'Error endpoint', SERVICE: 'Service definition' } as const;

const octets = 'application/octet-stream';

/** What an answer with HTTP 200 holds; any type where the document allows any. */
function contentOf({ result, produces }: OperationalOperation): Json {
  if (result === null) return produces?.includes(octets) === true ? { schema: { type: 'file' } } : {};
  return { schema: reference(definitionOf(result)), examples: { 'application/json': examples[result] } };
}

function responsesOf(row: OperationalOperation): Json {
  const answers = row.statuses.map((status) => [
    status,
    { description: words[status] ?? String(status), ...(status === 200 ? contentOf(row) : {}) },
  ]);
  return Object.fromEntries(answers) as Json;
}

const bodyOf = (payload: string): Json => ({ in: 'body', name: 'body', required: false, schema: reference(definitionOf(payload)) });

const described = (row: OperationalOperation): Json => ({
  tags: [tags[row.subject]],
  summary: clauseOf(row.clause).text,
  operationId: wordOf(`${row.method} ${row.path}`),
  'x-operation': row.subject,
  'x-clause': row.clause,
  // GET and DELETE take the body as well, and servers that describe themselves name no media type for it there.
  ...(row.payload === null || row.method !== 'POST' ? {} : { consumes: ['application/json'] }),
  produces: row.produces ?? ['*/*'],
  parameters: [
    ...variablesOf(row.path).map((name) => addressParameter('path', name)),
    ...(row.payload === null ? [] : [bodyOf(row.payload)]),
  ],
  responses: responsesOf(row),
});

/** Method, path and description of everything beside the business operations and the token endpoint. */
export const operationalEntries = operationalOperations.map((row) => [row.path, row.method, described(row)] as const);

const schemasUsed = new Set(operationalOperations.flatMap(({ payload, result }) => [payload, result]).filter((name) => name !== null));

export const operationalDefinitions: Json = Object.fromEntries(
  [...schemasUsed].map((name) => [definitionOf(name), { ...convert(schemaOf(name)), example: examples[name] }]),
);
