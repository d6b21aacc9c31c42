import type { Json, JsonObject } from '../http/json.ts';
import type { Route } from '../http/router.ts';
import { schemaRef } from './definitions.ts';

const V2 = 'application/vnd.service.actuator.v2+json';
const STATUS_TEXTS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
};

// The answers that Springfox lists by default for each verb.
const STATUSES: Record<string, number[]> = { GET: [401, 403, 404], POST: [201, 401, 403, 404], PUT: [201, 401, 403, 404] };
const OTHER_STATUSES = [204, 401, 403];

const describeResponses = (method: string, schema: Json): JsonObject => ({
  200: { description: 'OK', schema },
  ...Object.fromEntries((STATUSES[method] ?? OTHER_STATUSES).map((status) => [status, { description: STATUS_TEXTS[status] ?? '' }])),
});

const describeHandler = (method: string, tag: string, name: string, number: number): JsonObject => ({
  tags: [tag],
  summary: name,
  operationId: `${name}Using${method}${number === 0 ? '' : `_${number}`}`,
  ...(method === 'GET' || method === 'DELETE' ? {} : { consumes: ['application/json'] }),
});

const bodyParameter = (schema: Json, required: boolean, name: string): Json => ({ in: 'body', name, description: name, required, schema });

const describeParameter = (place: string, name: string, required = true): Json => ({
  name,
  in: place,
  description: name,
  required,
  type: 'string',
});

const linkMap: Json = { type: 'object', additionalProperties: { type: 'object', additionalProperties: schemaRef('Link') } };

const pickMediaTypes = ({ path, method }: Route): string[] => {
  if (path.endsWith('/heapdump')) return ['application/octet-stream'];
  return path === '/actuator/loggers/{name}' && method === 'POST' ? ['*/*'] : ['application/json', V2];
};

// Springfox reads the handler's map argument as a body, also on GET, and overlooks the path variables.
function describeActuator(route: Route, number: number): JsonObject {
  const root = route.path === '/actuator';
  const name = root ? 'links' : 'handle';
  return {
    ...describeHandler(route.method, root ? 'web-mvc-links-handler' : 'operation-handler', name, root ? 0 : number),
    produces: pickMediaTypes(route),
    parameters: [bodyParameter({ type: 'object', additionalProperties: { type: 'string' } }, false, 'body')],
    responses: describeResponses(route.method, root ? linkMap : { type: 'object' }),
    deprecated: false,
  };
}

const describeErrorPage = ({ method }: Route): JsonObject => ({
  ...describeHandler(method, 'basic-error-controller', 'error', 0),
  produces: ['*/*'],
  responses: describeResponses(method, { type: 'object', additionalProperties: { type: 'object' } }),
  deprecated: false,
});

const describeService = ({ method }: Route): JsonObject => ({
  ...describeHandler(method, 'service-definition-controller', 'getServiceDefinition', 0),
  produces: ['*/*'],
  parameters: [describeParameter('path', 'servicename')],
  responses: describeResponses(method, { type: 'string' }),
  deprecated: false,
});

export const listVariables = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function describeBusiness(route: Route, number: number): JsonObject | undefined {
  if (!route.business || route.described === undefined) return undefined;
  const { method, path } = route;
  const { tag, query = [], consent = false, body, result } = route.described;
  return {
    ...describeHandler(method, tag, 'call', number),
    produces: ['application/json'],
    parameters: [
      ...listVariables(path).map((name) => describeParameter('path', name)),
      ...query.map((name) => describeParameter('query', name)),
      ...(consent ? [describeParameter('header', 'Consent', false)] : []),
      ...(body === undefined ? [] : [bodyParameter(schemaRef(body), true, 'body')]),
    ],
    responses: describeResponses(method, schemaRef(`ApiResponse«${result}»`)),
    deprecated: false,
  };
}

const WRITERS: Record<string, (route: Route, number: number) => JsonObject | undefined> = {
  ACTUATOR: describeActuator,
  ERROR: describeErrorPage,
  SERVICE: describeService,
};

export function describePaths(routes: Route[]): JsonObject {
  const found: Record<string, JsonObject> = {};
  for (const [number, route] of routes.entries()) {
    const written = (WRITERS[route.operation] ?? describeBusiness)(route, number);
    if (written !== undefined) found[route.path] = { ...found[route.path], [route.method.toLowerCase()]: written };
  }
  return found;
}
