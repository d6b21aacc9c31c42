import type { Json, JsonObject } from '../http/json.ts';
import type { Route } from '../http/router.ts';
import { ref } from './definitions.ts';

const V2 = 'application/vnd.service.actuator.v2+json';
const WORDS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
};

// The answers Springfox lists by default for each verb.
const STATUSES: Record<string, number[]> = { GET: [401, 403, 404], POST: [201, 401, 403, 404], PUT: [201, 401, 403, 404] };
const OTHERS = [204, 401, 403];

const responses = (method: string, schema: Json): JsonObject => ({
  200: { description: 'OK', schema },
  ...Object.fromEntries((STATUSES[method] ?? OTHERS).map((status) => [status, { description: WORDS[status] ?? '' }])),
});

const handled = (method: string, tag: string, name: string, number: number): JsonObject => ({
  tags: [tag],
  summary: name,
  operationId: `${name}Using${method}${number === 0 ? '' : `_${number}`}`,
  ...(method === 'GET' || method === 'DELETE' ? {} : { consumes: ['application/json'] }),
});

const bodyParameter = (schema: Json, required: boolean, name: string): Json => ({ in: 'body', name, description: name, required, schema });

const parameter = (place: string, name: string, required = true): Json => ({
  name,
  in: place,
  description: name,
  required,
  type: 'string',
});

const linkMap: Json = { type: 'object', additionalProperties: { type: 'object', additionalProperties: ref('Link') } };

const producesOf = ({ path, method }: Route): string[] => {
  if (path.endsWith('/heapdump')) return ['application/octet-stream'];
  return path === '/actuator/loggers/{name}' && method === 'POST' ? ['*/*'] : ['application/json', V2];
};

// Springfox sees the handler's map argument as a body, on GET too, and overlooks the path variables.
function actuator(route: Route, number: number): JsonObject {
  const root = route.path === '/actuator';
  const name = root ? 'links' : 'handle';
  return {
    ...handled(route.method, root ? 'web-mvc-links-handler' : 'operation-handler', name, root ? 0 : number),
    produces: producesOf(route),
    parameters: [bodyParameter({ type: 'object', additionalProperties: { type: 'string' } }, false, 'body')],
    responses: responses(route.method, root ? linkMap : { type: 'object' }),
    deprecated: false,
  };
}

const errorPage = ({ method }: Route): JsonObject => ({
  ...handled(method, 'basic-error-controller', 'error', 0),
  produces: ['*/*'],
  responses: responses(method, { type: 'object', additionalProperties: { type: 'object' } }),
  deprecated: false,
});

const serviceDefinition = ({ method }: Route): JsonObject => ({
  ...handled(method, 'service-definition-controller', 'getServiceDefinition', 0),
  produces: ['*/*'],
  parameters: [parameter('path', 'servicename')],
  responses: responses(method, { type: 'string' }),
  deprecated: false,
});

const variablesOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function business(route: Route, number: number): JsonObject | undefined {
  if (!route.business || route.described === undefined) return undefined;
  const { method, path } = route;
  const { tag, query = [], consent = false, body, result } = route.described;
  return {
    ...handled(method, tag, 'call', number),
    produces: ['application/json'],
    parameters: [
      ...variablesOf(path).map((name) => parameter('path', name)),
      ...query.map((name) => parameter('query', name)),
      ...(consent ? [parameter('header', 'Consent', false)] : []),
      ...(body === undefined ? [] : [bodyParameter(ref(body), true, 'body')]),
    ],
    responses: responses(method, ref(`ApiResponse«${result}»`)),
    deprecated: false,
  };
}

const WRITERS: Record<string, (route: Route, number: number) => JsonObject | undefined> = {
  ACTUATOR: actuator,
  ERROR: errorPage,
  SERVICE: serviceDefinition,
};

/** The `paths` of a document for these routes. */
export function paths(routes: Route[]): JsonObject {
  const found: Record<string, JsonObject> = {};
  for (const [number, route] of routes.entries()) {
    const written = (WRITERS[route.operation] ?? business)(route, number);
    if (written !== undefined) found[route.path] = { ...found[route.path], [route.method.toLowerCase()]: written };
  }
  return found;
}
