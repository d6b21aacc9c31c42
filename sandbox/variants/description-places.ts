import { json, httpError } from '../http/responses.ts';
import type { Variant } from '../catalog.ts';
import { changeDocument, editAt, editPlaces, listEntries, removeValue, isDocument, setTo } from '../description/edit.ts';
import type { Twist } from '../http/exchange.ts';
import type { JsonObject } from '../http/json.ts';
import { changeRequest, combine, respondWith, type When } from '../twists/twists.ts';

const isResources: When = ({ path }) => path === '/swagger-resources';

const answerResources = (...entries: JsonObject[]): Twist => respondWith(isResources, () => json(200, entries));

const resourceEntry = (group: string): JsonObject => ({ name: group, location: `/v2/api-docs?group=${group}`, swaggerVersion: '2.0' });

/** Serves the only document as a group of this name. The honest service still gets a request without a group. */
const serveUnderGroup = (group: string): Twist =>
  combine(
    changeRequest(
      (request) => isDocument(request) && request.query.get('group') === group,
      (request) => ({ ...request, query: new URLSearchParams() }),
    ),
    respondWith(
      (request) => isDocument(request) && request.query.get('group') !== group,
      () => ({ status: 404, headers: {} }),
    ),
    answerResources(resourceEntry(group)),
  );

/** Keeps only the paths under one prefix, and makes the prefix the base path. */
const withoutPrefix = (document: JsonObject, prefix: string): JsonObject => ({
  ...document,
  basePath: prefix,
  paths: Object.fromEntries(
    listEntries(document['paths']).flatMap(([path, item]) => (path.startsWith(`${prefix}/`) ? [[path.slice(prefix.length), item]] : [])),
  ),
});

const PREFIXES: Record<string, string> = { objects: '/uiObjects/endpoint/v3', wallet: '/wallet/endpoint/v3' };

const withPrefixes: Twist = combine(
  (right) => (request) => {
    const prefix = PREFIXES[request.query.get('group') ?? ''];
    if (!isDocument(request) || prefix === undefined) return right(request);
    const whole = { ...request, query: new URLSearchParams({ group: 'business' }) };
    return changeDocument((document) => withoutPrefix(document, prefix))(right)(whole);
  },
  answerResources(resourceEntry('operations'), resourceEntry('objects'), resourceEntry('wallet')),
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
    twist: answerResources({ name: 'default', location: '/v2/api-docs', swaggerVersion: '2.0' }),
  },
  {
    id: 'description-without-index',
    does: 'There is no index of documents.',
    twist: respondWith(isResources, (request) => httpError(request, 404)),
  },
  {
    id: 'description-oddly-named',
    does: 'The only group has blanks and an umlaut in its name.',
    twist: serveUnderGroup('Alle Dienste für Partner'),
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
      query.get('group') === 'business' ? editAt(document, ['info', 'version'], setTo('3.0')) : document,
    ),
  },
  { id: 'description-without-base-path', does: 'The document has no base path.', twist: editPlaces([['basePath'], removeValue]) },
  {
    id: 'description-of-another-host',
    does: 'The document names the host and port of a gateway, and https.',
    twist: editPlaces([['host'], setTo('gateway.example:8443')], [['schemes'], setTo(['https'])]),
  },
];

export const descriptionPlaceVariants: Variant[] = all.map((variant) => ({ ...variant, checks: ['SWAGGER-*'] }));
