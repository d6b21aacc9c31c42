import type { Subject } from './clause.ts';
import type { ClauseId } from './clauses.ts';

type OperationalMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS' | 'PATCH';

export interface OperationalOperation {
  /** The clause of its row. Reports name the operation by it. */
  readonly clause: ClauseId;
  readonly subject: Extract<Subject, 'ACTUATOR' | 'ERROR' | 'SERVICE'>;
  readonly method: OperationalMethod;
  /** Relative to `{base_url}`, with `{name}` for each path parameter. */
  readonly path: string;
  readonly statuses: readonly number[];
  /** Null where any media type is allowed. */
  readonly produces: readonly string[] | null;
  /** File name in `schemas/` of an optional request body, without `.schema.json`; null where the document shows no body. */
  readonly payload: string | null;
  /** File name in `schemas/` of an answer with HTTP 200, without `.schema.json`; null for octets and for an answer without a body. */
  readonly result: string | null;
  /** `operational-write` is sent only where DMT_ALLOW permits it. */
  readonly effect: 'none' | 'operational-write';
}

/** The document states these for all rows. Some rows add 201 or 204. */
const commonStatuses = [200, 401, 403, 404] as const;
const orCreated = [200, 201, 401, 403, 404] as const;
const orNoContent = [200, 204, 401, 403, 404] as const;

const octets = 'application/octet-stream';

const actuatorRead = {
  subject: 'ACTUATOR',
  method: 'GET',
  statuses: commonStatuses,
  produces: ['application/json', 'application/vnd.service.actuator.v2+json'],
  payload: 'actuator-request',
  result: 'actuator-object',
  effect: 'none',
} as const;
const actuatorWrite = { ...actuatorRead, method: 'POST', statuses: orCreated, effect: 'operational-write' } as const;

export const actuatorOperations = [
  { ...actuatorRead, clause: 'ACTUATOR-ROOT', path: '/actuator', result: 'actuator-links' },
  { ...actuatorRead, clause: 'ACTUATOR-ARCHAIUS', path: '/actuator/archaius' },
  { ...actuatorRead, clause: 'ACTUATOR-AUDITEVENTS', path: '/actuator/auditevents' },
  { ...actuatorRead, clause: 'ACTUATOR-BEANS', path: '/actuator/beans' },
  { ...actuatorRead, clause: 'ACTUATOR-CONDITIONS', path: '/actuator/conditions' },
  { ...actuatorRead, clause: 'ACTUATOR-CONFIGPROPS', path: '/actuator/configprops' },
  { ...actuatorRead, clause: 'ACTUATOR-ENV', path: '/actuator/env' },
  { ...actuatorWrite, clause: 'ACTUATOR-ENV-POST', path: '/actuator/env' },
  { ...actuatorWrite, clause: 'ACTUATOR-ENV-DELETE', path: '/actuator/env', method: 'DELETE', statuses: orNoContent },
  { ...actuatorRead, clause: 'ACTUATOR-ENV-TO-MATCH', path: '/actuator/env/{toMatch}' },
  { ...actuatorRead, clause: 'ACTUATOR-FEATURES', path: '/actuator/features' },
  { ...actuatorRead, clause: 'ACTUATOR-FILTERS', path: '/actuator/filters' },
  { ...actuatorRead, clause: 'ACTUATOR-HEALTH', path: '/actuator/health' },
  // A heap dump changes nothing, but burdens the target and holds its secrets. It needs the permission of a write.
  {
    ...actuatorRead,
    clause: 'ACTUATOR-HEAPDUMP',
    path: '/actuator/heapdump',
    produces: [octets],
    result: null,
    effect: 'operational-write',
  },
  { ...actuatorRead, clause: 'ACTUATOR-HTTPTRACE', path: '/actuator/httptrace' },
  { ...actuatorRead, clause: 'ACTUATOR-INFO', path: '/actuator/info' },
  { ...actuatorRead, clause: 'ACTUATOR-LOGGERS', path: '/actuator/loggers' },
  { ...actuatorRead, clause: 'ACTUATOR-LOGGERS-NAME', path: '/actuator/loggers/{name}' },
  { ...actuatorWrite, clause: 'ACTUATOR-LOGGERS-NAME-POST', path: '/actuator/loggers/{name}', produces: null, result: null },
  { ...actuatorRead, clause: 'ACTUATOR-MAPPINGS', path: '/actuator/mappings' },
  { ...actuatorRead, clause: 'ACTUATOR-METRICS', path: '/actuator/metrics' },
  { ...actuatorRead, clause: 'ACTUATOR-METRICS-NAME', path: '/actuator/metrics/{requiredMetricName}' },
  { ...actuatorWrite, clause: 'ACTUATOR-REFRESH-POST', path: '/actuator/refresh' },
  { ...actuatorRead, clause: 'ACTUATOR-ROUTES', path: '/actuator/routes' },
  { ...actuatorWrite, clause: 'ACTUATOR-ROUTES-POST', path: '/actuator/routes' },
  { ...actuatorRead, clause: 'ACTUATOR-ROUTES-FORMAT', path: '/actuator/routes/{format}' },
  { ...actuatorRead, clause: 'ACTUATOR-SCHEDULEDTASKS', path: '/actuator/scheduledtasks' },
  { ...actuatorRead, clause: 'ACTUATOR-SERVICE-REGISTRY', path: '/actuator/service-registry' },
  { ...actuatorWrite, clause: 'ACTUATOR-SERVICE-REGISTRY-POST', path: '/actuator/service-registry' },
  { ...actuatorRead, clause: 'ACTUATOR-THREADDUMP', path: '/actuator/threaddump' },
] as const satisfies readonly OperationalOperation[];

const errorRow = {
  subject: 'ERROR',
  path: '/error',
  produces: null,
  payload: null,
  result: 'error-answer',
  effect: 'none',
} as const;

export const errorOperations = [
  { ...errorRow, clause: 'ERROR-GET', method: 'GET', statuses: commonStatuses },
  { ...errorRow, clause: 'ERROR-HEAD', method: 'HEAD', statuses: orNoContent, result: null },
  { ...errorRow, clause: 'ERROR-POST', method: 'POST', statuses: orCreated },
  { ...errorRow, clause: 'ERROR-PUT', method: 'PUT', statuses: orCreated },
  { ...errorRow, clause: 'ERROR-DELETE', method: 'DELETE', statuses: orNoContent },
  { ...errorRow, clause: 'ERROR-OPTIONS', method: 'OPTIONS', statuses: orNoContent },
  { ...errorRow, clause: 'ERROR-PATCH', method: 'PATCH', statuses: orNoContent },
] as const satisfies readonly OperationalOperation[];

export const serviceDefinition = {
  clause: 'SERVICE-SERVED',
  subject: 'SERVICE',
  method: 'GET',
  path: '/service/{servicename}',
  statuses: commonStatuses,
  produces: null,
  payload: null,
  result: 'service-definition',
  effect: 'none',
} as const satisfies OperationalOperation;

/** Everything except the business operations and the token endpoint, in the order of the document. */
export const operationalOperations: readonly OperationalOperation[] = [...actuatorOperations, ...errorOperations, serviceDefinition];
