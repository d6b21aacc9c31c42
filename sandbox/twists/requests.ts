import { paise, type Paise } from '../state/money.ts';
import { OTP_FORM } from '../service/consent.ts';
import { on, type When } from './twists.ts';
import { digits, setBounded, type Agent, type Challenge, type User } from '../state/store.ts';
import type { ServiceRequest } from '../http/exchange.ts';
import { field, isObject, type Json, type JsonObject } from '../http/json.ts';

const pathSegments = ({ path }: ServiceRequest): string[] => path.split('/');

export const UUID_FORM = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const lastSegment = (request: ServiceRequest): string => pathSegments(request).at(-1) ?? '';

export const userInPath = (request: ServiceRequest): User | undefined =>
  pathSegments(request)
    .map((segment) => request.store.users.get(segment.toLowerCase()))
    .find((user) => user !== undefined);

export const bodyText = (request: ServiceRequest, name: string): string => {
  const value = field(request.body, name);
  return typeof value === 'string' ? value : '';
};

/** The token is valid and the payload is JSON. Its values may still be wrong. */
export const isWellFormed = ({ agent, malformed }: ServiceRequest): boolean => agent !== undefined && !malformed;

export const isWellFormedOn =
  (operation: string): When =>
  (request) =>
    on(operation)(request) && isWellFormed(request);

export const hasOwnSubAgent = ({ agent, store, query }: ServiceRequest): boolean => {
  const subAgent = store.users.get((query.get('subAgentTagId') ?? '').toLowerCase());
  return subAgent?.userType === 'subAgent' && subAgent.agent === agent;
};

export const findPayer = (request: ServiceRequest): User | undefined => request.store.users.get(bodyText(request, 'from').toLowerCase());

/** `sessionId` in the path of OP-9, or in the query of its other form and of OP-14. */
export const requestedSession = (request: ServiceRequest): string => (request.query.get('sessionId') ?? lastSegment(request)).toLowerCase();

const findTaggedUser = (request: ServiceRequest): User | undefined => {
  const [userType, mobile] = pathSegments(request).slice(-2);
  return [...request.store.users.values()].find(
    (user) => user.mobile === mobile && user.userType === userType && user.agent === request.agent,
  );
};

/** The sender who must consent: found by mobile, tag or session. */
export const findSender = (request: ServiceRequest): User | undefined =>
  request.operation === 'OP-4'
    ? findTaggedUser(request)
    : (userInPath(request) ?? request.store.sessions.get(requestedSession(request))?.sender ?? findPayer(request));

export const findMobile = (request: ServiceRequest): string | undefined =>
  request.operation === 'OP-4' ? lastSegment(request) : findSender(request)?.mobile;

/** The agent of a tag, a session or an invoice. */
export const findOwner = (request: ServiceRequest): Agent | undefined =>
  findSender(request)?.agent ?? request.store.invoices.get(lastSegment(request))?.agent;

export const headerText = ({ headers }: ServiceRequest, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

export const withHeader = (request: ServiceRequest, name: string, value: string): ServiceRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

export const withQuery = (request: ServiceRequest, name: string, value: string): ServiceRequest => {
  const query = new URLSearchParams(request.query);
  query.set(name, value);
  return { ...request, query };
};

export const withBody = (request: ServiceRequest, change: (body: JsonObject) => Json): ServiceRequest =>
  isObject(request.body) ? { ...request, body: change(request.body) } : request;

export const withSession = (request: ServiceRequest, id: string): ServiceRequest =>
  request.query.has('sessionId')
    ? withQuery(request, 'sessionId', id)
    : { ...request, path: [...request.path.split('/').slice(0, -1), id].join('/') };

/** A code as the caller sent it: in the `Consent` header, or in the payload of OP-12. */
export interface SentOtp {
  otp: string;
  state: string;
  mpin: string | undefined;
}

export function sentOtp(request: ServiceRequest): SentOtp | undefined {
  if (request.operation === 'OP-12') return { otp: bodyText(request, 'otp'), state: bodyText(request, 'state'), mpin: undefined };
  const [, otp, state, mpin] = OTP_FORM.exec(headerText(request, 'consent')) ?? [];
  return otp === undefined || state === undefined ? undefined : { otp, state, mpin };
}

export const findSentChallenge = (request: ServiceRequest): Challenge | undefined =>
  request.store.challenges.get(sentOtp(request)?.state.toLowerCase() ?? '');

export const withOtp = (request: ServiceRequest, { otp, state, mpin }: SentOtp): ServiceRequest =>
  request.operation === 'OP-12'
    ? withBody(request, (body) => ({ ...body, otp, state }))
    : withHeader(request, 'consent', `OTP ${otp} ${state}${mpin === undefined ? '' : `,MPIN ${mpin}`}`);

/** Answers a new challenge. */
export function withValidConsent(request: ServiceRequest): ServiceRequest {
  const mobile = findMobile(request);
  if (mobile === undefined || request.agent === undefined) return request;
  const fresh = {
    state: request.store.uuid(),
    code: digits(6),
    mobile,
    agent: request.agent,
    issuedAt: request.clock.now(),
    revoked: false,
  };
  setBounded(request.store.challenges, fresh.state.toLowerCase(), fresh);
  return withOtp(request, { otp: fresh.code, state: fresh.state, mpin: findSender(request)?.mpin });
}

export const readRawText = ({ raw }: ServiceRequest): string => Buffer.from(raw).toString('utf8');

/** In paise; zero without an amount. */
export const requestedAmount = ({ body }: ServiceRequest): Paise => paise(field(body, 'amount')) ?? 0;

export const consentHeader = (request: ServiceRequest): string => headerText(request, 'consent');

export const readTokenForm = (request: ServiceRequest): URLSearchParams => new URLSearchParams(readRawText(request));

export const withTokenForm = (request: ServiceRequest, change: (form: URLSearchParams) => void): ServiceRequest => {
  const form = readTokenForm(request);
  change(form);
  return { ...request, raw: Buffer.from(form.toString()) };
};

export const withClientCredentials = (request: ServiceRequest): ServiceRequest => {
  const { id, password } = request.store.client;
  return withHeader(request, 'authorization', `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`);
};
