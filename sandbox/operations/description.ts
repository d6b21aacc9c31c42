import { json, httpError, text } from '../http/responses.ts';
import { businessDefinitions, operationalDefinitions } from '../description/definitions.ts';
import { describePaths } from '../description/paths.ts';
import type { ServiceResponse, RequestContext } from '../http/exchange.ts';
import type { JsonObject } from '../http/json.ts';
import type { Route } from '../http/router.ts';
import { refusedAccessStatus } from './actuator.ts';

const isOperational = (route: Route): boolean => !route.business;

function answerDocument(context: RequestContext, routes: Route[]): ServiceResponse {
  const { groups, businessPaths } = context.policy.description;
  const group = context.request.query.get('group') ?? 'default';
  const shown: Record<string, Route[]> = groups
    ? { operations: routes.filter(isOperational), ...(businessPaths ? { business: routes.filter(({ business }) => business) } : {}) }
    : { default: businessPaths ? routes : routes.filter(isOperational) };
  const chosen = Object.hasOwn(shown, group) ? shown[group] : undefined;
  return chosen === undefined
    ? { status: 404, headers: {} }
    : json(200, buildDocument(context, chosen), context.policy.description.contentType);
}

const buildDocument = ({ request }: RequestContext, routes: Route[]): JsonObject => ({
  swagger: '2.0',
  info: {
    description: 'Api Documentation',
    version: '1.0',
    title: 'Api Documentation',
    termsOfService: 'urn:tos',
    contact: {},
    license: { name: 'Apache 2.0', url: 'http://www.apache.org/licenses/LICENSE-2.0' },
  },
  host: request.headers.host ?? '',
  basePath: '/',
  paths: describePaths(routes),
  definitions: { ...operationalDefinitions, ...(routes.some(({ business }) => business) ? businessDefinitions : {}) },
});

const answerResources = ({ policy }: RequestContext): ServiceResponse => {
  const names = policy.description.groups ? ['operations', ...(policy.description.businessPaths ? ['business'] : [])] : ['default'];
  return json(
    200,
    names.map((name) => {
      const location = policy.description.groups ? `/v2/api-docs?group=${name}` : '/v2/api-docs';
      return { name, url: location, location, swaggerVersion: '2.0' };
    }),
  );
};

const UI_PAGE = `<!doctype html>
<html><head><title>Swagger UI</title></head>
<body><div id="swagger-ui"></div><p>Described in <a href="v2/api-docs">v2/api-docs</a>, listed in <a href="swagger-resources">swagger-resources</a>.</p></body></html>
`;

const UI_CONFIGURATION: JsonObject = { deepLinking: true, displayOperationId: false, docExpansion: 'none', validatorUrl: '' };

export function descriptionRoutes(routes: Route[]): Route[] {
  const pages: [path: string, page: (context: RequestContext) => ServiceResponse][] = [
    ['/swagger-ui.html', () => text(200, 'text/html;charset=UTF-8', UI_PAGE)],
    ['/swagger-resources', answerResources],
    ['/swagger-resources/configuration/ui', () => json(200, UI_CONFIGURATION)],
    ['/swagger-resources/configuration/security', () => json(200, {})],
    ['/v2/api-docs', (context) => answerDocument(context, routes)],
  ];
  return pages.map(([path, page]) => ({ operation: 'SWAGGER', method: 'GET', path, business: false, handle: withAccess(page) }));
}

const withAccess =
  (page: (context: RequestContext) => ServiceResponse) =>
  (context: RequestContext): ServiceResponse => {
    const closed = refusedAccessStatus(context, context.policy.description.access);
    return closed === undefined ? page(context) : httpError(context.request, closed);
  };
