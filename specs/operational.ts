import type { Subject } from './clause.ts';
import type { ClauseId } from './clauses.ts';

export type OperationalMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS' | 'PATCH';

/** A method and path outside the business operations. */
export interface OperationalOperation {
  /** The clause of its row; it names the operation in reports as well. */
  readonly clause: ClauseId;
  readonly subject: Extract<Subject, 'ACTUATOR' | 'ERROR' | 'SERVICE'>;
  readonly method: OperationalMethod;
  /** Relative to `{base_url}`, with `{name}` for each path parameter. */
  readonly path: string;
  readonly statuses: readonly number[];
  /** Media types of an answer; null where any is allowed. */
  readonly produces: readonly string[] | null;
  /** File name in `schemas/` of an optional request body, without `.schema.json`; null where the document tells of none. */
  readonly payload: string | null;
  /** File name in `schemas/` of an answer with HTTP 200, without `.schema.json`; null for octets and for an answer without a body. */
  readonly result: string | null;
  /** `operational-write` is only sent where DMT_ALLOW permits it. */
  readonly effect: 'none' | 'operational-write';
}

/** Stated for all of them; rows add 201 or 204. */
const common = [200, 401, 403, 404] as const;
const orCreated = [200, 201, 401, 403, 404] as const;
const orNoContent = [200, 204, 401, 403, 404] as const;

const octets = 'application/octet-stream';

const read = {
  subject: 'ACTUATOR',
  method: 'GET',
  statuses: common,
  produces: ['application/json', 'application/vnd.service.actuator.v2+json'],
  payload: 'actuator-request',
  result: 'actuator-object',
  effect: 'none',
} as const;
const write = { ...read, method: 'POST', statuses: orCreated, effect: 'operational-write' } as const;

export const actuatorOperations = [
  { ...read, clause: 'ACTUATOR-ROOT', path: '/actuator', result: 'actuator-links' },
  { ...read, clause: 'ACTUATOR-ARCHAIUS', path: '/actuator/archaius' },
  { ...read, clause: 'ACTUATOR-AUDITEVENTS', path: '/actuator/auditevents' },
  { ...read, clause: 'ACTUATOR-BEANS', path: '/actuator/beans' },
  { ...read, clause: 'ACTUATOR-CONDITIONS', path: '/actuator/conditions' },
  { ...read, clause: 'ACTUATOR-CONFIGPROPS', path: '/actuator/configprops' },
  { ...read, clause: 'ACTUATOR-ENV', path: '/actuator/env' },
  { ...write, clause: 'ACTUATOR-ENV-POST', path: '/actuator/env' },
  { ...write, clause: 'ACTUATOR-ENV-DELETE', path: '/actuator/env', method: 'DELETE', statuses: orNoContent },
  { ...read, clause: 'ACTUATOR-ENV-TO-MATCH', path: '/actuator/env/{toMatch}' },
  { ...read, clause: 'ACTUATOR-FEATURES', path: '/actuator/features' },
  { ...read, clause: 'ACTUATOR-FILTERS', path: '/actuator/filters' },
  { ...read, clause: 'ACTUATOR-HEALTH', path: '/actuator/health' },
  // Changes nothing, but it burdens the target and holds its secrets: permitted like a write.
  {
    ...read,
    clause: 'ACTUATOR-HEAPDUMP',
    path: '/actuator/heapdump',
    produces: [octets],
    result: null,
    effect: 'operational-write',
  },
  { ...read, clause: 'ACTUATOR-HTTPTRACE', path: '/actuator/httptrace' },
  { ...read, clause: 'ACTUATOR-INFO', path: '/actuator/info' },
  { ...read, clause: 'ACTUATOR-LOGGERS', path: '/actuator/loggers' },
  { ...read, clause: 'ACTUATOR-LOGGERS-NAME', path: '/actuator/loggers/{name}' },
  { ...write, clause: 'ACTUATOR-LOGGERS-NAME-POST', path: '/actuator/loggers/{name}', produces: null, result: null },
  { ...read, clause: 'ACTUATOR-MAPPINGS', path: '/actuator/mappings' },
  { ...read, clause: 'ACTUATOR-METRICS', path: '/actuator/metrics' },
  { ...read, clause: 'ACTUATOR-METRICS-NAME', path: '/actuator/metrics/{requiredMetricName}' },
  { ...write, clause: 'ACTUATOR-REFRESH-POST', path: '/actuator/refresh' },
  { ...read, clause: 'ACTUATOR-ROUTES', path: '/actuator/routes' },
  { ...write, clause: 'ACTUATOR-ROUTES-POST', path: '/actuator/routes' },
  { ...read, clause: 'ACTUATOR-ROUTES-FORMAT', path: '/actuator/routes/{format}' },
  { ...read, clause: 'ACTUATOR-SCHEDULEDTASKS', path: '/actuator/scheduledtasks' },
  { ...read, clause: 'ACTUATOR-SERVICE-REGISTRY', path: '/actuator/service-registry' },
  { ...write, clause: 'ACTUATOR-SERVICE-REGISTRY-POST', path: '/actuator/service-registry' },
  { ...read, clause: 'ACTUATOR-THREADDUMP', path: '/actuator/threaddump' },
] as const satisfies readonly OperationalOperation[];

const error = {
  subject: 'ERROR',
  path: '/error',
  produces: null,
  payload: null,
  result: 'error-answer',
  effect: 'none',
} as const;

export const errorOperations = [
  { ...error, clause: 'ERROR-GET', method: 'GET', statuses: common },
  { ...error, clause: 'ERROR-HEAD', method: 'HEAD', statuses: orNoContent, result: null },
  { ...error, clause: 'ERROR-POST', method: 'POST', statuses: orCreated },
  { ...error, clause: 'ERROR-PUT', method: 'PUT', statuses: orCreated },
  { ...error, clause: 'ERROR-DELETE', method: 'DELETE', statuses: orNoContent },
  { ...error, clause: 'ERROR-OPTIONS', method: 'OPTIONS', statuses: orNoContent },
  { ...error, clause: 'ERROR-PATCH', method: 'PATCH', statuses: orNoContent },
] as const satisfies readonly OperationalOperation[];

export const serviceDefinition = {
  clause: 'SERVICE-SERVED',
  subject: 'SERVICE',
  method: 'GET',
  path: '/service/{servicename}',
  statuses: common,
  produces: null,
  payload: null,
  result: 'service-definition',
  effect: 'none',
} as const satisfies OperationalOperation;

/** Everything beside the business operations and the token endpoint, in the order of the document. */
export const operationalOperations: readonly OperationalOperation[] = [...actuatorOperations, ...errorOperations, serviceDefinition];
