import { API_CODES } from '../http/codes.ts';
import { text } from '../http/responses.ts';
import type { ServiceResponse, ServiceRequest, Twist, Wire } from '../http/exchange.ts';
import { field, isObject, type Json, type JsonObject } from '../http/json.ts';
import { matchesTemplate } from '../http/router.ts';

export type When = (request: ServiceRequest) => boolean;

export const allOperations: readonly string[] = Array.from({ length: 16 }, (_, at) => `OP-${at + 1}`);

export const on =
  (...operations: string[]): When =>
  ({ operation }) =>
    operation !== undefined && operations.includes(operation);

/** The paths of these operations, under any method. */
export const onPath =
  (...operations: string[]): When =>
  ({ pathOperation }) =>
    pathOperation !== undefined && operations.includes(pathOperation);

export const onRoute =
  (method: string, template: string): When =>
  (request) =>
    request.method === method && matchesTemplate(template.split('/'), request.path.split('/'));

export const isBusiness: When = ({ operation }) => operation?.startsWith('OP-') === true;

export const isBusinessPath: When = ({ pathOperation }) => pathOperation?.startsWith('OP-') === true;

export const changeResponse =
  (when: When, change: (response: ServiceResponse, request: ServiceRequest) => ServiceResponse): Twist =>
  (right) =>
  async (request) => {
    const response = await right(request);
    return when(request) ? change(response, request) : response;
  };

export const changeSuccess = (when: When, change: (response: ServiceResponse, request: ServiceRequest) => ServiceResponse): Twist =>
  changeResponse(when, (response, request) => (succeeded(response) ? change(response, request) : response));

export const changeRequest =
  (when: When, change: (request: ServiceRequest) => ServiceRequest): Twist =>
  (right) =>
  (request) =>
    right(when(request) ? change(request) : request);

export const respondWith =
  (when: When, response: (request: ServiceRequest) => ServiceResponse): Twist =>
  (right) =>
  (request) =>
    when(request) ? Promise.resolve(response(request)) : right(request);

/** The count is per sandbox. */
export const firstTimes =
  (count: number, when: When, twist: Twist): Twist =>
  (right) => {
    const twisted = twist(right);
    let seen = 0;
    return (request) => {
      if (when(request)) seen += 1;
      return when(request) && seen <= count ? twisted(request) : right(request);
    };
  };

/** Applies `twist` to `length` requests of any kind, starting with the nth match. */
export const burst =
  (nth: number, when: When, length: number, twist: Twist): Twist =>
  (right) => {
    const twisted = twist(right);
    let seen = 0;
    let left = 0;
    return (request) => {
      if (when(request)) seen += 1;
      if (when(request) && seen === nth) left = length;
      if (left === 0 || request.operation === 'PHONE') return right(request);
      left -= 1;
      return twisted(request);
    };
  };

/** The count is per sandbox. */
export const everyNth =
  (nth: number, when: When, twist: Twist): Twist =>
  (right) => {
    const twisted = twist(right);
    let seen = 0;
    return (request) => {
      if (when(request)) seen += 1;
      return when(request) && seen % nth === 0 ? twisted(request) : right(request);
    };
  };

/** The first twist is nearest to the honest service. */
export const combine =
  (...twists: Twist[]): Twist =>
  (right) =>
    twists.reduce((handler, twist) => twist(handler), right);

export const apiCode = (response: ServiceResponse): Json | undefined => field(field(response.json, 'status'), 'code');

export const succeeded = (response: ServiceResponse): boolean => apiCode(response) === API_CODES.success;

export const apiResult = (response: ServiceResponse): Json | undefined => field(response.json, 'result');

/** Changes the result of a successful answer only. */
export const withResult = (response: ServiceResponse, change: (result: JsonObject) => Json): ServiceResponse => {
  const result = apiResult(response);
  return succeeded(response) && isObject(response.json) && isObject(result)
    ? { ...response, json: { ...response.json, result: change(result) } }
    : response;
};

export const withStatus = (response: ServiceResponse, change: JsonObject): ServiceResponse => {
  const status = field(response.json, 'status');
  return isObject(response.json) && isObject(status)
    ? { ...response, json: { ...response.json, status: { ...status, ...change } } }
    : response;
};

export const changeResultField = (
  operation: string,
  name: string,
  change: (value: Json | undefined, request: ServiceRequest) => Json,
): Twist =>
  changeResponse(on(operation), (response, request) =>
    withResult(response, (result) => ({ ...result, [name]: change(result[name], request) })),
  );

export const omit = (object: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

export const onWire = (when: When, wire: Wire): Twist => changeResponse(when, (response) => ({ ...response, wire }));

export const gatewayPage = (status: number): ServiceResponse =>
  text(status, 'text/html', `<html><head><title>${status}</title></head><body><center>gateway</center></body></html>`);
