import { tokenEndpoint } from '../../../specs/token.ts';
import { schemaOf } from '../../judge/schemas.ts';
import { convert, type Json } from './convert.ts';
import { examples } from './examples.ts';
import { definitionOf, reference } from './names.ts';

const { path, method, mediaType, fields, grantType, payload, result } = tokenEndpoint;

const field = (name: string): Json => ({
  name,
  in: 'formData',
  required: true,
  type: 'string',
  ...(name === 'grant_type' ? { enum: [grantType] } : {}),
  ...(name === 'password' ? { format: 'password' } : {}),
});

const described: Json = {
  tags: ['Access'],
  summary: 'Obtain a token',
  description: `Relative to {auth_url}, which is an address of its own. ${String(schemaOf(payload)['title'])}.`,
  operationId: 'obtainToken',
  'x-operation': 'TOKEN',
  consumes: [mediaType],
  produces: ['application/json'],
  security: [{ client: [] }],
  parameters: fields.map(field),
  responses: {
    200: {
      description: 'a token; its other fields are open',
      schema: reference(definitionOf(result)),
      examples: { 'application/json': examples[result] },
    },
    400: { description: 'refused' },
    401: { description: 'refused' },
  },
};

export const tokenEntry = [path, method, described] as const;
export const tokenDefinitions: Json = { [definitionOf(result)]: { ...convert(schemaOf(result)), example: examples[result] } };
