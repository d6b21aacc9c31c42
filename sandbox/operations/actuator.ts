import { json, httpError } from '../http/responses.ts';
import type { ServiceResponse, RequestContext } from '../http/exchange.ts';
import { isObject, type Json, type JsonObject } from '../http/json.ts';
import type { Policy } from '../service/policy.ts';
import type { Route } from '../http/router.ts';
import { authenticate } from '../service/service.ts';
import { fixedAnswers, heapdump, metrics, routingTable } from './actuator-data.ts';

type Endpoint = (context: RequestContext) => Json | undefined;

/** Method, path below `/actuator`, and what the endpoint shows; undefined means "not found". */
const ENDPOINTS: [method: string, path: string, look: Endpoint][] = [
  ['GET', '', listLinks],
  ...Object.entries(fixedAnswers).map(([name, value]): [string, string, Endpoint] => ['GET', `/${name}`, () => value]),
  ['GET', '/env', ({ store }) => ({ activeProfiles: [], propertySources: [propertySource(store.env)] })],
  ['POST', '/env', (context) => changeEnv(context, context.store.env)],
  ['DELETE', '/env', resetEnv],
  ['GET', '/env/{toMatch}', ({ store, params }) => describeProperty(store.env, params['toMatch'] ?? '')],
  [
    'GET',
    '/loggers',
    ({ store }) => ({
      levels: LEVELS,
      loggers: Object.fromEntries([...store.loggers].map(([name, level]) => [name, describeLogger(level)])),
    }),
  ],
  ['GET', '/loggers/{name}', ({ store, params }) => describeLevel(store.loggers.get(params['name'] ?? ''))],
  ['POST', '/loggers/{name}', setLevel],
  ['GET', '/metrics', () => ({ names: Object.keys(metrics) })],
  ['GET', '/metrics/{requiredMetricName}', ({ params }) => describeMetric(params['requiredMetricName'] ?? '')],
  ['POST', '/refresh', () => ({ refreshed: [] })],
  ['GET', '/routes', () => routingTable],
  ['POST', '/routes', () => routingTable],
  ['GET', '/routes/{format}', () => routingTable],
  ['GET', '/service-registry', ({ store }) => Object.fromEntries(store.registry)],
  ['POST', '/service-registry', setRegistry],
];

function listLinks({ request }: RequestContext): Json {
  const href = `${request.baseUrl}/actuator`;
  const named = ENDPOINTS.filter(([method, path]) => method === 'GET' && path !== '').map(([, path]): [string, Json] => [
    path.slice(1).replaceAll('/', '-').replaceAll(/[{}]/g, ''),
    { href: `${href}${path}`, templated: path.includes('{') },
  ]);
  return { _links: { self: { href, templated: false }, ...Object.fromEntries(named) } };
}

const propertySource = (env: Map<string, string>): Json => ({
  name: 'manager',
  properties: Object.fromEntries([...env].map(([name, value]) => [name, { value }])),
});

const describeProperty = (env: Map<string, string>, name: string): Json | undefined => {
  const value = env.get(name);
  return value === undefined
    ? undefined
    : { property: { source: 'manager', value }, activeProfiles: [], propertySources: [propertySource(env)] };
};

/** The optional body is a JSON object with string values. Any other body has no effect. */
function readTexts({ request }: RequestContext): Record<string, string> {
  const entries = Object.entries(isObject(request.body) ? request.body : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Takes one property as `name` and `value`, or any number of properties under their names. */
function changeEnv(context: RequestContext, env: Map<string, string>): JsonObject {
  const sent = readTexts(context);
  const { name, value } = sent;
  const wanted = name !== undefined && value !== undefined ? { [name]: value } : sent;
  for (const [key, text] of Object.entries(wanted).slice(0, 100)) env.set(key, text);
  return wanted;
}

const ORIGINAL_ENV = 'spring.application.name';

/** Removes what POST added: the named property, otherwise all. */
function resetEnv(context: RequestContext): JsonObject {
  const { env } = context.store;
  const { name } = readTexts(context);
  const added = [...env].filter(([key]) => key !== ORIGINAL_ENV && (name === undefined || key === name));
  for (const [key] of added) env.delete(key);
  env.set(ORIGINAL_ENV, 'dmt-sandbox');
  return Object.fromEntries(added);
}

const LEVELS = ['OFF', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'];

const describeLogger = (level: string): JsonObject => ({ configuredLevel: level, effectiveLevel: level });

const describeLevel = (level: string | undefined): Json | undefined => (level === undefined ? undefined : describeLogger(level));

function setLevel(context: RequestContext): Json | undefined {
  const { loggers } = context.store;
  const name = context.params['name'] ?? '';
  const level = readTexts(context)['configuredLevel'];
  if (loggers.has(name) && level !== undefined && LEVELS.includes(level)) loggers.set(name, level);
  return describeLevel(loggers.get(name));
}

function setRegistry(context: RequestContext): Json {
  const { status } = readTexts(context);
  if (status !== undefined) context.store.registry.set('status', status.slice(0, 100));
  return Object.fromEntries(context.store.registry);
}

const describeMetric = (name: string): Json | undefined =>
  Object.hasOwn(metrics, name) ? { name, measurements: [{ statistic: 'VALUE', value: metrics[name] ?? 0 }], availableTags: [] } : undefined;

const RICH_STATUSES: Record<string, number> = { POST: 201, DELETE: 204 };

const operationalHandler =
  (method: string, look: Endpoint) =>
  (context: RequestContext): ServiceResponse => {
    const closed = refusedAccessStatus(context, context.policy.operations.access);
    if (closed !== undefined) return httpError(context.request, closed);
    const body = look(context);
    if (body === undefined) return httpError(context.request, 404);
    const status = context.policy.operations.richStatuses ? (RICH_STATUSES[method] ?? 200) : 200;
    return status === 204 ? { status, headers: {} } : json(status, body, context.policy.operations.media);
  };

export function refusedAccessStatus({ request, store, now }: RequestContext, access: Policy['operations']['access']): number | undefined {
  if (access === 'open') return undefined;
  if (access !== 'with-token') return access;
  return authenticate(store, request.headers.authorization, now) === undefined ? 401 : undefined;
}

const answerHeapdump = (context: RequestContext): ServiceResponse => {
  const closed = refusedAccessStatus(context, context.policy.operations.access);
  if (closed !== undefined) return httpError(context.request, closed);
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, bytes: heapdump };
};

export const actuatorRoutes: Route[] = [
  ...ENDPOINTS.map(([method, path, look]): Route => ({
    operation: 'ACTUATOR',
    method,
    path: `/actuator${path}`,
    business: false,
    handle: operationalHandler(method, look),
  })),
  { operation: 'ACTUATOR', method: 'GET', path: '/actuator/heapdump', business: false, handle: answerHeapdump },
];
