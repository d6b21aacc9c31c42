import type { Operation } from '../../../specs/operation.ts';
import { createCase, type Case } from './case.ts';
import type { Edit } from './edit.ts';
import { detours, unknownQueries } from '../values/addresses.ts';
import { gateDetours, methodHeaders } from '../values/bypasses.ts';

const withoutToken: Edit = { on: 'header', name: 'Authorization', values: [] };

/** Addresses that may bypass the check of the token. */
export const gateCases: readonly Case[] = gateDetours.map(({ name, text }) => ({
  edits: [withoutToken, { on: 'route', template: text }],
  mutation: `no token, path: ${name}`,
  expects: 'no-token',
}));

/** GET instead of POST stays the wrong method, even with a header that names POST. */
export const overrideCases = ({ method }: Operation): readonly Case[] =>
  methodHeaders
    .filter(() => method === 'POST')
    .map((name) => ({
      edits: [
        { on: 'header', name, values: ['POST'] },
        { on: 'method', method: 'GET' },
      ],
      mutation: `GET, and POST in ${name}`,
      expects: 'overridden',
    }));

export const routeCases: readonly Case[] = [
  ...detours.map(({ name, text }) => createCase({ on: 'route', template: text }, `path: ${name}`, { expects: 'elsewhere' })),
  ...unknownQueries.map(([name, raw]) =>
    createCase({ on: 'query', do: 'add', name, raw }, `query: the unknown name ${name === '' ? 'of no letters' : name}`),
  ),
];
