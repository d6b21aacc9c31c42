import { operations } from '../../../specs/operations.ts';
import { tokenEndpoint } from '../../../specs/token.ts';
import { schemaByName } from '../../judge/schema/schemas.ts';
import { businessDefinitions, businessEntries } from './business.ts';
import type { Json } from '../../core/json.ts';
import { convertSchema } from './convert.ts';
import { examples } from './examples.ts';
import { toDefinitionName } from './names.ts';
import { operationalDefinitions, operationalEntries } from './operational.ts';
import { headerParameters } from './parameters.ts';

const contractDescription = `What the interface specification says of the Domestic Money Transfer partner service, in OpenAPI 2.0.

OP-9 also takes its session as a query parameter \`sessionId\` on the path without it; OpenAPI 2.0 has no way to say "either".
Which payload fields are required is open, so none is marked. Bodies of answers other than HTTP 200 are open. Addresses are artificial.`;

const { method, path, mediaType, fields, grantType } = tokenEndpoint;

/** The document has one host, but tokens come from another. */
const tokenRequestText = `client_id and client_password, for ${method} {auth_url}${path} alone: ${mediaType} with ${fields.join(', ')}, the last one \`${grantType}\`.`;

type Entry = readonly [path: string, method: string, operation: Json];

function buildPaths(entries: readonly Entry[]): Json {
  const paths: Record<string, Json> = {};
  for (const [path, method, operation] of entries) paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  return paths;
}

const payloads = operations.flatMap(({ payload }) => (payload === null ? [] : [payload]));

const payloadDefinitions: Json = Object.fromEntries(
  payloads.map((name) => [toDefinitionName(name), { ...convertSchema(schemaByName(name)), example: examples[name] }]),
);

export const expectedContract: Json = {
  swagger: '2.0',
  info: { title: 'Domestic Money Transfer partner service', version: '1.0', description: contractDescription },
  host: 'service.example.test',
  basePath: '/',
  schemes: ['https'],
  securityDefinitions: {
    agent: { type: 'oauth2', flow: 'password', tokenUrl: `https://auth.example.test${tokenEndpoint.path}`, scopes: {} },
    client: { type: 'basic', description: tokenRequestText },
  },
  parameters: headerParameters,
  paths: buildPaths([...businessEntries, ...operationalEntries]),
  definitions: { ...businessDefinitions, ...payloadDefinitions, ...operationalDefinitions },
};

export const formatContract = (): string => `${JSON.stringify(expectedContract, null, 2)}\n`;
