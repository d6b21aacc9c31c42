import { json, plain } from '../http/responses.ts';
import type { Answer, Visit } from '../http/exchange.ts';
import { isObject, type Json, type JsonObject } from '../http/json.ts';
import type { Policy } from '../service/policy.ts';
import type { Route } from '../http/router.ts';
import { bearer } from '../service/service.ts';
import { fixed, heapdump, metrics, routing } from './actuator-data.ts';

type Look = (visit: Visit) => Json | undefined;

/** Operational endpoints: method, path below `/actuator`, what it shows; undefined is "not found". */
const LOOKS: [method: string, path: string, look: Look][] = [
  ['GET', '', links],
  ...Object.entries(fixed).map(([name, value]): [string, string, Look] => ['GET', `/${name}`, () => value]),
  ['GET', '/env', ({ bank }) => ({ activeProfiles: [], propertySources: [source(bank.env)] })],
  ['POST', '/env', (visit) => change(visit, visit.bank.env)],
  ['DELETE', '/env', resetEnv],
  ['GET', '/env/{toMatch}', ({ bank, params }) => property(bank.env, params['toMatch'] ?? '')],
  [
    'GET',
    '/loggers',
    ({ bank }) => ({ levels: LEVELS, loggers: Object.fromEntries([...bank.loggers].map(([name, level]) => [name, logger(level)])) }),
  ],
  ['GET', '/loggers/{name}', ({ bank, params }) => levelOf(bank.loggers.get(params['name'] ?? ''))],
  ['POST', '/loggers/{name}', setLevel],
  ['GET', '/metrics', () => ({ names: Object.keys(metrics) })],
  ['GET', '/metrics/{requiredMetricName}', ({ params }) => metric(params['requiredMetricName'] ?? '')],
  ['POST', '/refresh', () => ({ refreshed: [] })],
  ['GET', '/routes', () => routing],
  ['POST', '/routes', () => routing],
  ['GET', '/routes/{format}', () => routing],
  ['GET', '/service-registry', ({ bank }) => Object.fromEntries(bank.registry)],
  ['POST', '/service-registry', setRegistry],
];

function links({ ask }: Visit): Json {
  const href = `${ask.baseUrl}/actuator`;
  const named = LOOKS.filter(([method, path]) => method === 'GET' && path !== '').map(([, path]): [string, Json] => [
    path.slice(1).replaceAll('/', '-').replaceAll(/[{}]/g, ''),
    { href: `${href}${path}`, templated: path.includes('{') },
  ]);
  return { _links: { self: { href, templated: false }, ...Object.fromEntries(named) } };
}

const source = (env: Map<string, string>): Json => ({
  name: 'manager',
  properties: Object.fromEntries([...env].map(([name, value]) => [name, { value }])),
});

const property = (env: Map<string, string>, name: string): Json | undefined => {
  const value = env.get(name);
  return value === undefined ? undefined : { property: { source: 'manager', value }, activeProfiles: [], propertySources: [source(env)] };
};

/** The optional body: a JSON object with string values. Any other body has no effect. */
function values({ ask }: Visit): Record<string, string> {
  const entries = Object.entries(isObject(ask.body) ? ask.body : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** One property as `name` and `value`, or any number of them under their own names. */
function change(visit: Visit, env: Map<string, string>): JsonObject {
  const sent = values(visit);
  const { name, value } = sent;
  const wanted = name !== undefined && value !== undefined ? { [name]: value } : sent;
  for (const [key, text] of Object.entries(wanted).slice(0, 100)) env.set(key, text);
  return wanted;
}

const ORIGINAL_ENV = 'spring.application.name';

/** Takes back what POST added: the one that is named, otherwise all. */
function resetEnv(visit: Visit): JsonObject {
  const { env } = visit.bank;
  const { name } = values(visit);
  const added = [...env].filter(([key]) => key !== ORIGINAL_ENV && (name === undefined || key === name));
  for (const [key] of added) env.delete(key);
  env.set(ORIGINAL_ENV, 'dmt-sandbox');
  return Object.fromEntries(added);
}

const LEVELS = ['OFF', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'];

const logger = (level: string): JsonObject => ({ configuredLevel: level, effectiveLevel: level });

const levelOf = (level: string | undefined): Json | undefined => (level === undefined ? undefined : logger(level));

function setLevel(visit: Visit): Json | undefined {
  const { loggers } = visit.bank;
  const name = visit.params['name'] ?? '';
  const level = values(visit)['configuredLevel'];
  if (loggers.has(name) && level !== undefined && LEVELS.includes(level)) loggers.set(name, level);
  return levelOf(loggers.get(name));
}

function setRegistry(visit: Visit): Json {
  const { status } = values(visit);
  if (status !== undefined) visit.bank.registry.set('status', status.slice(0, 100));
  return Object.fromEntries(visit.bank.registry);
}

const metric = (name: string): Json | undefined =>
  Object.hasOwn(metrics, name) ? { name, measurements: [{ statistic: 'VALUE', value: metrics[name] ?? 0 }], availableTags: [] } : undefined;

const RICH: Record<string, number> = { POST: 201, DELETE: 204 };

const operational =
  (method: string, look: Look) =>
  (visit: Visit): Answer => {
    const closed = closedBy(visit, visit.policy.operations.access);
    if (closed !== undefined) return plain(visit.ask, closed);
    const body = look(visit);
    if (body === undefined) return plain(visit.ask, 404);
    const status = visit.policy.operations.richStatuses ? (RICH[method] ?? 200) : 200;
    return status === 204 ? { status, headers: {} } : json(status, body, visit.policy.operations.media);
  };

/** The status that keeps this visitor out, if any. */
export function closedBy({ ask, bank, now }: Visit, access: Policy['operations']['access']): number | undefined {
  if (access === 'open') return undefined;
  if (access !== 'with-token') return access;
  return bearer(bank, ask.headers.authorization, now) === undefined ? 401 : undefined;
}

const dump = (visit: Visit): Answer => {
  const closed = closedBy(visit, visit.policy.operations.access);
  if (closed !== undefined) return plain(visit.ask, closed);
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, bytes: heapdump };
};

export const actuatorRoutes: Route[] = [
  ...LOOKS.map(([method, path, look]): Route => ({
    operation: 'ACTUATOR',
    method,
    path: `/actuator${path}`,
    business: false,
    handle: operational(method, look),
  })),
  { operation: 'ACTUATOR', method: 'GET', path: '/actuator/heapdump', business: false, handle: dump },
];
