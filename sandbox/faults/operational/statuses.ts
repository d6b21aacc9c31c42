import { faultTable } from '../table.ts';
import { httpError } from '../../http/responses.ts';
import type { ServiceResponse, ServiceRequest, Twist } from '../../http/exchange.ts';
import { onRoute, changeResponse, respondWith, type When } from '../../twists/twists.ts';

/** Answers another status than 200. A success still has its effect, and a refusal has none. */
export const answerStatus = (when: When, status: number): Twist =>
  status < 300
    ? changeResponse(when, (response) => (response.status === 200 ? withSuccessStatus(response, status) : response))
    : respondWith(when, (request) => refuseWithStatus(request, status));

const withSuccessStatus = (response: ServiceResponse, status: number): ServiceResponse =>
  status === 204 ? { status, headers: {} } : { ...response, status };

const refuseWithStatus = (request: ServiceRequest, status: number): ServiceResponse => {
  const response = httpError(request, status);
  return status < 400 ? { ...response, headers: { ...response.headers, location: '/login' } } : response;
};

/** A row of the document and a status outside its list. */
const ROWS: [clause: string, method: string, path: string, status: number][] = [
  ['ACTUATOR-ROOT', 'GET', '/actuator', 405],
  ['ACTUATOR-ARCHAIUS', 'GET', '/actuator/archaius', 500],
  ['ACTUATOR-AUDITEVENTS', 'GET', '/actuator/auditevents', 405],
  ['ACTUATOR-BEANS', 'GET', '/actuator/beans', 302],
  ['ACTUATOR-CONDITIONS', 'GET', '/actuator/conditions', 201],
  ['ACTUATOR-CONFIGPROPS', 'GET', '/actuator/configprops', 400],
  ['ACTUATOR-ENV', 'GET', '/actuator/env', 500],
  ['ACTUATOR-ENV-POST', 'POST', '/actuator/env', 204],
  ['ACTUATOR-ENV-DELETE', 'DELETE', '/actuator/env', 201],
  ['ACTUATOR-ENV-TO-MATCH', 'GET', '/actuator/env/{toMatch}', 400],
  ['ACTUATOR-FEATURES', 'GET', '/actuator/features', 406],
  ['ACTUATOR-FILTERS', 'GET', '/actuator/filters', 202],
  ['ACTUATOR-HEALTH', 'GET', '/actuator/health', 501],
  ['ACTUATOR-HEAPDUMP', 'GET', '/actuator/heapdump', 500],
  ['ACTUATOR-HTTPTRACE', 'GET', '/actuator/httptrace', 410],
  ['ACTUATOR-INFO', 'GET', '/actuator/info', 204],
  ['ACTUATOR-LOGGERS', 'GET', '/actuator/loggers', 301],
  ['ACTUATOR-LOGGERS-NAME', 'GET', '/actuator/loggers/{name}', 422],
  ['ACTUATOR-LOGGERS-NAME-POST', 'POST', '/actuator/loggers/{name}', 204],
  ['ACTUATOR-MAPPINGS', 'GET', '/actuator/mappings', 405],
  ['ACTUATOR-METRICS', 'GET', '/actuator/metrics', 201],
  ['ACTUATOR-METRICS-NAME', 'GET', '/actuator/metrics/{requiredMetricName}', 500],
  ['ACTUATOR-REFRESH-POST', 'POST', '/actuator/refresh', 405],
  ['ACTUATOR-ROUTES', 'GET', '/actuator/routes', 203],
  ['ACTUATOR-ROUTES-POST', 'POST', '/actuator/routes', 202],
  ['ACTUATOR-ROUTES-FORMAT', 'GET', '/actuator/routes/{format}', 405],
  ['ACTUATOR-SCHEDULEDTASKS', 'GET', '/actuator/scheduledtasks', 307],
  ['ACTUATOR-SERVICE-REGISTRY', 'GET', '/actuator/service-registry', 400],
  ['ACTUATOR-SERVICE-REGISTRY-POST', 'POST', '/actuator/service-registry', 405],
  ['ACTUATOR-THREADDUMP', 'GET', '/actuator/threaddump', 415],
];

export const operationalStatusFaults = [
  ...faultTable(
    {},
    ROWS.map(([clause, method, path, status]) => ({
      id: `${clause.toLowerCase()}-is-${status}`,
      does: `${method} ${path} is answered with ${status}.`,
      breaks: [clause],
      twist: answerStatus(onRoute(method, path), status),
    })),
  ),
  ...faultTable({}, [
    {
      id: 'actuator-wants-a-browser',
      breaks: ROWS.map(([clause]) => clause),
      does: 'Every operational endpoint redirects to a login page.',
      twist: answerStatus(({ operation }) => operation === 'ACTUATOR', 302),
    },
  ]),
];
