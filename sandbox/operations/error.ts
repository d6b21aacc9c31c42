import { json, plain, text } from '../http/responses.ts';
import type { Answer, Visit } from '../http/exchange.ts';
import type { Route } from '../http/router.ts';
import { closedBy } from './actuator.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];
const RICH: Record<string, number> = { HEAD: 204, POST: 201, PUT: 201, DELETE: 204, OPTIONS: 204, PATCH: 204 };

/** Error endpoint: a map of string to any value, as a framework shows it when nothing went wrong. */
function showError({ ask, policy }: Visit): Answer {
  const status = policy.operations.richStatuses ? (RICH[ask.method] ?? 200) : 200;
  if (status === 204) return { status, headers: {} };
  return json(status, { timestamp: new Date(ask.clock.now()).toISOString(), status: 999, error: 'None', message: 'No message available' });
}

const DEFINITIONS: Record<string, string> = {
  wallet: 'wallet: v3 fund transfer, status, invoice, balance',
  uiObjects: 'uiObjects: v3 onboarding, sender',
};

export const SERVICE_NAME = 'wallet';

/** The definition of a named service is a string; as JSON it is a JSON string. */
function definition(visit: Visit): Answer {
  const closed = closedBy(visit, visit.policy.operations.access);
  if (closed !== undefined) return plain(visit.ask, closed);
  const name = visit.params['servicename'] ?? '';
  const found = Object.hasOwn(DEFINITIONS, name) ? DEFINITIONS[name] : undefined;
  if (found === undefined) return plain(visit.ask, 404);
  return visit.policy.operations.serviceMedia === 'text/plain' ? text(200, 'text/plain;charset=UTF-8', found) : json(200, found);
}

export const errorRoutes: Route[] = [
  ...METHODS.map((method): Route => ({ operation: 'ERROR', method, path: '/error', business: false, handle: showError })),
  { operation: 'SERVICE', method: 'GET', path: '/service/{servicename}', business: false, handle: definition },
];
