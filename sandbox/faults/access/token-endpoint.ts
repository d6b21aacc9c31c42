import { API_CODES } from '../../http/codes.ts';
import { fromNth } from '../../twists/circumstances.ts';
import { faultTable } from '../table.ts';
import { json, httpError } from '../../http/responses.ts';
import { headerText, readTokenForm, withTokenForm, withClientCredentials } from '../../twists/requests.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import { field, isObject, type Json } from '../../http/json.ts';
import { changeResponse, changeRequest, respondWith, on, omit } from '../../twists/twists.ts';

const isToken = on('TOKEN');

export const findRightPassword = (request: ServiceRequest): string =>
  request.store.agents.get(readTokenForm(request).get('username') ?? '')?.password ?? '';

export const sentClient = (request: ServiceRequest): string[] =>
  Buffer.from(headerText(request, 'authorization').replace(/^Basic /, ''), 'base64')
    .toString('utf8')
    .split(':');

/** Accepts requests with one wrong part. */
export const acceptWrongLogin = (wrong: (request: ServiceRequest) => boolean, right: (request: ServiceRequest) => ServiceRequest): Twist =>
  changeRequest((request) => isToken(request) && wrong(request), right);

export const withRightPassword = (request: ServiceRequest): ServiceRequest =>
  withTokenForm(request, (form) => {
    form.set('password', findRightPassword(request));
  });

const isWrongPassword = (request: ServiceRequest): boolean => findRightPassword(request) !== readTokenForm(request).get('password');

/** Replaces the `access_token` of a success; `undefined` removes it. */
const changeAccessToken = (value: Json | undefined): Twist =>
  changeResponse(isToken, (response) =>
    isObject(response.json) && response.status === 200
      ? { ...response, json: value === undefined ? omit(response.json, 'access_token') : { ...response.json, access_token: value } }
      : response,
  );

export const tokenEndpointFaults = [
  ...faultTable({ breaks: ['TOKEN-REFUSES-WRONG-CREDENTIALS'] }, [
    {
      id: 'token-for-wrong-client-password',
      does: 'The client password is not compared.',
      twist: acceptWrongLogin(
        (request) => sentClient(request)[0] === request.store.client.id && sentClient(request)[1] !== '',
        withClientCredentials,
      ),
    },
    {
      id: 'token-for-wrong-password',
      does: 'The agent password is not compared.',
      twist: acceptWrongLogin((request) => readTokenForm(request).get('password') !== '', withRightPassword),
    },
    {
      id: 'token-in-a-refusal',
      does: 'The refusal of a wrong agent password carries a token.',
      twist: (right) => async (request) => {
        const wrong = isToken(request) && isWrongPassword(request);
        const response = await right(request);
        if (!wrong || response.status === 200) return response;
        const { json: granted } = await right(withRightPassword(request));
        return { ...response, json: granted ?? null };
      },
    },
    {
      id: 'token-for-empty-password',
      does: 'An empty agent password is taken for the right one.',
      twist: acceptWrongLogin((request) => readTokenForm(request).get('password') === '', withRightPassword),
    },
  ]),
  ...faultTable({ breaks: ['TOKEN-ACCESS-TOKEN'] }, [
    { id: 'access-token-missing', does: 'The token answer holds no access_token.', twist: changeAccessToken(undefined) },
    {
      id: 'access-token-once',
      does: 'Every token answer but the first one holds no access_token.',
      twist: fromNth(2, isToken, () => '', changeAccessToken(undefined)),
    },
    { id: 'access-token-null', does: 'The access_token is null.', twist: changeAccessToken(null) },
    { id: 'access-token-number', does: 'The access_token is a number.', twist: changeAccessToken(1_234_567) },
    { id: 'access-token-empty', does: 'The access_token is the empty text.', twist: changeAccessToken('') },
    {
      id: 'access-token-in-envelope',
      does: 'The access_token is inside a business envelope.',
      twist: changeResponse(isToken, (response) =>
        response.status === 200
          ? { ...response, json: { status: { message: 'success', code: API_CODES.success }, result: response.json ?? null } }
          : response,
      ),
    },
    {
      id: 'token-as-string',
      does: 'The token answer is the token alone, as a JSON string.',
      twist: changeResponse(isToken, (response) => {
        const token = field(response.json, 'access_token');
        return typeof token === 'string' ? json(200, token) : response;
      }),
    },
  ]),
  ...faultTable({}, [
    {
      id: 'token-without-basic',
      breaks: ['TOKEN-REFUSES-MISSING-BASIC'],
      does: 'The token request needs no client credentials.',
      twist: acceptWrongLogin((request) => headerText(request, 'authorization') === '', withClientCredentials),
    },
    {
      id: 'token-for-wrong-grant',
      breaks: ['TOKEN-REFUSES-WRONG-GRANT'],
      does: 'The grant type is not looked at.',
      twist: acceptWrongLogin(
        (request) => readTokenForm(request).has('grant_type'),
        (request) =>
          withTokenForm(request, (form) => {
            form.set('grant_type', 'password');
          }),
      ),
    },
    {
      id: 'wrong-password-is-500',
      breaks: ['TOKEN-NO-5XX'],
      does: 'A wrong agent password makes the token endpoint stumble.',
      twist: respondWith(
        (request) => isToken(request) && isWrongPassword(request),
        (request) => httpError(request, 500),
      ),
    },
    {
      id: 'missing-basic-is-500',
      breaks: ['TOKEN-NO-5XX'],
      does: 'Missing client credentials make the token endpoint stumble.',
      twist: respondWith(
        (request) => isToken(request) && headerText(request, 'authorization') === '',
        (request) => httpError(request, 500),
      ),
    },
    {
      id: 'token-form-refused',
      breaks: ['TOKEN-SERVED'],
      does: 'The token endpoint takes JSON and refuses the documented form.',
      twist: respondWith(isToken, (request) => httpError(request, 415)),
    },
    {
      id: 'token-request-invalid',
      breaks: ['TOKEN-SERVED'],
      does: 'The token endpoint calls the documented form an invalid request.',
      twist: respondWith(isToken, () => json(400, { error: 'invalid_request' })),
    },
  ]),
];
