import { API_CODES } from './codes.ts';
import type { ServiceResponse, ServiceRequest } from './exchange.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import type { Refusal, Policy } from '../service/policy.ts';

export const text = (status: number, contentType: string, body: string): ServiceResponse => ({
  status,
  headers: { 'content-type': contentType },
  bytes: Buffer.from(body),
});

export const json = (status: number, body: Json, contentType = 'application/json'): ServiceResponse => ({
  status,
  headers: { 'content-type': contentType },
  json: body,
});

/** `stated` means that the document fixes the message key. */
export const successResponse = (policy: Policy, result: Json, message = 'success', stated = false): ServiceResponse =>
  envelope(policy, API_CODES.success, result, stated ? message : messageText(policy, message));

const envelope = (policy: Policy, code: number, result: Json, message: string | null): ServiceResponse => {
  const extra: JsonObject = policy.answers.extraFields ? { traceNote: 'sandbox' } : {};
  const body = { status: { message, code, ...extra }, result: isObject(result) ? { ...result, ...extra } : result, ...extra };
  return json(200, body, policy.answers.contentType);
};

function messageText(policy: Policy, key: string): string | null {
  if (policy.answers.messages === 'null') return null;
  return policy.answers.messages === 'text' ? key.replaceAll('.', ' ') : key;
}

export const refusalResponse = (request: ServiceRequest, form: Refusal, message: string): ServiceResponse =>
  typeof form === 'number'
    ? envelope(request.policy, form, null, messageText(request.policy, message))
    : httpError(request, Number(form.slice('http-'.length)));

const REASON_PHRASES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  415: 'Unsupported Media Type',
};

/** The body of another answer than 200 is open, but never carries an API response code (API response codes). */
export function httpError(request: ServiceRequest, status: number): ServiceResponse {
  const reason = REASON_PHRASES[status] ?? 'Error';
  const headers: ServiceResponse['headers'] = status === 401 ? { 'www-authenticate': 'Bearer realm="sandbox"' } : {};
  const response = REFUSAL_BODIES[request.policy.answers.refusalBody](status, reason, request);
  return { ...response, headers: { ...response.headers, ...headers } };
}

const REFUSAL_BODIES: Record<
  Policy['answers']['refusalBody'],
  (status: number, reason: string, request: ServiceRequest) => ServiceResponse
> = {
  framework: (status, reason, request) =>
    json(status, {
      timestamp: new Date(request.clock.now()).toISOString(),
      status,
      error: reason,
      message: 'No message available',
      path: request.path,
    }),
  empty: (status) => ({ status, headers: {} }),
  html: (status, reason) => text(status, 'text/html;charset=utf-8', `<!doctype html><title>${reason}</title><h1>${status} ${reason}</h1>`),
  text: (status, reason) => text(status, 'text/plain;charset=utf-8', reason),
  null: (status) => json(status, null),
  'codeless-envelope': (status, reason) => json(status, { status: { message: reason, code: null }, result: null }),
};
