import { json, httpError } from '../http/responses.ts';
import type { Variant } from '../catalog.ts';
import { changeDocument, edit, editPlaces, entries, remove, isDocument, set } from '../description/edit.ts';
import type { Twist } from '../http/exchange.ts';
import type { JsonObject } from '../http/json.ts';
import { changeRequest, combine, respondWith, type When } from '../twists/twists.ts';

const resources: When = ({ path }) => path === '/swagger-resources';

const listed = (...entries: JsonObject[]): Twist => respondWith(resources, () => json(200, entries));

const named = (group: string): JsonObject => ({ name: group, location: `/v2/api-docs?group=${group}`, swaggerVersion: '2.0' });

/** One group under another name; to the honest service it is still its only document. */
const underTheName = (group: string): Twist =>
  combine(
    changeRequest(
      (request) => isDocument(request) && request.query.get('group') === group,
      (request) => ({ ...request, query: new URLSearchParams() }),
    ),
    respondWith(
      (request) => isDocument(request) && request.query.get('group') !== group,
      () => ({ status: 404, headers: {} }),
    ),
    listed(named(group)),
  );

/** What lies under a prefix, told below it: one prefix per document. */
const below = (document: JsonObject, prefix: string): JsonObject => ({
  ...document,
  basePath: prefix,
  paths: Object.fromEntries(
    entries(document['paths']).flatMap(([path, item]) => (path.startsWith(`${prefix}/`) ? [[path.slice(prefix.length), item]] : [])),
  ),
});

const PREFIXES: Record<string, string> = { objects: '/uiObjects/endpoint/v3', wallet: '/wallet/endpoint/v3' };

const withPrefixes: Twist = combine(
  (right) => (request) => {
    const prefix = PREFIXES[request.query.get('group') ?? ''];
    if (!isDocument(request) || prefix === undefined) return right(request);
    const whole = { ...request, query: new URLSearchParams({ group: 'business' }) };
    return changeDocument((document) => below(document, prefix))(right)(whole);
  },
  listed(named('operations'), named('objects'), named('wallet')),
);

const all: Variant[] = [
  { id: 'description-403', does: 'The description is forbidden.', policy: { description: { access: 403 } }, ends: 'blocked' },
  { id: 'description-with-token', does: 'The description wants the agent token.', policy: { description: { access: 'with-token' } } },
  {
    id: 'description-hal',
    does: 'The document is application/hal+json.',
    policy: { description: { contentType: 'application/hal+json;charset=UTF-8' } },
  },
  {
    id: 'description-without-url',
    does: 'The index names a location and no url.',
    twist: listed({ name: 'default', location: '/v2/api-docs', swaggerVersion: '2.0' }),
  },
  {
    id: 'description-without-index',
    does: 'There is no index of documents.',
    twist: respondWith(resources, (request) => httpError(request, 404)),
  },
  {
    id: 'description-oddly-named',
    does: 'The only group has blanks and an umlaut in its name.',
    twist: underTheName('Alle Dienste für Partner'),
  },
  {
    id: 'description-with-base-paths',
    does: 'Three groups, two of them with a base path of their own.',
    policy: { description: { groups: true } },
    twist: withPrefixes,
  },
  {
    id: 'business-group-marked-3',
    does: 'Of two groups the one of the business paths is marked 3.0.',
    policy: { description: { groups: true } },
    twist: changeDocument((document, { query }) =>
      query.get('group') === 'business' ? edit(document, ['info', 'version'], set('3.0')) : document,
    ),
  },
  { id: 'description-without-base-path', does: 'The document has no base path.', twist: editPlaces([['basePath'], remove]) },
  {
    id: 'description-of-another-host',
    does: 'The document names the host and port of a gateway, and https.',
    twist: editPlaces([['host'], set('gateway.example:8443')], [['schemes'], set(['https'])]),
  },
];

/** Another way to the description, and another place it speaks of. */
export const descriptionPlaceVariants: Variant[] = all.map((variant) => ({ ...variant, checks: ['SWAGGER-*'] }));
