import { json, plain, text } from '../http/responses.ts';
import { businessDefinitions, operationalDefinitions } from '../description/definitions.ts';
import { paths } from '../description/paths.ts';
import type { Answer, Visit } from '../http/exchange.ts';
import type { JsonObject } from '../http/json.ts';
import type { Route } from '../http/router.ts';
import { closedBy } from './actuator.ts';

/** Which routes each document holds; a service with groups has two documents, one without has them in one. */
const isOperational = (route: Route): boolean => !route.business;

function document(visit: Visit, routes: Route[]): Answer {
  const { groups, businessPaths } = visit.policy.description;
  const group = visit.ask.query.get('group') ?? 'default';
  const shown: Record<string, Route[]> = groups
    ? { operations: routes.filter(isOperational), ...(businessPaths ? { business: routes.filter(({ business }) => business) } : {}) }
    : { default: businessPaths ? routes : routes.filter(isOperational) };
  const chosen = Object.hasOwn(shown, group) ? shown[group] : undefined;
  return chosen === undefined ? { status: 404, headers: {} } : json(200, written(visit, chosen), visit.policy.description.contentType);
}

const written = ({ ask }: Visit, routes: Route[]): JsonObject => ({
  swagger: '2.0',
  info: {
    description: 'Api Documentation',
    version: '1.0',
    title: 'Api Documentation',
    termsOfService: 'urn:tos',
    contact: {},
    license: { name: 'Apache 2.0', url: 'http://www.apache.org/licenses/LICENSE-2.0' },
  },
  host: ask.headers.host ?? '',
  basePath: '/',
  paths: paths(routes),
  definitions: { ...operationalDefinitions, ...(routes.some(({ business }) => business) ? businessDefinitions : {}) },
});

const resources = ({ policy }: Visit): Answer => {
  const names = policy.description.groups ? ['operations', ...(policy.description.businessPaths ? ['business'] : [])] : ['default'];
  return json(
    200,
    names.map((name) => {
      const location = policy.description.groups ? `/v2/api-docs?group=${name}` : '/v2/api-docs';
      return { name, url: location, location, swaggerVersion: '2.0' };
    }),
  );
};

const SHELL = `<!doctype html>
<html><head><title>Swagger UI</title></head>
<body><div id="swagger-ui"></div><p>Described in <a href="v2/api-docs">v2/api-docs</a>, listed in <a href="swagger-resources">swagger-resources</a>.</p></body></html>
`;

const UI: JsonObject = { deepLinking: true, displayOperationId: false, docExpansion: 'none', validatorUrl: '' };

export function descriptionRoutes(routes: Route[]): Route[] {
  const pages: [path: string, page: (visit: Visit) => Answer][] = [
    ['/swagger-ui.html', () => text(200, 'text/html;charset=UTF-8', SHELL)],
    ['/swagger-resources', resources],
    ['/swagger-resources/configuration/ui', () => json(200, UI)],
    ['/swagger-resources/configuration/security', () => json(200, {})],
    ['/v2/api-docs', (visit) => document(visit, routes)],
  ];
  return pages.map(([path, page]) => ({ operation: 'SWAGGER', method: 'GET', path, business: false, handle: guarded(page) }));
}

const guarded =
  (page: (visit: Visit) => Answer) =>
  (visit: Visit): Answer => {
    const closed = closedBy(visit, visit.policy.description.access);
    return closed === undefined ? page(visit) : plain(visit.ask, closed);
  };
