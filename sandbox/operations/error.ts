import { json, httpError, text } from '../http/responses.ts';
import type { ServiceResponse, RequestContext } from '../http/exchange.ts';
import type { Route } from '../http/router.ts';
import { refusedAccessStatus } from './actuator.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];
const RICH_STATUSES: Record<string, number> = { HEAD: 204, POST: 201, PUT: 201, DELETE: 204, OPTIONS: 204, PATCH: 204 };

/** A map of string to any value, as a framework shows it when nothing went wrong. */
function showError({ request, policy }: RequestContext): ServiceResponse {
  const status = policy.operations.richStatuses ? (RICH_STATUSES[request.method] ?? 200) : 200;
  if (status === 204) return { status, headers: {} };
  return json(status, {
    timestamp: new Date(request.clock.now()).toISOString(),
    status: 999,
    error: 'None',
    message: 'No message available',
  });
}

const DEFINITIONS: Record<string, string> = {
  wallet: 'wallet: v3 fund transfer, status, invoice, balance',
  uiObjects: 'uiObjects: v3 onboarding, sender',
};

export const SERVICE_NAME = 'wallet';

/** A string; under the JSON media type a JSON string. */
function definition(context: RequestContext): ServiceResponse {
  const closed = refusedAccessStatus(context, context.policy.operations.access);
  if (closed !== undefined) return httpError(context.request, closed);
  const name = context.params['servicename'] ?? '';
  const found = Object.hasOwn(DEFINITIONS, name) ? DEFINITIONS[name] : undefined;
  if (found === undefined) return httpError(context.request, 404);
  return context.policy.operations.serviceMedia === 'text/plain' ? text(200, 'text/plain;charset=UTF-8', found) : json(200, found);
}

export const errorRoutes: Route[] = [
  ...METHODS.map((method): Route => ({ operation: 'ERROR', method, path: '/error', business: false, handle: showError })),
  { operation: 'SERVICE', method: 'GET', path: '/service/{servicename}', business: false, handle: definition },
];
