import type { ServiceResponse, ServiceRequest, Twist } from '../http/exchange.ts';
import { field, isObject, type Json } from '../http/json.ts';
import { changeResponse, apiCode, on, changeResultField, isBusinessPath, isBusiness, type When } from './twists.ts';
import { asText, withJson } from './results.ts';

/** Increases a number, or the digits of a text. */
export const increasedBy =
  (by: number) =>
  (value: Json | undefined): Json =>
    typeof value === 'number' ? value + by : String(Number(value) + by);

export const changeListedField = (name: string, change: (value: Json | undefined) => Json): Twist =>
  changeResultField('OP-6', 'beneficiaries', (listed) =>
    Array.isArray(listed) ? listed.map((one) => (isObject(one) ? { ...one, [name]: change(one[name]) } : one)) : [],
  );

export const urlWithout = (name: string): Twist =>
  changeResultField('OP-16', 'url', (value) => {
    const url = new URL(asText(value));
    url.searchParams.delete(name);
    return url.toString();
  });

export const answerInstead = (when: When, response: ServiceResponse): Twist => changeResponse(when, () => response);

export const replaceStatus = (status: number, other: (request: ServiceRequest) => ServiceResponse): Twist =>
  changeResponse(isBusinessPath, (response, request) => (response.status === status ? other(request) : response));

export const replaceCode = (code: number, other: (response: ServiceResponse) => ServiceResponse): Twist =>
  changeResponse(isBusiness, (response) => (apiCode(response) === code ? other(response) : response));

export const replaceMessage = (operation: string, message: string, other: () => ServiceResponse): Twist =>
  changeResponse(on(operation), (response) => (field(field(response.json, 'status'), 'message') === message ? other() : response));

export const envelopeResponse = (code: number, message: string, result: Json = null): ServiceResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  json: { status: { message, code }, result },
});

export const htmlPage = (status: number): ServiceResponse => ({
  status,
  headers: { 'content-type': 'text/html' },
  bytes: Buffer.from('<html><body>somebody in between</body></html>'),
});

export const serverError: ServiceResponse = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  json: { status: 500, error: 'Internal Server Error' },
};

export function withoutStatusField(response: ServiceResponse, name: string): ServiceResponse {
  const status = field(response.json, 'status');
  if (!isObject(response.json) || !isObject(status)) return response;
  return withJson(response, { ...response.json, status: Object.fromEntries(Object.entries(status).filter(([key]) => key !== name)) });
}

export function withoutResult(response: ServiceResponse): ServiceResponse {
  const status = field(response.json, 'status');
  return status === undefined ? response : withJson(response, { status });
}

/** The second customer has the first spare mobile. */
export const isOfSecondCustomer =
  (operation: string) =>
  (request: ServiceRequest): boolean =>
    on(operation)(request) &&
    [...request.store.users.values()].some(
      ({ mobile, tagId }) => mobile === '9990000101' && request.path.toLowerCase().includes(tagId.toLowerCase()),
    );
