import { API_CODES } from '../http/codes.ts';
import { httpError, refusalResponse } from '../http/responses.ts';
import type { Agent, Store } from '../state/store.ts';
import { RefusalError, refuse, type ServiceResponse, type ServiceRequest, type Handler, type RequestContext } from '../http/exchange.ts';
import { isObject } from '../http/json.ts';
import type { Match, Route, Router } from '../http/router.ts';

export const honestService =
  (find: Router): Handler =>
  (request) =>
    Promise.resolve(respondOrRefuse(request, () => respond(request, find(request.method, request.path))));

function respondOrRefuse(request: ServiceRequest, act: () => ServiceResponse): ServiceResponse {
  try {
    return act();
  } catch (error) {
    if (error instanceof RefusalError) return refusalResponse(request, error.refusal, error.message);
    // The document's code 4000 means a system failure.
    return refusalResponse(request, API_CODES.systemFailure, 'system.failure');
  }
}

function respond(request: ServiceRequest, match: Match | undefined): ServiceResponse {
  if (match === undefined) return httpError(request, 404);
  const context: RequestContext = {
    request,
    params: match.params,
    store: request.store,
    policy: request.policy,
    now: request.clock.now(),
  };
  const business = match.siblings.some((sibling) => sibling.business);
  if (business) return respondToBusiness(context, match);
  const { route } = match;
  if (route === undefined) return httpError(request, match.siblings.some(({ operation }) => operation === 'TOKEN') ? 415 : 404);
  return route.business ? httpError(request, 404) : route.handle(context);
}

function respondToBusiness(context: RequestContext, { route, siblings }: Match): ServiceResponse {
  if (context.policy.access.first === 'method') checkMethod(context, route, siblings);
  const agent = checkToken(context);
  checkMethod(context, route, siblings);
  if (route?.business !== true) return httpError(context.request, 415);
  checkHeaders(context, route.payload);
  if (route.payload) checkPayload(context);
  return route.handle({ ...context, agent });
}

function checkToken({ request }: RequestContext): Agent {
  return authenticate(request.store, request.headers.authorization, request.clock.now()) ?? refuse('http-401', 'token.unknown');
}

export function authenticate(store: Store, authorization: string | undefined, now: number): Agent | undefined {
  const [, value = ''] = /^Bearer ([^\s,]+)$/i.exec(authorization ?? '') ?? [];
  const token = store.tokens.get(value);
  return token !== undefined && now < token.expiresAt ? token.agent : undefined;
}

const SWAPPED_METHODS: Record<string, string> = { GET: 'POST', POST: 'GET' };

/** 415 means GET in place of POST or the reverse (HTTP status codes). Other verbs are open. */
function checkMethod({ request, policy }: RequestContext, route: Route | undefined, siblings: Route[]): void {
  if (route !== undefined) return;
  const swapped = siblings.some(({ method }) => method === SWAPPED_METHODS[request.method]);
  if (swapped || policy.access.otherVerb === 415) refuse('http-415', 'method.wrong');
  refuse(policy.access.otherVerb === 404 ? 'http-404' : 'http-405', 'method.wrong');
}

function checkHeaders({ request, policy }: RequestContext, hasPayload: boolean): void {
  const requestTime = request.headers['request-time'];
  const hasRequestTime = typeof requestTime === 'string' && /^\d{1,18}$/.test(requestTime);
  if (policy.access.requestTime === 'required' && !hasRequestTime) refuse('http-400', 'request.time.missing');
  const isJson = request.headers['content-type']?.toLowerCase().startsWith('application/json') === true;
  if (policy.access.contentType === 'required' && hasPayload && !isJson) refuse('http-415', 'content.type.wrong');
}

function checkPayload({ request, policy }: RequestContext): void {
  if (request.malformed || request.body === undefined) refuse('http-400', 'payload.broken');
  if (!isObject(request.body)) refuse(policy.refusals.invalidValue, 'payload.invalid');
}
